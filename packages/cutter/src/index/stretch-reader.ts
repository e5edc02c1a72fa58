import { KeptStretches } from '../bytes/kept-stretches.ts'
import { PartReader, type ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'

/** Packets that were taken out of their container, as bytes of their own. */
export interface HeldStretch {
  bytes: Buffer
  heldBytes: number
}

/** So far apart do the bytes of stretches lie; each is much smaller. */
export const STRETCH_SPAN_BYTES = 2 ** 32

/**
 * Reads packets whose bytes do not lie in one piece in their file: their offsets count from the place of the stretch in
 * which they were found. What is fetched is counted where it is fetched.
 */
export class StretchReader<T extends HeldStretch> extends PartReader {
  readonly stretches: KeptStretches<T>

  constructor(load: (place: number, options: ReadOptions) => Promise<T>, places: number) {
    const sizeBytes = places * STRETCH_SPAN_BYTES
    super({ sizeBytes, read: () => Promise.reject(new Error('Packets are read with their stretch.')) })
    this.stretches = new KeptStretches(load)
  }

  override async read(start: number, end: number, options: ReadOptions): Promise<Buffer> {
    const place = Math.floor(start / STRETCH_SPAN_BYTES)
    const { bytes } = await this.stretches.get(place, options)
    const from = start - place * STRETCH_SPAN_BYTES
    if (from + end - start > bytes.length) {
      throw new CutterError('source_failed', 'The source has changed while it was read.')
    }
    return bytes.subarray(from, from + end - start)
  }
}
