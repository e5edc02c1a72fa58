import type { BlockCache } from './block-cache.ts'
import type { PartReader, ReadOptions } from './part-reader.ts'

/** Large enough that its pieces come side by side; about as much is held. */
const LONGEST_READ_BYTES = 4 * 1024 * 1024
const MOST_HELD_BYTES = 8 * 1024 * 1024

/**
 * Reads a file from one stretch to the next: where it is known that what follows is needed too, it comes with the same
 * request, and is held until it is asked for. What was read last is not read again when whoever reads goes back from it.
 */
export class ReadAhead {
  readonly #file: PartReader
  readonly #blocks: BlockCache
  #held: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }

  /** @param blocks what was read while looking around */
  constructor(file: PartReader, blocks: BlockCache) {
    this.#file = file
    this.#blocks = blocks
  }

  /**
   * The bytes [start, end), and those behind them that are at hand.
   * @param wantedEnd how far it is certain to be read, as far as anybody can tell
   */
  async read(start: number, end: number, wantedEnd: number, options: ReadOptions): Promise<Buffer> {
    const { sizeBytes } = this.#file
    const last = Math.min(end, sizeBytes)
    const begun = this.#heldFrom(start)
    if (begun.length >= last - start) {
      return begun
    }
    const from = start + begun.length
    const { start: heldStart, bytes: held } = this.#held
    const leadsToHeld = from < heldStart && last > heldStart && last <= heldStart + held.length
    const until = leadsToHeld
      ? heldStart
      : Math.min(sizeBytes, Math.max(last, Math.min(wantedEnd, start + LONGEST_READ_BYTES)))
    const rest = await this.#file.read(from, until, options)
    const bytes = Buffer.concat(leadsToHeld ? [begun, rest, held] : [begun, rest])
    this.#held = { start, bytes: bytes.subarray(0, Math.max(last - start, MOST_HELD_BYTES)) }
    return bytes
  }

  #heldFrom(start: number): Buffer {
    const { start: heldStart, bytes } = this.#held
    const isHeld = start >= heldStart && start < heldStart + bytes.length
    return isHeld ? bytes.subarray(start - heldStart) : this.#blocks.heldFrom(start)
  }
}
