import type { BlockCache } from './block-cache.ts'
import type { PartReader, ReadOptions } from './part-reader.ts'

/** Large enough that its pieces come side by side; about as much is held. */
const LONGEST_READ_BYTES = 4 * 1024 * 1024
const MOST_HELD_BYTES = 8 * 1024 * 1024
/** How many looks are held: reading begins at one of the last places that were looked at. */
const MOST_LOOKS = 4

/**
 * Reads a file range by range. If the next bytes are known to be needed too, the same request fetches them, and they are
 * held until they are requested. The last read is also held, so that stepping back reads nothing again.
 */
export class ReadAhead {
  readonly #file: PartReader
  readonly #blocks: BlockCache
  #held: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  readonly #looks = new Map<number, Buffer>()

  /** @param blocks what was read while looking around */
  constructor(file: PartReader, blocks: BlockCache) {
    this.#file = file
    this.#blocks = blocks
  }

  /**
   * The bytes [start, end), and the bytes after them that are already held.
   * @param wantedEnd up to where later reads are expected
   */
  async read(start: number, end: number, wantedEnd: number, options: ReadOptions): Promise<Buffer> {
    const { sizeBytes } = this.#file
    const last = Math.min(end, sizeBytes)
    const begun = this.#heldFrom(start)
    if (begun.length >= last - start) return begun
    const from = start + begun.length
    const { start: heldStart, bytes: held } = this.#held
    const leadsToHeld = from < heldStart && last >= heldStart && last <= heldStart + held.length
    const until = leadsToHeld
      ? heldStart
      : Math.min(sizeBytes, Math.max(last, Math.min(wantedEnd, start + LONGEST_READ_BYTES)))
    const rest = await this.#file.read(from, until, options)
    const bytes = Buffer.concat(leadsToHeld ? [begun, rest, held] : [begun, rest])
    this.#held = { start, bytes: bytes.subarray(0, Math.max(last - start, MOST_HELD_BYTES)) }
    return bytes
  }

  /** The bytes [start, end). Reads only those that an earlier look at this place did not read. */
  async look(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    const begun = this.#looks.get(start) ?? Buffer.alloc(0)
    if (begun.length >= end - start) return begun.subarray(0, end - start)
    const bytes = Buffer.concat([begun, await this.#file.read(start + begun.length, end, options)])
    this.#looks.delete(start)
    this.#looks.set(start, bytes)
    if (this.#looks.size > MOST_LOOKS) this.#looks.delete(this.#looks.keys().next().value!)
    return bytes
  }

  #heldFrom(start: number): Buffer {
    const { start: heldStart, bytes } = this.#held
    const isHeld = start >= heldStart && start < heldStart + bytes.length
    if (isHeld) return bytes.subarray(start - heldStart)
    const [look, block] = [this.#looks.get(start), this.#blocks.heldFrom(start)]
    return look && look.length > block.length ? look : block
  }
}
