import type { EncodedPacket, Input } from 'mediabunny'
import { unsupportedMedia } from '../../api/cutter-error.ts'
import {
  childElements,
  type EbmlElement,
  eightByteSizeHead,
  EBML_IDS as ID,
  MAX_HEADER_BYTES,
  readElement,
  sizeBytes,
  vintBytes,
} from '../../bitstream/ebml.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { openMediabunnyInput } from '../common/mediabunny-input.ts'

/** A view of a file for mediabunny: bytes after `end` are hidden, and patches replace some bytes. */
export interface WebmView {
  end: number
  patches: readonly { at: number; bytes: Buffer }[]
}

export interface WebmInput {
  input: Input
  /** Offset of a packet's bytes in the file. */
  offsetOf(packet: EncodedPacket): number
}

const VOID_HEADER_BYTES = 9
const MAX_CLUSTER_BYTES = 64 * 1024 * 1024
/**
 * Maximum number of packets in a cluster: 50 seconds of Opus at 400 per second. mediabunny creates objects for all at
 * once.
 */
const MAX_FRAMES_IN_CLUSTER = 20_000
/** Maximum number of reads. With two reads per cluster of a fifth of a second, they are enough for ten hours. */
const MAX_READS = 400_000

/** Opens a view of a file in mediabunny, which reads through `blocks`. Its packets are views of the read bytes. */
export function openWebmInput(blocks: BlockCache, { end, patches }: WebmView, options: ReadOptions): WebmInput {
  const starts = new WeakMap<ArrayBufferLike, number>()
  const copyPatched = (start: number, bytes: Uint8Array): Buffer => {
    // Each copy has its own buffer. The offset of a packet in the file follows from its view of that buffer.
    const copy = Buffer.from(new ArrayBuffer(bytes.length))
    copy.set(bytes)
    for (const { at, bytes: patch } of patches) {
      const from = Math.max(start, at)
      const to = Math.min(start + bytes.length, at + patch.length)
      if (from < to) patch.copy(copy, from - start, from - at, to - at)
    }
    starts.set(copy.buffer, start)
    return copy
  }
  const view = {
    sizeBytes: end,
    read: async (from: number, to: number, reading: ReadOptions) =>
      copyPatched(from, await blocks.read(from, to, reading)),
    readAround: async (from: number, to: number, withNext: boolean, reading: ReadOptions) => {
      if (to - from > MAX_CLUSTER_BYTES) throw unsupportedMedia(`A cluster claims ${to - from} bytes.`)
      const range = await blocks.readAround(from, to, withNext, reading)
      return { start: range.start, bytes: copyPatched(range.start, range.bytes) }
    },
  }
  return {
    input: openMediabunnyInput(view, options, { maxFrames: MAX_READS, inspect: requireFewFrames }),
    offsetOf({ data }) {
      const start = starts.get(data.buffer)
      if (start === undefined) throw new Error('mediabunny copies packets now: nobody knows where they lie.')
      return start + data.byteOffset
    },
  }
}

/** Hides the whole clusters in [from, to): mediabunny sees one Void element instead. */
export function hideClusters({ end, patches }: WebmView, from: number, to: number): WebmView {
  if (to - from < VOID_HEADER_BYTES) return { end, patches }
  return { end, patches: [...patches, { at: from, bytes: eightByteSizeHead(ID.void, to - from - VOID_HEADER_BYTES) }] }
}

/**
 * Ends a view after the last block that is complete before `limit`, even in the middle of a cluster. Returns null if no
 * cluster has a complete block.
 */
export async function endViewBefore(
  blocks: BlockCache,
  { patches }: WebmView,
  cluster: number,
  limit: number,
  options: ReadOptions,
): Promise<WebmView | null> {
  const to = Math.min(limit, blocks.sizeBytes, cluster + MAX_CLUSTER_BYTES)
  const bytes = Buffer.from(await blocks.read(cluster, to, options))
  let view: WebmView | null = null
  for (let at: number | null = 0; at !== null; ) {
    const element = readElement(bytes, at)
    at = element && element.end <= bytes.length ? element.end : null
    if (element?.id !== ID.cluster) continue
    if (at !== null) {
      view = { end: cluster + at, patches }
      continue
    }
    let end = element.bodyStart
    for (const child of childElements(bytes, element)) {
      if (child.id === ID.cluster) {
        at = child.start
        break
      }
      end = child.end
    }
    const isPatched = element.end !== Infinity
    if (end > element.bodyStart + MAX_HEADER_BYTES) {
      view = { end: cluster + end, patches: isPatched ? [...patches, sizePatch(cluster, element, end)] : patches }
    }
  }
  return view
}

/** The patch for a cluster's size, in as many bytes as the original size. */
function sizePatch(cluster: number, { start, bodyStart }: EbmlElement, end: number) {
  return { at: cluster + start + 4, bytes: sizeBytes(end - bodyStart, bodyStart - start - 4) }
}

/**
 * Throws for a cluster with too many packets.
 * @param body bytes that mediabunny parses at once: the body of a cluster, or of an element without blocks
 */
function requireFewFrames(body: Buffer): void {
  let frames = 0
  for (const child of childElements(body)) {
    if (child.id === ID.simpleBlock) frames += framesIn(body, child)
    if (child.id === ID.blockGroup) {
      for (const part of childElements(body, child)) frames += part.id === ID.block ? framesIn(body, part) : 0
    }
    if (frames > MAX_FRAMES_IN_CLUSTER) throw unsupportedMedia('A cluster has more packets than can be held.')
  }
}

/** Number of frames in a block: its count of laced frames, or one (RFC 9559, 10.3). */
function framesIn(body: Buffer, { bodyStart }: EbmlElement): number {
  const flagsAt = bodyStart + vintBytes(body[bodyStart] ?? 0) + 2
  const isLaced = ((body[flagsAt] ?? 0) & 0x06) !== 0
  return isLaced ? (body[flagsAt + 1] ?? 0) + 1 : 1
}
