import { nextTurn } from './next-turn.ts'
import type { PartReader, ReadOptions } from './part-reader.ts'

const BLOCK_BYTES = 64 * 1024
/** Number of blocks that sequential reads fetch at once by default. */
const DEFAULT_BLOCKS_PER_READ = 12
const MAX_BLOCKS = 512

/** Caches the latest blocks of a file, because mediabunny reads headers and packets in many small ranges. */
export class BlockCache {
  readonly #reader: PartReader
  readonly #blocks = new Map<number, Buffer>()
  #blocksAhead = DEFAULT_BLOCKS_PER_READ
  #lastFetched = -1

  constructor(reader: PartReader) {
    this.#reader = reader
  }

  /** Sets how many blocks sequential reads fetch at once; 1: only requested blocks. */
  setReadAhead(blocks: number): void {
    this.#blocksAhead = blocks
  }

  get sizeBytes(): number {
    return this.#reader.sizeBytes
  }

  /** Caches the first bytes of the file, which another reader has read already. Only whole blocks are cached. */
  seed(firstBytes: Buffer): void {
    const isWholeFile = firstBytes.length === this.#reader.sizeBytes
    const count = isWholeFile ? Math.ceil(firstBytes.length / BLOCK_BYTES) : Math.floor(firstBytes.length / BLOCK_BYTES)
    for (let block = 0; block < count; block++) {
      this.#keep(block, firstBytes.subarray(block * BLOCK_BYTES, (block + 1) * BLOCK_BYTES))
    }
  }

  async read(start: number, end: number, options: ReadOptions): Promise<Uint8Array> {
    const blocks = await this.readAround(start, end, false, options)
    return blocks.bytes.subarray(start - blocks.start, end - blocks.start)
  }

  /**
   * Reads all blocks that contain a byte of [start, end).
   * @param withNext also returns the cached blocks after them
   */
  async readAround(
    start: number,
    end: number,
    withNext: boolean,
    options: ReadOptions,
  ): Promise<{ start: number; bytes: Buffer }> {
    const firstBlock = Math.floor(start / BLOCK_BYTES)
    const endBlock = Math.ceil(end / BLOCK_BYTES)
    const parts: Buffer[] = []
    for (let block = firstBlock; block < endBlock; block++) {
      parts.push(this.#blocks.get(block) ?? (await this.#fetch(block, endBlock - 1, options)))
    }
    for (let block = endBlock; withNext && parts.length < DEFAULT_BLOCKS_PER_READ && this.#blocks.has(block); block++) {
      parts.push(this.#blocks.get(block)!)
    }
    return { start: firstBlock * BLOCK_BYTES, bytes: parts.length === 1 ? parts[0]! : Buffer.concat(parts) }
  }

  /** The cached bytes from `start` to the first block that is not cached. */
  cachedBytesFrom(start: number): Buffer {
    const parts: Buffer[] = []
    for (let block = Math.floor(start / BLOCK_BYTES); this.#blocks.has(block); block++) {
      const bytes = this.#blocks.get(block)!
      parts.push(bytes.subarray(Math.max(0, start - block * BLOCK_BYTES)))
    }
    return Buffer.concat(parts)
  }

  async #fetch(block: number, lastBlock: number, options: ReadOptions): Promise<Buffer> {
    const isSequential = block === this.#lastFetched + 1
    const lastWantedBlock = Math.max(lastBlock, isSequential ? block + this.#blocksAhead - 1 : block)
    // A read from memory does not wait. This await lets other work run and a cancel take effect.
    await nextTurn()
    let count = 1
    while (block + count <= lastWantedBlock && !this.#blocks.has(block + count)) count += 1
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
    if (this.#blocks.size > MAX_BLOCKS) this.#blocks.delete(this.#blocks.keys().next().value!)
  }
}
