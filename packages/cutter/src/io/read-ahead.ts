import type { BlockCache } from './block-cache.ts'
import type { PartReader, ReadOptions } from './part-reader.ts'

/** Longest read ahead. It is large enough that PartReader splits it into parallel requests. */
const MAX_READ_BYTES = 4 * 1024 * 1024
/** Number of bytes of the last read that stay cached; more if the request itself was larger. */
const MAX_HELD_BYTES = 8 * 1024 * 1024
/** Number of cached probes. Reading usually begins at the offset of one of the last probes. */
const MAX_PROBES = 4

/**
 * Reads a file range by range. If the next bytes are expected to be needed, the same request fetches and caches them.
 * The last read stays cached, so that a step back reads nothing again.
 * @param blocks cached blocks of the same file
 */
export function readAhead(file: PartReader, blocks: BlockCache) {
  let lastRead: { start: number; bytes: Buffer } = { start: 0, bytes: Buffer.alloc(0) }
  const probes = new Map<number, Buffer>()

  function cachedBytesFrom(start: number): Buffer {
    const isInLastRead = start >= lastRead.start && start < lastRead.start + lastRead.bytes.length
    if (isInLastRead) return lastRead.bytes.subarray(start - lastRead.start)
    const probe = probes.get(start)
    const block = blocks.cachedBytesFrom(start)
    return probe && probe.length > block.length ? probe : block
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
        : Math.min(file.sizeBytes, Math.max(to, Math.min(wantedEnd, start + MAX_READ_BYTES)))
      const newBytes = await file.read(from, readEnd, options)
      const bytes = Buffer.concat(endsInPrevious ? [cachedBytes, newBytes, previous.bytes] : [cachedBytes, newBytes])
      lastRead = { start, bytes: bytes.subarray(0, Math.max(to - start, MAX_HELD_BYTES)) }
      return bytes
    },
    /** Reads the bytes [start, end). Bytes of an earlier probe at the same `start` are not fetched again. */
    async probe(start: number, end: number, options: ReadOptions): Promise<Buffer> {
      const cachedBytes = probes.get(start) ?? Buffer.alloc(0)
      if (cachedBytes.length >= end - start) return cachedBytes.subarray(0, end - start)
      const bytes = Buffer.concat([cachedBytes, await file.read(start + cachedBytes.length, end, options)])
      probes.delete(start)
      probes.set(start, bytes)
      if (probes.size > MAX_PROBES) probes.delete(probes.keys().next().value!)
      return bytes
    },
  }
}
