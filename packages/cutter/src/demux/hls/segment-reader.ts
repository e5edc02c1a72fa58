import { CutterError, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import type { ByteRange, SegmentSource } from '../../api/segment-source.ts'
import { awaitRead, type ReadOptions } from '../../io/part-reader.ts'
import type { ScatteredPacketReader } from '../common/scattered-packet-reader.ts'
import { MAX_SEGMENT_BYTES } from './playlist-source.ts'
import type { SegmentPackets } from './segment-scan.ts'
import type { Recording } from './segment-times.ts'

export type SegmentReader = ReturnType<typeof createSegmentReader>

/** Readers that all recordings of a source share. */
export interface RecordingSource {
  segments: SegmentReader
  /** Sets the demuxer of a recording, and returns the reader of its packets. All recordings share its cache limit. */
  readerFor<T extends SegmentPackets>(
    recording: Recording,
    demux: (key: number, options: ReadOptions) => Promise<T>,
  ): ScatteredPacketReader<T>
}

/** Creates a reader of segments, which counts bytes, can be cancelled, throws typed errors and checks sizes. */
export function createSegmentReader(source: SegmentSource) {
  const sizes = new Map<number, number>()

  async function fetchCounted<T>(work: () => Promise<T>, bytesOf: (result: T) => Uint8Array, options: ReadOptions) {
    const { signal, meter } = options
    throwIfCancelled(signal)
    meter.requests += 1
    const result = await awaitRead(work, signal)
    const bytes = bytesOf(result)
    meter.bytes += bytes.length
    if (meter.bytes > meter.maxBytes) {
      throw unsupportedMedia(`The media cannot be read within ${meter.maxBytes} bytes.`)
    }
    return { result, bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength) }
  }

  return {
    segments: source.segments,
    /**
     * Reads at least a byte range of a segment, or what the segment has of it.
     * @param byteRange null: the whole segment
     */
    async read(index: number, byteRange: ByteRange | null, options: ReadOptions) {
      const work = () => source.readSegment(index, byteRange, options.signal)
      const { result, bytes } = await fetchCounted(work, (part) => part.bytes, options)
      const { start, sizeBytes } = result
      const end = Math.min(sizeBytes, byteRange?.end ?? sizeBytes)
      if (
        start > (byteRange?.start ?? 0) ||
        start + bytes.length < end ||
        (sizes.get(index) ?? sizeBytes) !== sizeBytes
      ) {
        throw new CutterError('source_failed', 'A segment has changed while it was read.')
      }
      if (sizeBytes > MAX_SEGMENT_BYTES) throw unsupportedMedia(`A segment has ${sizeBytes} bytes.`)
      sizes.set(index, sizeBytes)
      return { bytes, start, sizeBytes }
    },
    async readInitSection(index: number, options: ReadOptions): Promise<Buffer> {
      const work = () => source.readInitSection(index, options.signal)
      return (await fetchCounted(work, (section) => section, options)).bytes
    },
  }
}
