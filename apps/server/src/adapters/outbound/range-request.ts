import type { Trouble } from '../../ports/sources.ts'
import { unreadable } from './exchange-watch.ts'
import { type GuardedFetcher, type GuardedResponse, harmlessHeaders } from './guarded-fetch.ts'
import { RangesUnsupportedError, SourceAnswerError } from './source-answer-error.ts'

export interface RemoteTarget {
  fetcher: GuardedFetcher
  url: string
  headers: Readonly<Record<string, string>>
  allowHost: ((host: string) => boolean) | undefined
  egress: string | undefined
}

export interface RemoteFile {
  target: RemoteTarget
  sizeBytes: number
  etag: string | undefined
  /** The file's version by its headers; null when they are not reliable. */
  version: string | null
  head: Uint8Array
  /** Where redirects led, so that they are not walked again for every read. */
  landedUrl: string
}

const HEAD_BYTES = 64 * 1024
export const EXPIRED_STATUSES = [403, 410]
export const PASSING_STATUSES = [408, 425, 429, 500, 502, 503, 504]

/** Asks for the first bytes, and with them for the size. Throws SourceReadError. */
export async function openRemoteFile(target: RemoteTarget, signal: AbortSignal): Promise<RemoteFile> {
  const response = await ask(target, target.url, 0, HEAD_BYTES, Number.POSITIVE_INFINITY, signal)
  if (response.status === 200) throw new RangesUnsupportedError(await readUpTo(response, HEAD_BYTES))
  if (response.status !== 206) throw refusalOf(response)
  const range = parseContentRange(response.headers['content-range'])
  if (range === null || range.first !== 0 || range.last >= HEAD_BYTES || range.sizeBytes === null) {
    response.discard()
    throw new SourceAnswerError('source_failed', 'The source answered with another range than asked for.')
  }
  const head = await readUpTo(response, range.last + 1)
  if (head.length !== range.last + 1) throw unreadable('the first answer ended early')
  return {
    target,
    sizeBytes: range.sizeBytes,
    etag: response.headers.etag,
    version: versionOf(response),
    head,
    landedUrl: response.url.href,
  }
}

/** The bytes from start up to, not including, end, or fewer of them when the server or the connection ends early. */
export async function* requestRange(
  file: RemoteFile,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let response = await ask(file.target, file.landedUrl, start, end, end - start, signal)
  if (EXPIRED_STATUSES.includes(response.status) && file.landedUrl !== file.target.url) {
    // The redirect has expired; the address that led there may hand out a new one.
    response.discard()
    response = await ask(file.target, file.target.url, start, end, end - start, signal)
    file.landedUrl = response.url.href
  }
  requireSameFile(file, response, start, end)
  yield* response.body
}

function requireSameFile(file: RemoteFile, response: GuardedResponse, start: number, end: number): void {
  if (response.status !== 206 && response.status !== 200 && response.status !== 416) throw refusalOf(response)
  const range = parseContentRange(response.headers['content-range'])
  const rightPart = response.status === 206 && range !== null && range.first === start && range.last < end
  const sameFile = range?.sizeBytes === file.sizeBytes && response.headers.etag === file.etag
  if (rightPart && sameFile) return
  response.discard()
  throw new SourceAnswerError('source_failed', 'The file behind the address is not the one that was opened.')
}

function ask(
  target: RemoteTarget,
  url: string,
  start: number,
  end: number,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<GuardedResponse> {
  const sameOrigin = new URL(url).origin === new URL(target.url).origin
  const headers = sameOrigin ? target.headers : harmlessHeaders(target.headers)
  return target.fetcher.get(url, {
    headers: { ...headers, range: `bytes=${start}-${end - 1}` },
    maxBytes,
    signal,
    egress: target.egress,
    ...(target.allowHost ? { allowHost: target.allowHost } : {}),
  })
}

/** An answer that is an error: the source's status, and the host that said so. */
export const statusTrouble = ({ status, url }: Pick<GuardedResponse, 'status' | 'url'>): Trouble => ({
  reason: 'status',
  about: String(status),
  host: url.hostname,
})

function refusalOf(response: GuardedResponse): Error {
  response.discard()
  const { status } = response
  const trouble = statusTrouble(response)
  if (EXPIRED_STATUSES.includes(status)) {
    return new SourceAnswerError(
      'source_failed',
      `The source answered with status ${status}: refused, or the address has expired.`,
      { expired: true, trouble },
    )
  }
  if (PASSING_STATUSES.includes(status)) return unreadable(`status ${status}`, trouble)
  if (status === 416) return new SourceAnswerError('not_media', 'The file is empty.')
  return new SourceAnswerError('source_failed', `The source answered with status ${status}.`, { trouble })
}

/** A weak tag stays the same although bytes may differ. */
function versionOf({ headers }: GuardedResponse): string | null {
  const strongTag = headers.etag?.startsWith('W/') ? undefined : headers.etag
  return strongTag ?? headers['last-modified'] ?? null
}

/** The beginning of an answer, of which the rest is not waited for. */
export async function readUpTo(response: GuardedResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let received = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    received += chunk.length
    if (received >= maxBytes) break
  }
  return new Uint8Array(Buffer.concat(chunks)).subarray(0, maxBytes)
}

/** Reads `bytes 0-65535/1048576`, both included; `sizeBytes` is null when the server does not send it. null for anything else, also for ranges that contradict themselves. */
export function parseContentRange(header: string | undefined) {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const first = Number(match[1])
  const last = Number(match[2])
  const sizeBytes = match[3] === '*' ? null : Number(match[3])
  if (last < first || (sizeBytes !== null && last >= sizeBytes)) return null
  return { first, last, sizeBytes }
}
