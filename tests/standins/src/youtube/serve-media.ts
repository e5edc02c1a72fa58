import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { parseRangeHeader } from '../http/byte-range.ts'
import type { ClientSwitch, Requester } from './client-behaviour.ts'
import { type Exchange, send, sendHead } from './exchange.ts'
import type { MediaLibrary } from './media/media-library.ts'
import type { StandinFormat } from './media/standin-format.ts'
import { type MediaClaim, readMediaUrl } from './media-urls.ts'
import { offeredFormats } from './offered-formats.ts'
import type { BehaviourSwitch } from './standin-behaviour.ts'
import { findVideo } from './videos.ts'

type MediaAnswer =
  | { kind: 'refusal'; status: number; headers?: Record<string, string> }
  | { kind: 'bytes'; format: StandinFormat; start: number; end: number; isPart: boolean; requester: Requester }

/** Answers `/videoplayback`: ranges as real servers do, with all configured misbehaviour. */
export async function serveMedia(
  exchange: Exchange,
  library: MediaLibrary,
  behaviour: BehaviourSwitch,
  clients: ClientSwitch,
): Promise<void> {
  await behaviour.waitWhileStalled()
  if (exchange.response.destroyed) return // The client did not wait that long.
  const answer = decideAnswer(exchange, library, clients)
  if (answer.kind === 'refusal') {
    send(exchange, answer.status, 'text/plain', '', answer.headers)
    return
  }
  const { format, start, end, isPart, requester } = answer
  sendHead(exchange, isPart ? 206 : 200, {
    'content-type': format.mimeType,
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    'last-modified': 'Tue, 14 Nov 2023 22:13:20 GMT',
    'cache-control': 'private, max-age=21290',
    ...(isPart ? { 'content-range': `bytes ${start}-${end}/${format.sizeBytes}` } : {}),
  })
  await sendBytes(exchange, format.path, start, end, behaviour.current.cutAfterBytes, (bytes) => {
    exchange.logEntry.bytes += bytes
    clients.countBytes(requester, bytes)
  })
}

const UNGATED_BYTES = 1024 * 1024

/** Whether a media URL is forbidden: it comes from another IP address, or its client has used up its bytes. */
export function isForbidden(
  { requester }: Extract<MediaClaim, { valid: true }>,
  { from }: Exchange,
  clients: ClientSwitch,
): boolean {
  const { addressesFor, forbiddenAfterBytes = Number.POSITIVE_INFINITY } = clients.behaviourFor(requester)
  if (addressesFor === 'requester' && requester.from !== from) return true
  return clients.servedBytes(requester) >= forbiddenAfterBytes
}

function decideAnswer(exchange: Exchange, library: MediaLibrary, clients: ClientSwitch): MediaAnswer {
  const claim = readMediaUrl(exchange.url.searchParams, Date.now() / 1000)
  if (!claim.valid) return { kind: 'refusal', status: 403 }
  if (isForbidden(claim, exchange, clients)) return { kind: 'refusal', status: 403 }
  const video = findVideo(claim.videoId)
  const format = offeredFormats(library, video).find(
    ({ itag, speech }) => itag === claim.itag && speech === claim.speech,
  )
  if (!format) return { kind: 'refusal', status: 404 }
  const range = parseRangeHeader(exchange.request.headers.range, format.sizeBytes)
  if (range.kind === 'unsatisfiable') {
    return { kind: 'refusal', status: 416, headers: { 'content-range': `bytes */${format.sizeBytes}` } }
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: format.sizeBytes - 1 }
  const { gated } = clients.behaviourFor(claim.requester)
  const isGated = gated && !claim.isInPlaylist && end >= (gated === true ? UNGATED_BYTES : gated)
  if (isGated) return { kind: 'refusal', status: 403 }
  return { kind: 'bytes', format, start, end, isPart: range.kind === 'part', requester: claim.requester }
}

/** Sends a file to a browser's player: the whole file, or a range of it. */
export async function sendFile(exchange: Exchange, { path, mimeType, sizeBytes }: StandinFormat): Promise<void> {
  const range = parseRangeHeader(exchange.request.headers.range, sizeBytes)
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: sizeBytes - 1 }
  sendHead(exchange, range.kind === 'part' ? 206 : 200, {
    'content-type': mimeType,
    'content-length': end - start + 1,
    'accept-ranges': 'bytes',
    ...(range.kind === 'part' && { 'content-range': `bytes ${start}-${end}/${sizeBytes}` }),
  })
  await sendBytes(exchange, path, start, end, null, () => undefined)
}

async function sendBytes(
  exchange: Exchange,
  path: string,
  start: number,
  end: number,
  cutAfterBytes: number | null,
  count: (bytes: number) => void,
): Promise<void> {
  const cutEnd = start + (cutAfterBytes ?? Number.POSITIVE_INFINITY) - 1
  const isCutOff = cutEnd < end
  if (cutEnd < start) {
    exchange.response.flushHeaders()
    exchange.response.socket?.destroySoon()
    return
  }
  const source = createReadStream(path, { start, end: Math.min(end, cutEnd) })
  const countChunks = (chunks: AsyncIterable<Buffer>) => countBytes(chunks, count)
  try {
    await pipeline(source, countChunks, exchange.response, { end: !isCutOff })
  } catch (error) {
    if (exchange.response.destroyed) return // The client hung up, as clients do that have seen enough.
    throw error
  }
  if (isCutOff) {
    // Written bytes still go out. Then the connection ends before the stated length is reached.
    exchange.response.socket?.destroySoon()
  }
}

async function* countBytes(chunks: AsyncIterable<Buffer>, count: (bytes: number) => void): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    count(chunk.length)
    yield chunk
  }
}
