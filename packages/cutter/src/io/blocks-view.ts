import type { BlockCache } from './block-cache.ts'
import type { ReadOptions } from './part-reader.ts'

/** Blocks of a file, or of something that looks like one. */
export type ReadableBlocks = Pick<BlockCache, 'sizeBytes' | 'read' | 'readAround'>

/** A part of a file as a file of its own. */
export function blocksWithin(blocks: ReadableBlocks, from: number, to: number): ReadableBlocks {
  return {
    sizeBytes: to - from,
    read: (start, end, options) => blocks.read(from + start, from + end, options),
    async readAround(start, end, withNext, options) {
      const around = await blocks.readAround(from + start, from + end, withNext, options)
      const before = Math.max(0, from - around.start)
      const behind = Math.max(0, to - around.start)
      return { start: around.start + before - from, bytes: around.bytes.subarray(before, behind) }
    },
  }
}

/** A file some of whose bytes are others. */
export function patchedBlocks(
  blocks: ReadableBlocks,
  patches: readonly { at: number; bytes: Buffer }[],
): ReadableBlocks {
  const patched = (start: number, bytes: Uint8Array): Buffer => {
    const piece = Buffer.from(bytes)
    for (const patch of patches) {
      const from = Math.max(start, patch.at)
      const to = Math.min(start + bytes.length, patch.at + patch.bytes.length)
      if (from < to) patch.bytes.copy(piece, from - start, from - patch.at, to - patch.at)
    }
    return piece
  }
  return {
    sizeBytes: blocks.sizeBytes,
    read: async (start: number, end: number, options: ReadOptions) =>
      patched(start, await blocks.read(start, end, options)),
    async readAround(start, end, withNext, options) {
      const around = await blocks.readAround(start, end, withNext, options)
      return { start: around.start, bytes: patched(around.start, around.bytes) }
    },
  }
}
