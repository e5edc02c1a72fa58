import { CutterError } from '../../api/cutter-error.ts'
import { firstWhere } from '../../io/first-where.ts'
import type { Recording } from './recordings.ts'

/** Times in a playlist are rounded: within half a frame, a time still means the border of segments. */
const ROUNDED_BY_SECONDS = 0.02
/** The first packets of segments are shown in the order of the segments. */
const MOST_OVERLAP_SECONDS = 0.1
const MOST_AHEAD = 8

/**
 * When the segments of a recording are shown: by what the playlist says of their lengths, and, where one was read, by what
 * is in it. Places are numbers of segments, counted from the beginning of the playlist.
 */
export class SegmentTimes {
  readonly durationSeconds: number
  readonly firstPlace: number
  readonly endPlace: number
  readonly #starts: number[]
  /** The places of segments that were read, ascending, and when they begin by the recording's own clock. */
  readonly #read: { place: number; seconds: number }[] = []

  constructor({ segments, firstPlace }: Recording) {
    let at = 0
    this.#starts = segments.map(({ duration }) => {
      at += duration
      return at - duration
    })
    this.durationSeconds = at
    this.firstPlace = firstPlace
    this.endPlace = firstPlace + segments.length
  }

  /** Whether anything read so far shows the clock's offset. */
  get isClockKnown(): boolean {
    return this.#read.length > 0
  }

  /** How long after the recording's beginning the playlist has a segment begin. */
  claimedStart(place: number): number {
    return this.#starts[place - this.firstPlace]!
  }

  /** By the recording's own clock. */
  startOf(place: number): number {
    const near = this.#read[Math.max(0, this.#lastReadAt(place))]
    return this.claimedStart(place) + (near ? near.seconds - this.claimedStart(near.place) : 0)
  }

  /** Tells when a segment really begins: lists are off by a second and more, and it adds up. */
  learn(place: number, seconds: number): void {
    const before = this.#lastReadAt(place)
    if (this.#read[before]?.place === place) return
    const isLate = before >= 0 && this.#read[before]!.seconds > seconds + MOST_OVERLAP_SECONDS
    const next = this.#read[before + 1]
    if (isLate || (next && seconds > next.seconds + MOST_OVERLAP_SECONDS)) {
      throw new CutterError('broken_media', 'The segments of the playlist do not stand in the order of their times.')
    }
    this.#read.splice(before + 1, 0, { place, seconds })
  }

  placeBefore(seconds: number): number {
    const { firstPlace, endPlace } = this
    const isLater = (index: number) => this.startOf(firstPlace + 1 + index) > seconds + ROUNDED_BY_SECONDS
    return firstPlace + firstWhere(endPlace - firstPlace - 1, isLater)
  }

  /** Places around some whose times tell whether the segments stand in order. */
  beside(firstPlace: number, lastPlace: number): number[] {
    return [firstPlace - 1, lastPlace + 1].filter((place) => place >= this.firstPlace && place < this.endPlace)
  }

  ahead(place: number, untilSeconds: number): number[] {
    const places: number[] = []
    const until = untilSeconds - ROUNDED_BY_SECONDS
    for (let next = place + 1; next < this.endPlace && this.startOf(next) < until; next++) {
      places.push(next)
      if (places.length === MOST_AHEAD) break
    }
    return places
  }

  /** The index of the last segment read at or before a place; -1 when there is none. */
  #lastReadAt(place: number): number {
    return firstWhere(this.#read.length, (index) => this.#read[index]!.place > place) - 1
  }
}
