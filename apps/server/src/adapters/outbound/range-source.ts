import { createHash } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { type ByteSource, SourceReadError } from '../../ports/sources.ts'
import { unreadableError } from './exchange-watch.ts'
import type { GuardedFetcher } from './guarded-fetch.ts'
import { OutboundRefusedError } from './outbound-policy.ts'
import { openRemoteFile, type RemoteFile, requestRange } from './range-request.ts'
import { SourceAnswerError } from './source-answer-error.ts'

export interface RangeSourceOptions {
  /** Narrows which hosts the file may come from, redirects included. */
  allowHost?: (host: string) => boolean
  /** Id of the outgoing IP address that every read uses. */
  egress?: string | undefined
  /** Maximum size of one range request. YouTube slows down larger responses. */
  maxRequestBytes?: number
  retries?: number
}

const DEFAULT_MAX_REQUEST_BYTES = 10 * 1024 * 1024
/** Maximum size of one read. The engine reads indexes of up to 256 MiB at once. */
const MAX_READ_BYTES = 320 * 1024 * 1024
const DEFAULT_RETRY_COUNT = 2
const RETRY_DELAY_MILLISECONDS = 150

/**
 * A remote file as random access; its first 64 KiB are cached. The signal is for opening only. Throws SourceReadError:
 * `expired` when the address is dead, RangesUnsupportedError when the server sends whole files only.
 */
export async function openRangeSource(
  fetcher: GuardedFetcher,
  url: string,
  headers: Readonly<Record<string, string>>,
  signal: AbortSignal,
  options: RangeSourceOptions = {},
): Promise<ByteSource> {
  const maxRequestBytes = options.maxRequestBytes ?? DEFAULT_MAX_REQUEST_BYTES
  const retries = options.retries ?? DEFAULT_RETRY_COUNT
  if (!URL.canParse(url)) throw new SourceAnswerError('source_failed', 'Not an address.')
  const target = { fetcher, url, headers, allowHost: options.allowHost, egress: options.egress }
  const file = await withRetries(retries, signal, () => openRemoteFile(target, signal))

  return {
    sizeBytes: file.sizeBytes,
    ...identityOf(url, file),
    get servedFrom() {
      const { origin, pathname } = new URL(file.landedUrl)
      return origin + pathname
    },
    async read(start, end, readSignal, onBytes) {
      requireRange(start, end, file.sizeBytes)
      readSignal?.throwIfAborted()
      const bytes = new Uint8Array(end - start)
      let position = copyHead(file, start, bytes)
      while (position < bytes.length) {
        const partEnd = Math.min(bytes.length, position + maxRequestBytes)
        await readPart(file, start, bytes.subarray(0, partEnd), position, retries, readSignal, onBytes)
        position = partEnd
      }
      return bytes
    },
  }
}

/**
 * Identity of the file's version. It comes from the original address, because redirects may differ each time, and is a
 * digest, because the address may contain a secret.
 */
function identityOf(url: string, { sizeBytes, version }: RemoteFile): { identity?: string } {
  if (version === null) return {}
  return {
    identity: createHash('sha256')
      .update(JSON.stringify([url, sizeBytes, version]))
      .digest('base64'),
  }
}

/** Fills `bytes` from `position` on. Its byte 0 is byte `start` of the file. Continues where a broken answer ended. */
async function readPart(
  file: RemoteFile,
  start: number,
  bytes: Uint8Array,
  position: number,
  retries: number,
  signal: AbortSignal | undefined,
  onBytes: ((count: number) => void) | undefined,
): Promise<void> {
  let filledBytes = position
  await withRetries(retries, signal, async () => {
    for await (const chunk of requestRange(file, start + filledBytes, start + bytes.length, signal)) {
      bytes.set(chunk, filledBytes)
      filledBytes += chunk.length
      onBytes?.(chunk.length)
    }
    if (filledBytes < bytes.length) throw unreadableError('the answer ended early')
  })
}

function copyHead(file: RemoteFile, start: number, target: Uint8Array): number {
  const cachedBytes = file.head.subarray(start, start + target.length)
  target.set(cachedBytes)
  return cachedBytes.length
}

/** Repeats work after a temporary error, but not after a refusal, an expiry or a change of the file. */
export async function withRetries<T>(
  retries: number,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work()
    } catch (error) {
      if (attempt >= retries || signal?.aborted || !isTemporary(error)) throw error
    }
    await delay(RETRY_DELAY_MILLISECONDS * (attempt + 1), undefined, { signal }).catch(() => undefined)
    signal?.throwIfAborted()
  }
}

function isTemporary(error: unknown): boolean {
  if (!(error instanceof SourceReadError) || error instanceof SourceAnswerError) return false
  // A source that was too slow once gets no second request.
  if (error.code === 'source_timeout') return false
  return !(error.cause instanceof OutboundRefusedError)
}

function requireRange(start: number, end: number, sizeBytes: number): void {
  const isInside =
    Number.isSafeInteger(start) && Number.isSafeInteger(end) && start >= 0 && start <= end && end <= sizeBytes
  if (!isInside || end - start > MAX_READ_BYTES)
    throw new RangeError(`bytes ${start}..${end} do not lie in a file of ${sizeBytes} bytes`)
}
