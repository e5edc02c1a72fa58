import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import type { PacketList } from './packet-list.ts'

/** A track by another clock's ticks: those of the track that it is joined with. */
export class RescaledTrack implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown: boolean
  readonly presentationEnd: number
  readonly isFoundByReading: boolean
  readonly #track: IndexedTrack
  readonly #ratio: number

  constructor(track: IndexedTrack, timescale: number) {
    this.#track = track
    this.#ratio = timescale / track.timescale
    this.timescale = timescale
    this.isWhollyKnown = track.isWhollyKnown
    this.isFoundByReading = track.isFoundByReading ?? false
    this.presentationEnd = (track.presentationEnd ?? Infinity) * this.#ratio
  }

  async covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const packets = await this.#track.covering(fromTick / this.#ratio, toTick / this.#ratio, options)
    return packets.with({
      pts: packets.pts.map((tick) => Math.round(tick * this.#ratio)),
      durations: Float64Array.from(packets.durations, (ticks) => Math.round(ticks * this.#ratio)),
    })
  }

  async firstPts(options: ReadOptions): Promise<number | null> {
    const first = await this.#track.firstPts(options)
    return first === null ? null : Math.round(first * this.#ratio)
  }

  async endPts(options: ReadOptions): Promise<number | null> {
    const end = await this.#track.endPts(options)
    return end === null ? null : Math.round(end * this.#ratio)
  }
}
