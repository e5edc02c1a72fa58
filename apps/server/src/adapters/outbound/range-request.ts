import type { Trouble } from '../../ports/sources.ts'
import { unreadableError } from './exchange-watch.ts'
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
  /** The file's version as its headers give it; null when they are not reliable. */
  version: string | null
  head: Uint8Array
  /** URL at the end of the redirects, so that reads need not follow them again. */
  landedUrl: string
}

const HEAD_BYTES = 64 * 1024
export const EXPIRED_STATUSES = [403, 410]
export const TEMPORARY_STATUSES = [408, 425, 429, 500, 502, 503, 504]

/** Requests the first bytes of a file, and learns its size from the answer. Throws SourceReadError. */
export async function openRemoteFile(target: RemoteTarget, signal: AbortSignal): Promise<RemoteFile> {
  const response = await requestBytes(target, target.url, 0, HEAD_BYTES, Number.POSITIVE_INFINITY, signal)
  if (response.status === 200) throw new RangesUnsupportedError(await readUpTo(response, HEAD_BYTES))
  if (response.status !== 206) throw refusedResponseError(response)
  const range = parseContentRange(response.headers['content-range'])
  if (range === null || range.first !== 0 || range.last >= HEAD_BYTES || range.sizeBytes === null) {
    response.discard()
    throw new SourceAnswerError('source_failed', 'The source answered with another range than asked for.')
  }
  const head = await readUpTo(response, range.last + 1)
  if (head.length !== range.last + 1) throw unreadableError('the first answer ended early')
  return {
    target,
    sizeBytes: range.sizeBytes,
    etag: response.headers.etag,
    version: versionOf(response),
    head,
    landedUrl: response.url.href,
  }
}

/** Yields the bytes from `start` to `end` (exclusive); fewer when the server or the connection ends early. */
export async function* requestRange(
  file: RemoteFile,
  start: number,
  end: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let response = await requestBytes(file.target, file.landedUrl, start, end, end - start, signal)
  if (EXPIRED_STATUSES.includes(response.status) && file.landedUrl !== file.target.url) {
    // The target of the redirect has expired. The original address may redirect to a new one.
    response.discard()
    response = await requestBytes(file.target, file.target.url, start, end, end - start, signal)
    file.landedUrl = response.url.href
  }
  requireSameFile(file, response, start, end)
  yield* response.body
}

function requireSameFile(file: RemoteFile, response: GuardedResponse, start: number, end: number): void {
  if (response.status !== 206 && response.status !== 200 && response.status !== 416)
    throw refusedResponseError(response)
  const range = parseContentRange(response.headers['content-range'])
  const isRequestedPart = response.status === 206 && range !== null && range.first === start && range.last < end
  const isSameFile = range?.sizeBytes === file.sizeBytes && response.headers.etag === file.etag
  if (isRequestedPart && isSameFile) return
  response.discard()
  throw new SourceAnswerError('source_failed', 'The file behind the address is not the one that was opened.')
}

function requestBytes(
  target: RemoteTarget,
  url: string,
  start: number,
  end: number,
  maxBytes: number,
  signal: AbortSignal | undefined,
): Promise<GuardedResponse> {
  const isSameOrigin = new URL(url).origin === new URL(target.url).origin
  const headers = isSameOrigin ? target.headers : harmlessHeaders(target.headers)
  return target.fetcher.get(url, {
    headers: { ...headers, range: `bytes=${start}-${end - 1}` },
    maxBytes,
    signal,
    egress: target.egress,
    ...(target.allowHost ? { allowHost: target.allowHost } : {}),
  })
}

/** Facts about an error answer: its status, and the host that sent it. */
export const statusTrouble = ({ status, url }: Pick<GuardedResponse, 'status' | 'url'>): Trouble => ({
  reason: 'status',
  about: String(status),
  host: url.hostname,
})

function refusedResponseError(response: GuardedResponse): Error {
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
  if (TEMPORARY_STATUSES.includes(status)) return unreadableError(`status ${status}`, trouble)
  if (status === 416) return new SourceAnswerError('not_media', 'The file is empty.')
  return new SourceAnswerError('source_failed', `The source answered with status ${status}.`, { trouble })
}

/** The strong ETag, or else Last-Modified. A weak ETag may stay the same while bytes change. */
function versionOf({ headers }: GuardedResponse): string | null {
  const strongTag = headers.etag?.startsWith('W/') ? undefined : headers.etag
  return strongTag ?? headers['last-modified'] ?? null
}

/** Reads the first `maxBytes` of an answer and does not wait for more. */
export async function readUpTo(response: GuardedResponse, maxBytes: number): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let receivedBytes = 0
  for await (const chunk of response.body) {
    chunks.push(chunk)
    receivedBytes += chunk.length
    if (receivedBytes >= maxBytes) break
  }
  return new Uint8Array(Buffer.concat(chunks)).subarray(0, maxBytes)
}

/**
 * Parses `bytes 0-65535/1048576`, where `last` is inclusive and `sizeBytes` is null for `*`. null for anything else,
 * and for contradictory ranges.
 */
export function parseContentRange(header: string | undefined) {
  const match = /^bytes (\d{1,15})-(\d{1,15})\/(\d{1,15}|\*)$/i.exec(header?.trim() ?? '')
  if (!match) return null
  const firstByte = Number(match[1])
  const last = Number(match[2])
  const sizeBytes = match[3] === '*' ? null : Number(match[3])
  if (last < firstByte || (sizeBytes !== null && last >= sizeBytes)) return null
  return { first: firstByte, last, sizeBytes }
}
