import { setImmediate } from 'node:timers/promises'
import type { PartReader, ReadOptions } from './part-reader.ts'

const BLOCK_BYTES = 64 * 1024
/** When reads follow each other, this many blocks are fetched at once by default. */
const BLOCKS_AHEAD = 12
const MOST_BLOCKS = 512

/** Keeps the blocks of a file that were read lately: the library reads headers and packets in many small pieces. */
export class BlockCache {
  readonly #reader: PartReader
  readonly #blocks = new Map<number, Buffer>()
  #blocksAhead = BLOCKS_AHEAD
  #lastFetched = -1

  constructor(reader: PartReader) {
    this.#reader = reader
  }

  /** How many blocks sequential reads fetch at once from now on; 1: no more than requested. */
  readAhead(blocks: number): void {
    this.#blocksAhead = blocks
  }

  get sizeBytes(): number {
    return this.#reader.sizeBytes
  }

  /** Caches bytes that were already read. Only whole blocks are cached. */
  seed(firstBytes: Buffer): void {
    const whole = firstBytes.length === this.#reader.sizeBytes
    const count = whole ? Math.ceil(firstBytes.length / BLOCK_BYTES) : Math.floor(firstBytes.length / BLOCK_BYTES)
    for (let block = 0; block < count; block++) {
      this.#keep(block, firstBytes.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES))
    }
  }

  async read(start: number, end: number, options: ReadOptions): Promise<Uint8Array> {
    const around = await this.readAround(start, end, false, options)
    return around.bytes.subarray(start - around.start, end - around.start)
  }

  /**
   * The requested bytes, and the rest of their blocks.
   * @param withNext also the cached blocks after them
   */
  async readAround(
    start: number,
    end: number,
    withNext: boolean,
    options: ReadOptions,
  ): Promise<{ start: number; bytes: Buffer }> {
    const first = Math.floor(start / BLOCK_BYTES)
    const afterLast = Math.ceil(end / BLOCK_BYTES)
    const parts: Buffer[] = []
    for (let block = first; block < afterLast; block++) {
      parts.push(this.#blocks.get(block) ?? (await this.#fetch(block, afterLast - 1, options)))
    }
    for (let block = afterLast; withNext && parts.length < BLOCKS_AHEAD && this.#blocks.has(block); block++) {
      parts.push(this.#blocks.get(block)!)
    }
    return { start: first * BLOCK_BYTES, bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }
  }

  /** The cached bytes from a place on, without a hole. */
  heldFrom(start: number): Buffer {
    const parts: Buffer[] = []
    for (let block = Math.floor(start / BLOCK_BYTES); this.#blocks.has(block); block++) {
      const bytes = this.#blocks.get(block)!
      parts.push(bytes.subarray(Math.max(0, start - block * BLOCK_BYTES)))
    }
    return Buffer.concat(parts)
  }

  async #fetch(block: number, last: number, options: ReadOptions): Promise<Buffer> {
    const isSequential = block === this.#lastFetched + 1
    const end = Math.max(last, isSequential ? block + this.#blocksAhead - 1 : block)
    // Otherwise a file in memory would be read to its end without a chance to cancel.
    await setImmediate()
    let count = 1
    while (block + count <= end && !this.#blocks.has(block + count)) count += 1
    this.#lastFetched = block + count - 1
    const start = block * BLOCK_BYTES
    const bytes = await this.#reader.read(start, Math.min(this.sizeBytes, start + count * BLOCK_BYTES), options)
    for (let index = 0; index < count && index * BLOCK_BYTES < bytes.length; index++) {
      this.#keep(block + index, bytes.subarray(index * BLOCK_BYTES, (index + 1) * BLOCK_BYTES))
    }
    return bytes.subarray(0, BLOCK_BYTES)
  }

  #keep(block: number, bytes: Buffer): void {
    this.#blocks.delete(block)
    this.#blocks.set(block, bytes)
    if (this.#blocks.size > MOST_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value!)
  }
}
