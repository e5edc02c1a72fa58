import type { ReadOptions } from '../../io/part-reader.ts'
import type { EditedRun, IndexedByteRange, IndexedTrack } from './indexed-track.ts'
import type { PacketList } from './packet-list.ts'

/**
 * A track on the part's own timeline, which begins at zero. Fragmented files without an edit list begin as late as
 * their first frame is reordered (0.067 s is usual); what people call 0:00 is that first frame.
 */
export class ShiftedTrack implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown: boolean
  readonly presentationEnd: number
  readonly isFoundByReading: boolean
  readonly runs: readonly EditedRun[] | undefined
  readonly #track: IndexedTrack
  readonly #originTicks: number

  /** @param endTick from where on nothing is shown, on the shifted timeline */
  constructor(track: IndexedTrack, originTicks: number, endTick = Infinity) {
    this.timescale = track.timescale
    this.isWhollyKnown = track.isWhollyKnown
    this.presentationEnd = Math.min((track.presentationEnd ?? Infinity) - originTicks, endTick)
    this.isFoundByReading = track.isFoundByReading ?? false
    this.runs = track.runs?.map((run) => ({
      ...run,
      fromTick: run.fromTick - originTicks,
      toTick: run.toTick - originTicks,
      track: new ShiftedTrack(run.track, originTicks),
    }))
    this.#track = track
    this.#originTicks = originTicks
  }

  async covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const origin = this.#originTicks
    const end = Math.min(toTick, this.presentationEnd)
    return this.#shifted(await this.#track.covering(fromTick + origin, end + origin, options))
  }

  async firstPts(options: ReadOptions): Promise<number | null> {
    const first = await this.#track.firstPts(options)
    return first === null ? null : first - this.#originTicks
  }

  async endPts(options: ReadOptions): Promise<number | null> {
    const end = await this.#track.endPts(options)
    return end === null ? null : Math.min(end - this.#originTicks, this.presentationEnd)
  }

  byteRanges(): IndexedByteRange[] | null {
    const origin = this.#originTicks / this.timescale
    const byteRanges = this.#track.byteRanges?.() ?? []
    const shifted = byteRanges.map(({ fromSeconds, toSeconds, sizeBytes, packets }) => ({
      fromSeconds: Math.max(0, fromSeconds - origin),
      toSeconds: Math.max(0, toSeconds - origin),
      sizeBytes,
      packets: async (options: ReadOptions) => this.#shifted(await packets(options)),
    }))
    return shifted.length > 0 ? shifted : null
  }

  #shifted(packets: PacketList): PacketList {
    const origin = this.#originTicks
    return origin === 0 ? packets : packets.with({ pts: packets.pts.map((tick) => tick - origin) })
  }
}
