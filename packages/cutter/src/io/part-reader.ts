import type { ByteSource } from '../api/byte-source.ts'
import { brokenMedia, CutterError, throwIfCancelled, unsupportedMedia } from '../api/cutter-error.ts'
import type { ByteRange } from '../api/segment-source.ts'
import type { CachedReads } from './cached-reads.ts'
import { inParts } from './merge-reads.ts'

/** YouTube throttles requests for more than this. */
export const LARGEST_REQUEST_BYTES = 10 * 1024 * 1024
/** Splitting below this costs more in round trips than it gains in bandwidth. */
const SMALLEST_PIECE_BYTES = 1024 * 1024
const MOST_PIECES_AT_ONCE = 4

export interface FetchMeter {
  bytes: number
  requests: number
  /** The read limit: some files send their reader into a loop. */
  mostBytes: number
}

export function newMeter(mostBytes = Number.POSITIVE_INFINITY): FetchMeter {
  return { bytes: 0, requests: 0, mostBytes }
}

export interface ReadOptions {
  signal: AbortSignal | undefined
  meter: FetchMeter
  /** Byte ranges that were read ahead. */
  cached?: CachedReads
}

/** Reads from one byte source: inside its bounds, in bounded pieces, counted, cancellable, with typed errors. */
export class PartReader {
  readonly sizeBytes: number
  readonly #source: ByteSource

  constructor(source: ByteSource) {
    this.#source = source
    this.sizeBytes = source.sizeBytes
  }

  /** The bytes [start, end). A range outside of the file means that a table in it lied: broken_media. */
  async read(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    if (!(start >= 0 && start <= end && end <= this.sizeBytes)) {
      const where = `bytes ${start} to ${end} of a file of ${this.sizeBytes} bytes`
      throw brokenMedia(`The media's own tables point outside of it: ${where}.`)
    }
    const held = options.cached?.take(this, start, end)
    if (!held) return this.fetch(start, end, options)
    const { cached, ...plainly } = options
    const parts = [this.fetch(start, held.start, plainly), held.bytes, this.fetch(held.end, end, plainly)]
    const filled = (await Promise.all(parts)).filter(({ length }) => length > 0)
    return filled.length === 1 ? filled[0]! : Buffer.concat(filled)
  }

  /** Starts reading a byte range ahead. Later reads of its parts with these options wait for it and fetch nothing. */
  readAhead(start: number, end: number, options: ReadOptions): void {
    const { cached, ...plainly } = options
    if (cached && !cached.isFull) cached.hold({ reader: this, start, end, bytes: this.read(start, end, plainly) })
  }

  /** Fetches a range inside the file, without the cache. */
  protected async fetch(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    const pieces = splitRead(start, end)
    if (pieces.length === 1) return this.#readPiece(start, end, options)
    const whole = Buffer.allocUnsafe(end - start)
    const waiting = [...pieces]
    const work = async () => {
      for (let piece = waiting.shift(); piece; piece = waiting.shift()) {
        const bytes = await this.#readPiece(piece.start, piece.end, options)
        bytes.copy(whole, piece.start - start)
      }
    }
    await Promise.all(Array.from({ length: Math.min(MOST_PIECES_AT_ONCE, pieces.length) }, work))
    return whole
  }

  async #readPiece(start: number, end: number, { signal, meter }: ReadOptions): Promise<Buffer> {
    throwIfCancelled(signal)
    if (start === end) return Buffer.alloc(0)
    if (meter.bytes + end - start > meter.mostBytes) {
      throw unsupportedMedia(`The media cannot be read within ${meter.mostBytes} bytes.`)
    }
    meter.requests += 1
    meter.bytes += end - start
    const bytes = await delivered(() => this.#source.read(start, end, signal), signal)
    if (bytes.length !== end - start) {
      throw new CutterError('source_failed', `The source delivered ${bytes.length} bytes instead of ${end - start}.`)
    }
    return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }
}

/** A part of a file as a file of its own. */
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

/** A large read becomes several that run at once; none is larger than a throttling server likes. */
export function splitRead(start: number, end: number): ByteRange[] {
  const size = end - start
  const forSpeed = Math.min(MOST_PIECES_AT_ONCE, Math.floor(size / SMALLEST_PIECE_BYTES))
  const forSize = Math.ceil(size / LARGEST_REQUEST_BYTES)
  return inParts({ start, end }, Math.max(1, forSpeed, forSize))
}

export async function delivered<T>(read: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  let result: T
  try {
    result = await unlessAborted(read(), signal)
  } catch (error) {
    throwIfCancelled(signal)
    if (error instanceof CutterError) throw error
    const reason = error instanceof Error ? error.message : String(error)
    throw new CutterError('source_failed', `The source did not deliver: ${reason}`, { cause: error })
  }
  throwIfCancelled(signal)
  return result
}

/** A source may ignore the signal or hang. A caller that cancels does not have to wait for it. */
async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const onAbort = () => reject(signal.reason)
  signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}
