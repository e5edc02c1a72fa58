import type { BlockCache } from './block-cache.ts'
import type { ReadOptions } from './part-reader.ts'

/** Cached blocks of a file or of a view of a file. */
export type ReadableBlocks = Pick<BlockCache, 'sizeBytes' | 'read' | 'readAround'>

/** A view of the bytes [from, to) as a file of its own. */
export function blocksWithin(blocks: ReadableBlocks, from: number, to: number): ReadableBlocks {
  return {
    sizeBytes: to - from,
    read: (start, end, options) => blocks.read(from + start, from + end, options),
    async readAround(start, end, withNext, options) {
      const range = await blocks.readAround(from + start, from + end, withNext, options)
      const viewStart = Math.max(0, from - range.start)
      const viewEnd = Math.max(0, to - range.start)
      return { start: range.start + viewStart - from, bytes: range.bytes.subarray(viewStart, viewEnd) }
    },
  }
}

/** A view of a file in which patches replace some bytes. */
export function patchedBlocks(
  blocks: ReadableBlocks,
  patches: readonly { at: number; bytes: Buffer }[],
): ReadableBlocks {
  const applyPatches = (start: number, bytes: Uint8Array): Buffer => {
    const patchedBytes = Buffer.from(bytes)
    for (const patch of patches) {
      const from = Math.max(start, patch.at)
      const to = Math.min(start + bytes.length, patch.at + patch.bytes.length)
      if (from < to) patch.bytes.copy(patchedBytes, from - start, from - patch.at, to - patch.at)
    }
    return patchedBytes
  }
  return {
    sizeBytes: blocks.sizeBytes,
    read: async (start: number, end: number, options: ReadOptions) =>
      applyPatches(start, await blocks.read(start, end, options)),
    async readAround(start, end, withNext, options) {
      const range = await blocks.readAround(start, end, withNext, options)
      return { start: range.start, bytes: applyPatches(range.start, range.bytes) }
    },
  }
}
