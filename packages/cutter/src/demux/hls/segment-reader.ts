import { CutterError, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ByteRange, SegmentSource } from '../../api/segment-source.ts'
import { delivered, type ReadOptions } from '../../io/part-reader.ts'
import type { HeldPacketReader } from '../common/held-packet-reader.ts'
import { LARGEST_SEGMENT_BYTES } from './playlist-source.ts'
import type { SegmentPackets } from './segment-scan.ts'
import type { Recording } from './segment-times.ts'

export type SegmentReader = ReturnType<typeof createSegmentReader>

/** What the recordings of a source share. */
export interface RecordingSource {
  segments: SegmentReader
  /** The reader of a recording's packets, which are demuxed so from now on. All recordings share its budget of bytes. */
  readerFor<T extends SegmentPackets>(
    recording: Recording,
    demux: (key: number, options: ReadOptions) => Promise<T>,
  ): HeldPacketReader<T>
}

/** Reads segments: counted, cancellable, with typed errors, and of one size each time. */
export function createSegmentReader(source: SegmentSource) {
  const sizes = new Map<number, number>()

  async function counted<T>(work: () => Promise<T>, bytesOf: (read: T) => Uint8Array, options: ReadOptions) {
    const { signal, meter } = options
    throwIfCancelled(signal)
    meter.requests += 1
    const read = await delivered(work, signal)
    const bytes = bytesOf(read)
    meter.bytes += bytes.length
    if (meter.bytes > meter.mostBytes) {
      throw unsupportedMedia(`The media cannot be read within ${meter.mostBytes} bytes.`)
    }
    return { read, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  }

  return {
    segments: source.segments,
    /** At least the bytes of the range that the segment has; null: all of it. */
    async read(index: number, byteRange: ByteRange | null, options: ReadOptions) {
      const work = () => source.readSegment(index, byteRange, options.signal)
      const { read, bytes } = await counted(work, (part) => part.bytes, options)
      const { start, sizeBytes } = read
      const end = Math.min(sizeBytes, byteRange?.end ?? sizeBytes)
      if (
        start > (byteRange?.start ?? 0) ||
        start + bytes.length < end ||
        (sizes.get(index) ?? sizeBytes) !== sizeBytes
      ) {
        throw new CutterError('source_failed', 'A segment has changed while it was read.')
      }
      if (sizeBytes > LARGEST_SEGMENT_BYTES) throw unsupportedMedia(`A segment has ${sizeBytes} bytes.`)
      sizes.set(index, sizeBytes)
      return { bytes, start, sizeBytes }
    },
    async readInitSection(index: number, options: ReadOptions): Promise<Buffer> {
      const work = () => source.readInitSection(index, options.signal)
      return (await counted(work, (read) => read, options)).bytes
    },
  }
}
