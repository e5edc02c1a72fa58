import type { ReadOptions } from '../bytes/part-reader.ts'
import { CutterError } from '../cutter-error.ts'
import { findTsLayout } from '../ts/ts-layout.ts'
import { TS_TIMESCALE, type TsRun, type TsRuns } from '../ts/ts-walk.ts'
import type { SegmentTimes } from './segment-times.ts'

/** A transport stream in segments, whose times the playlist knows. */
export class PlaylistTsRuns implements TsRuns {
  readonly count: number
  readonly #times: SegmentTimes
  readonly #readSegment: (place: number, options: ReadOptions) => Promise<Buffer>
  #isClockKnown = false

  constructor(times: SegmentTimes, readSegment: (place: number, options: ReadOptions) => Promise<Buffer>) {
    this.count = times.count
    this.#times = times
    this.#readSegment = readSegment
  }

  startAt(firstTick: number): void {
    this.#times.clockSeconds = firstTick / TS_TIMESCALE
    this.#isClockKnown = true
  }

  nearTick(place: number): number | null {
    return this.#isClockKnown ? this.#times.startOf(place) * TS_TIMESCALE : null
  }

  async read(place: number, _extraBytes: number, options: ReadOptions): Promise<TsRun> {
    const bytes = await this.#readSegment(place, options)
    const layout = findTsLayout(bytes)
    if (!layout) {
      throw new CutterError('broken_media', 'A segment of the playlist is no transport stream.')
    }
    return { bytes, layout, ownedEnd: bytes.length, isWhole: true }
  }

  async placeBefore(seconds: number): Promise<number> {
    return this.#times.placeBefore(seconds)
  }

  ahead(place: number, untilSeconds: number): number[] {
    return this.#times.ahead(place, untilSeconds)
  }
}
