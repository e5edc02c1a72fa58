import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { findTsLayout } from '../ts/ts-layout.ts'
import { TS_TIMESCALE, type TsRun, type TsRuns } from '../ts/ts-walk.ts'
import type { SegmentTimes } from './segment-times.ts'

const NOTHING: TsRun = {
  bytes: Buffer.alloc(0),
  layout: { strideBytes: 188, firstPacket: 0 },
  ownedEnd: 0,
  isWhole: true,
}

/** A transport stream in segments, whose times the playlist knows. */
export class PlaylistTsRuns implements TsRuns {
  readonly firstPlace: number
  readonly endPlace: number
  readonly #times: SegmentTimes
  readonly #readSegment: (place: number, options: ReadOptions) => Promise<Buffer | null>

  /** @param readSegment null: there is a gap */
  constructor(times: SegmentTimes, readSegment: (place: number, options: ReadOptions) => Promise<Buffer | null>) {
    this.firstPlace = times.firstPlace
    this.endPlace = times.endPlace
    this.#times = times
    this.#readSegment = readSegment
  }

  nearTick(place: number): number | null {
    return this.#times.isClockKnown ? this.#times.startOf(place) * TS_TIMESCALE : null
  }

  async read(place: number, _extraBytes: number, options: ReadOptions): Promise<TsRun> {
    const bytes = await this.#readSegment(place, options)
    if (!bytes) {
      return NOTHING
    }
    const layout = findTsLayout(bytes)
    if (!layout) {
      throw new CutterError('broken_media', 'A segment of the playlist is no transport stream.')
    }
    return { bytes, layout, ownedEnd: bytes.length, isWhole: true }
  }

  begins(place: number, tick: number): void {
    this.#times.learn(place, tick / TS_TIMESCALE)
  }

  async placeBefore(seconds: number): Promise<number> {
    return this.#times.placeBefore(seconds)
  }

  beside(firstPlace: number, lastPlace: number): number[] {
    return this.#times.beside(firstPlace, lastPlace)
  }

  ahead(place: number, untilSeconds: number): number[] {
    return this.#times.ahead(place, untilSeconds)
  }
}
