import { KeptStretches } from '../../bytes/kept-stretches.ts'
import { PartReader, type ReadOptions } from '../../bytes/part-reader.ts'
import { CutterError } from '../../cutter-error.ts'
import type { PacketRef } from './packet-ref.ts'

/** Packets that were taken out of their container, as bytes of their own. */
export interface HeldStretch {
  bytes: Buffer
  heldBytes: number
  /** Where not all of its bytes were read: reads those of a packet that are not at hand. */
  read?(from: number, to: number, options: ReadOptions): Promise<Buffer>
}

/** Packets and where they are told to be. */
export interface HeldPackets extends HeldStretch {
  video: PacketRef[]
  sound: PacketRef[]
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
    const stretch = await this.stretches.get(place, options)
    const { bytes } = stretch
    const from = start - place * STRETCH_SPAN_BYTES
    if (stretch.read) {
      return stretch.read(from, from + end - start, options)
    }
    if (from + end - start > bytes.length) {
      throw new CutterError('source_failed', 'The source has changed while it was read.')
    }
    return bytes.subarray(from, from + end - start)
  }
}

/** Loads the stretches of some segments: those of one recording, where a source has several. */
export type StretchLoader = (place: number, options: ReadOptions) => Promise<HeldPackets>

/** One reader for all recordings of a source, so that what is kept of them together is bounded. */
export class SharedStretches {
  readonly reader: StretchReader<HeldPackets>
  readonly #loaders = new Map<number, { endPlace: number; load: StretchLoader }>()

  constructor(places: number) {
    this.reader = new StretchReader((place, options) => this.#loaderOf(place)(place, options), places)
  }

  /** From now on these places are loaded so. */
  assign(firstPlace: number, endPlace: number, load: StretchLoader): StretchReader<HeldPackets> {
    this.#loaders.set(firstPlace, { endPlace, load })
    return this.reader
  }

  #loaderOf(place: number): StretchLoader {
    for (const [firstPlace, { endPlace, load }] of this.#loaders) {
      if (place >= firstPlace && place < endPlace) {
        return load
      }
    }
    throw new Error('A stretch was asked for of which nobody knows how to read it.')
  }
}
