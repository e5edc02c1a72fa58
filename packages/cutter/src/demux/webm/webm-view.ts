import type { EncodedPacket, Input } from 'mediabunny'
import { unsupportedMedia } from '../../api/cutter-error.ts'
import {
  childElements,
  type EbmlElement,
  EBML_IDS as ID,
  LONGEST_HEADER_BYTES,
  readElement,
  sizeBytes,
  vintBytes,
  wideHead,
} from '../../bitstream/ebml.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import { openMediabunnyInput } from '../common/mediabunny-input.ts'

/** A file as mediabunny is to see it: it ends early, and some of its bytes are others. */
export interface WebmView {
  end: number
  patches: readonly { at: number; bytes: Buffer }[]
}

export interface WebmInput {
  input: Input
  /** Where the bytes of one of its packets lie in the file. */
  offsetOf(packet: EncodedPacket): number
}

const VOID_HEADER_BYTES = 9
const LARGEST_CLUSTER_BYTES = 64 * 1024 * 1024
/** Half a minute at most, in which Opus has 400 packets a second. mediabunny makes an object of each before it gives the first. */
const MOST_FRAMES_IN_CLUSTER = 20_000
/** Each cluster is requested twice: enough for ten hours of clusters of a fifth of a second. */
const MOST_READS = 400_000

/** Opens a view of a file. Its reads go through our blocks; no packet is copied on the way. */
export function openWebmInput(blocks: BlockCache, { end, patches }: WebmView, options: ReadOptions): WebmInput {
  const starts = new WeakMap<ArrayBufferLike, number>()
  const placed = (start: number, bytes: Uint8Array): Buffer => {
    // Each piece has its own buffer: the place of a packet in the file follows from its view of that buffer.
    const piece = Buffer.from(new ArrayBuffer(bytes.length))
    piece.set(bytes)
    for (const { at, bytes: patch } of patches) {
      const from = Math.max(start, at)
      const to = Math.min(start + bytes.length, at + patch.length)
      if (from < to) patch.copy(piece, from - start, from - at, to - at)
    }
    starts.set(piece.buffer, start)
    return piece
  }
  const view = {
    sizeBytes: end,
    read: async (from: number, to: number, reading: ReadOptions) => placed(from, await blocks.read(from, to, reading)),
    readAround: async (from: number, to: number, withNext: boolean, reading: ReadOptions) => {
      if (to - from > LARGEST_CLUSTER_BYTES) throw unsupportedMedia(`A cluster claims ${to - from} bytes.`)
      const found = await blocks.readAround(from, to, withNext, reading)
      return { start: found.start, bytes: placed(found.start, found.bytes) }
    },
  }
  return {
    input: openMediabunnyInput(view, options, { mostFrames: MOST_READS, inspect: requireFewFrames }),
    offsetOf({ data }) {
      const start = starts.get(data.buffer)
      if (start === undefined) throw new Error('mediabunny copies packets now: nobody knows where they lie.')
      return start + data.byteOffset
    },
  }
}

/** The same file without some whole clusters: mediabunny sees an empty element in their place. */
export function hiding({ end, patches }: WebmView, from: number, to: number): WebmView {
  if (to - from < VOID_HEADER_BYTES) return { end, patches }
  return { end, patches: [...patches, { at: from, bytes: wideHead(ID.void, to - from - VOID_HEADER_BYTES) }] }
}

/**
 * A view that ends behind the last block that is whole before `limit`, be it in the middle of a cluster. Null when there is no
 * cluster with a whole block.
 */
export async function endingBefore(
  blocks: BlockCache,
  { patches }: WebmView,
  cluster: number,
  limit: number,
  options: ReadOptions,
): Promise<WebmView | null> {
  const to = Math.min(limit, blocks.sizeBytes, cluster + LARGEST_CLUSTER_BYTES)
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
    if (end > element.bodyStart + LONGEST_HEADER_BYTES) {
      view = { end: cluster + end, patches: isPatched ? [...patches, sizePatch(cluster, element, end)] : patches }
    }
  }
  return view
}

/** The size of a cluster, written in as many bytes as before. */
function sizePatch(cluster: number, { start, bodyStart }: EbmlElement, end: number) {
  return { at: cluster + start + 4, bytes: sizeBytes(end - bodyStart, bodyStart - start - 4) }
}

/** @param body the bytes that mediabunny parses at once; only clusters have anything to count */
function requireFewFrames(body: Buffer): void {
  let frames = 0
  for (const child of childElements(body)) {
    if (child.id === ID.simpleBlock) frames += framesIn(body, child)
    if (child.id === ID.blockGroup) {
      for (const part of childElements(body, child)) frames += part.id === ID.block ? framesIn(body, part) : 0
    }
    if (frames > MOST_FRAMES_IN_CLUSTER) throw unsupportedMedia('A cluster has more packets than can be held.')
  }
}

/** A block begins with the number of its track, its time, and flags; of several frames it says how many (RFC 9559, 10.3). */
function framesIn(body: Buffer, { bodyStart }: EbmlElement): number {
  const flagsAt = bodyStart + vintBytes(body[bodyStart] ?? 0) + 2
  const isLaced = ((body[flagsAt] ?? 0) & 0x06) !== 0
  return isLaced ? (body[flagsAt + 1] ?? 0) + 1 : 1
}
