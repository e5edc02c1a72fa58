import { CutterError } from '../../api/cutter-error.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { PartReader, type ReadOptions } from '../../io/part-reader.ts'
import { createRecentlyUsedCache, type RecentlyUsedCache } from '../../io/recently-used.ts'

/** Data of packets without their container, in one buffer. */
export interface PacketByteRange {
  bytes: Buffer
  /** Memory that this range takes in the cache. */
  memoryBytes: number
  /** Reads the bytes of a packet that are not in memory. Present only if `bytes` is incomplete. */
  read?(from: number, to: number, options: ReadOptions): Promise<Buffer>
}

export interface PacketsInMemory extends PacketByteRange {
  video: PacketRef[]
  audio: PacketRef[]
}

/** Distance between the first offsets of two byte ranges. Each range is much smaller. */
export const BYTE_RANGE_SPAN_BYTES = 2 ** 32

/**
 * Reads packets whose bytes are not contiguous in their file. An offset is the number of the packet's byte range times
 * BYTE_RANGE_SPAN_BYTES, plus the offset in that range. `load` counts the fetched bytes in the meter.
 */
export class ScatteredPacketReader<T extends PacketByteRange> extends PartReader {
  readonly byteRanges: RecentlyUsedCache<T>

  constructor(load: (rangeIndex: number, options: ReadOptions) => Promise<T>, rangeCount: number) {
    const sizeBytes = rangeCount * BYTE_RANGE_SPAN_BYTES
    super({ sizeBytes, read: () => Promise.reject(new Error('Packets are read with their byte range.')) })
    this.byteRanges = createRecentlyUsedCache(load)
  }

  protected override async fetch(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    if (start === end) return Buffer.alloc(0)
    const rangeIndex = Math.floor(start / BYTE_RANGE_SPAN_BYTES)
    const range = await this.byteRanges.get(rangeIndex, options)
    const { bytes } = range
    const from = start - rangeIndex * BYTE_RANGE_SPAN_BYTES
    if (range.read) return range.read(from, from + end - start, options)
    if (from + end - start > bytes.length) {
      throw new CutterError('source_failed', 'The source has changed while it was read.')
    }
    return bytes.subarray(from, from + end - start)
  }
}
