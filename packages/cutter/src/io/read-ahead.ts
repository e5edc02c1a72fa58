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
 * @param blocks what was read while looking around
 */
export function readAhead(file: PartReader, blocks: BlockCache) {
  let last: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  const looks = new Map<number, Buffer>()

  function heldFrom(start: number): Buffer {
    const isHeld = start >= last.start && start < last.start + last.bytes.length
    if (isHeld) return last.bytes.subarray(start - last.start)
    const look = looks.get(start)
    const block = blocks.heldFrom(start)
    return look && look.length > block.length ? look : block
  }

  return {
    /**
     * The bytes [start, end), and the bytes after them that are already held.
     * @param wantedEnd up to where later reads are expected
     */
    async read(start: number, end: number, wantedEnd: number, options: ReadOptions): Promise<Buffer> {
      const to = Math.min(end, file.sizeBytes)
      const begun = heldFrom(start)
      if (begun.length >= to - start) return begun
      const from = start + begun.length
      const held = last
      const leadsToHeld = from < held.start && to >= held.start && to <= held.start + held.bytes.length
      const until = leadsToHeld
        ? held.start
        : Math.min(file.sizeBytes, Math.max(to, Math.min(wantedEnd, start + LONGEST_READ_BYTES)))
      const rest = await file.read(from, until, options)
      const bytes = Buffer.concat(leadsToHeld ? [begun, rest, held.bytes] : [begun, rest])
      last = { start, bytes: bytes.subarray(0, Math.max(to - start, MOST_HELD_BYTES)) }
      return bytes
    },
    /** The bytes [start, end). Reads only those that an earlier look at this place did not read. */
    async look(start: number, end: number, options: ReadOptions): Promise<Buffer> {
      const begun = looks.get(start) ?? Buffer.alloc(0)
      if (begun.length >= end - start) return begun.subarray(0, end - start)
      const bytes = Buffer.concat([begun, await file.read(start + begun.length, end, options)])
      looks.delete(start)
      looks.set(start, bytes)
      if (looks.size > MOST_LOOKS) looks.delete(looks.keys().next().value!)
      return bytes
    },
  }
}
