import type { BlockCache } from './block-cache.ts'
import type { PartReader, ReadOptions } from './part-reader.ts'

/** Longest read ahead. It is large enough that PartReader splits it into parallel requests. */
const LONGEST_READ_BYTES = 4 * 1024 * 1024
/** Bytes of the last read that stay cached; more if the request itself was larger. */
const MOST_HELD_BYTES = 8 * 1024 * 1024
/** Cached looks. Reading usually begins at the offset of one of the last looks. */
const MOST_LOOKS = 4

/**
 * Reads a file range by range. If the next bytes are expected to be needed, the same request fetches and caches them.
 * The last read stays cached, so that a step back reads nothing again.
 * @param blocks cached blocks of the same file
 */
export function readAhead(file: PartReader, blocks: BlockCache) {
  let lastRead: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  const looks = new Map<number, Buffer>()

  function cachedBytesFrom(start: number): Buffer {
    const isInLastRead = start >= lastRead.start && start < lastRead.start + lastRead.bytes.length
    if (isInLastRead) return lastRead.bytes.subarray(start - lastRead.start)
    const look = looks.get(start)
    const block = blocks.cachedBytesFrom(start)
    return look && look.length > block.length ? look : block
  }

  return {
    /**
     * Reads the bytes [start, end), and returns any cached bytes after them too.
     * @param wantedEnd offset at which the expected later reads end
     */
    async read(start: number, end: number, wantedEnd: number, options: ReadOptions): Promise<Buffer> {
      const to = Math.min(end, file.sizeBytes)
      const cachedBytes = cachedBytesFrom(start)
      if (cachedBytes.length >= to - start) return cachedBytes
      const from = start + cachedBytes.length
      const previous = lastRead
      const endsInPrevious =
        from < previous.start && to >= previous.start && to <= previous.start + previous.bytes.length
      const readEnd = endsInPrevious
        ? previous.start
        : Math.min(file.sizeBytes, Math.max(to, Math.min(wantedEnd, start + LONGEST_READ_BYTES)))
      const newBytes = await file.read(from, readEnd, options)
      const bytes = Buffer.concat(endsInPrevious ? [cachedBytes, newBytes, previous.bytes] : [cachedBytes, newBytes])
      lastRead = { start, bytes: bytes.subarray(0, Math.max(to - start, MOST_HELD_BYTES)) }
      return bytes
    },
    /** Reads the bytes [start, end), without those that an earlier look at the same `start` has read. */
    async look(start: number, end: number, options: ReadOptions): Promise<Buffer> {
      const cachedBytes = looks.get(start) ?? Buffer.alloc(0)
      if (cachedBytes.length >= end - start) return cachedBytes.subarray(0, end - start)
      const bytes = Buffer.concat([cachedBytes, await file.read(start + cachedBytes.length, end, options)])
      looks.delete(start)
      looks.set(start, bytes)
      if (looks.size > MOST_LOOKS) looks.delete(looks.keys().next().value!)
      return bytes
    },
  }
}
