import type { ByteSource } from '../api/byte-source.ts'
import { brokenMedia, CutterError, throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import type { ByteRange } from '../api/segment-source.ts'
import type { CachedReads } from './cached-reads.ts'
import { splitIntoParts } from './merge-reads.ts'

/** Largest request that YouTube does not throttle. */
export const MAX_REQUEST_BYTES = 10 * 1024 * 1024
/** Smallest part of a split read. Smaller parts cost more in round trips than they gain in bandwidth. */
const MIN_PIECE_BYTES = 1024 * 1024
const MAX_CONCURRENT_PIECES = 4

export interface FetchMeter {
  bytes: number
  requests: number
  /** Read limit in bytes, because some files send their reader into a loop. */
  maxBytes: number
}

export function newMeter(maxBytes = Number.POSITIVE_INFINITY): FetchMeter {
  return { bytes: 0, requests: 0, maxBytes }
}

export interface ReadOptions {
  signal: AbortSignal | undefined
  meter: FetchMeter
  /** Byte ranges that were read ahead. */
  cachedReads?: CachedReads
}

/** Reads from one byte source. It checks bounds, splits and counts reads, can be cancelled and throws typed errors. */
export class PartReader {
  readonly sizeBytes: number
  readonly #source: ByteSource

  constructor(source: ByteSource) {
    this.#source = source
    this.sizeBytes = source.sizeBytes
  }

  /**
   * Reads the bytes [start, end).
   * @throws CutterError broken_media if the file's index names bytes outside of the file
   */
  async read(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    if (!(start >= 0 && start <= end && end <= this.sizeBytes)) {
      const rangeText = `bytes ${start} to ${end} of a file of ${this.sizeBytes} bytes`
      throw brokenMedia(`The media's own tables point outside of it: ${rangeText}.`)
    }
    const range = options.cachedReads?.take(this, start, end)
    if (!range) return this.fetch(start, end, options)
    const { cachedReads, ...uncachedOptions } = options
    const parts = [
      this.fetch(start, range.start, uncachedOptions),
      range.bytes,
      this.fetch(range.end, end, uncachedOptions),
    ]
    const nonEmptyParts = (await Promise.all(parts)).filter(({ length }) => length > 0)
    return nonEmptyParts.length === 1 ? nonEmptyParts[0]! : Buffer.concat(nonEmptyParts)
  }

  /** Starts reading a byte range. Later reads inside it with the same options wait for it and fetch nothing. */
  readAhead(start: number, end: number, options: ReadOptions): void {
    const { cachedReads, ...uncachedOptions } = options
    if (cachedReads && !cachedReads.isFull) {
      cachedReads.hold({ reader: this, start, end, bytes: this.read(start, end, uncachedOptions) })
    }
  }

  /** Fetches a range inside the file, without the cache. */
  protected async fetch(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    const pieces = splitRead(start, end)
    if (pieces.length === 1) return this.#readPiece(start, end, options)
    const buffer = Buffer.allocUnsafe(end - start)
    const queue = [...pieces]
    const readPieces = async () => {
      for (let piece = queue.shift(); piece; piece = queue.shift()) {
        const bytes = await this.#readPiece(piece.start, piece.end, options)
        bytes.copy(buffer, piece.start - start)
      }
    }
    await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_PIECES, pieces.length) }, readPieces))
    return buffer
  }

  async #readPiece(start: number, end: number, { signal, meter }: ReadOptions): Promise<Buffer> {
    throwIfCancelled(signal)
    if (start === end) return Buffer.alloc(0)
    if (meter.bytes + end - start > meter.maxBytes) {
      throw unsupportedMedia(`The media cannot be read within ${meter.maxBytes} bytes.`)
    }
    meter.requests += 1
    meter.bytes += end - start
    const bytes = await awaitRead(() => this.#source.read(start, end, signal), signal)
    if (bytes.length !== end - start) {
      throw new CutterError('source_failed', `The source delivered ${bytes.length} bytes instead of ${end - start}.`)
    }
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

/** Reads the bytes [from, to) of a file as a file of its own. */
export class ReaderWithin extends PartReader {
  readonly #file: PartReader
  readonly #from: number

  constructor(file: PartReader, from: number, to: number) {
    super({ sizeBytes: to - from, read: () => Promise.reject(new Error('It reads through its file.')) })
    this.#file = file
    this.#from = from
  }

  protected override fetch(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    return this.#file.read(this.#from + start, this.#from + end, options)
  }
}

/** Splits a large read into several that run at once, each within the limit of servers that throttle. */
export function splitRead(start: number, end: number): ByteRange[] {
  const size = end - start
  const countForSpeed = Math.min(MAX_CONCURRENT_PIECES, Math.floor(size / MIN_PIECE_BYTES))
  const countForLimit = Math.ceil(size / MAX_REQUEST_BYTES)
  return splitIntoParts({ start, end }, Math.max(1, countForSpeed, countForLimit))
}

/** Awaits a read of a source. @throws CutterError cancelled, or source_failed for any error that is not typed */
export async function awaitRead<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let result: T
  try {
    result = await rejectOnAbort(read(), signal)
  } catch (error) {
    throwIfCancelled(signal)
    if (error instanceof CutterError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CutterError('source_failed', `The source did not deliver: ${reason}`, { cause: error })
  }
  throwIfCancelled(signal)
  return result
}

/** Rejects as soon as the signal aborts, because a source may ignore the signal or hang. */
async function rejectOnAbort<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const { promise: abortPromise, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, abortPromise])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
