import type { PlaylistTable } from './playlist-layout.ts'

/** What a playlist says of a time is rounded: half a picture more or less means the border of segments all the same. */
const ROUNDED_BY_SECONDS = 0.02

/** When the segments of a playlist are shown. */
export class SegmentTimes {
  readonly durationSeconds: number
  readonly #starts: number[]
  /** What the media's own clock shows at the first segment's beginning. */
  clockSeconds = 0

  constructor({ segments }: PlaylistTable) {
    let at = 0
    this.#starts = segments.map(({ durationSeconds }) => {
      at += durationSeconds
      return at - durationSeconds
    })
    this.durationSeconds = at
  }

  get count(): number {
    return this.#starts.length
  }

  /** By the media's own clock. */
  startOf(place: number): number {
    return this.clockSeconds + this.#starts[place]!
  }

  placeBefore(seconds: number): number {
    const wanted = seconds - this.clockSeconds + ROUNDED_BY_SECONDS
    return Math.max(
      0,
      this.#starts.findLastIndex((start) => start <= wanted),
    )
  }

  ahead(place: number, untilSeconds: number): number[] {
    const places: number[] = []
    const until = untilSeconds - this.clockSeconds - ROUNDED_BY_SECONDS
    for (let next = place + 1; next < this.count && this.#starts[next]! < until && places.length < 8; next++) {
      places.push(next)
    }
    return places
  }
}
