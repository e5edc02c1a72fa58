import { CutterError } from '../../api/cutter-error.ts'
import { CachedByteRanges } from '../../io/cached-ranges.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import { PartReader, type ReadOptions } from '../../io/part-reader.ts'

/** Packets that were taken out of their container, as bytes of their own. */
export interface HeldByteRange {
  bytes: Buffer
  heldBytes: number
  /** Where not all of its bytes were read: reads those of a packet that are not at hand. */
  read?(from: number, to: number, options: ReadOptions): Promise<Buffer>
}

/** Packets and where they are told to be. */
export interface HeldPackets extends HeldByteRange {
  video: PacketRef[]
  audio: PacketRef[]
}

/** So far apart do the bytes of stretches lie; each is much smaller. */
export const BYTE_RANGE_SPAN_BYTES = 2 ** 32

/**
 * Reads packets whose bytes do not lie in one piece in their file: their offsets count from the place of the stretch in
 * which they were found. What is fetched is counted where it is fetched.
 */
export class ByteRangeReader<T extends HeldByteRange> extends PartReader {
  readonly byteRanges: CachedByteRanges<T>

  constructor(load: (place: number, options: ReadOptions) => Promise<T>, places: number) {
    const sizeBytes = places * BYTE_RANGE_SPAN_BYTES
    super({ sizeBytes, read: () => Promise.reject(new Error('Packets are read with their stretch.')) })
    this.byteRanges = new CachedByteRanges(load)
  }

  protected override async fetch(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    if (start === end) return Buffer.alloc(0)
    const place = Math.floor(start / BYTE_RANGE_SPAN_BYTES)
    const stretch = await this.byteRanges.get(place, options)
    const { bytes } = stretch
    const from = start - place * BYTE_RANGE_SPAN_BYTES
    if (stretch.read) return stretch.read(from, from + end - start, options)
    if (from + end - start > bytes.length) {
      throw new CutterError('source_failed', 'The source has changed while it was read.')
    }
    return bytes.subarray(from, from + end - start)
  }
}
