import type { IndexedTrack } from '../common/indexed-track.ts'
import type { PacketList } from '../common/packet-list.ts'
import type { Mp4Track } from './movie.ts'
import { packetsOfTable, type SampleTable } from './sample-table.ts'

/** Decoders hold back at most 16 frames, so the first one shown is among these. */
const MOST_REORDERED = 17

/** A track of a plain MP4: everything is known from its sample table. */
export class TableTrack implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown = true
  readonly presentationEnd: number
  readonly #table: SampleTable
  readonly #packets: PacketList

  constructor(track: Mp4Track, table: SampleTable) {
    this.timescale = track.timescale
    this.#table = table
    this.#packets = packetsOfTable(table)
    this.presentationEnd = track.presentationEndTicks
  }

  async covering(fromTick: number, toTick: number): Promise<PacketList> {
    const { count, dts, leastReorderTicks } = this.#table
    const end = Math.min(toTick, this.presentationEnd)
    // Nothing decoded from here on can be shown before the end, however it is reordered.
    const stop = firstWhere(count, (sample) => dts[sample]! + leastReorderTicks >= end)
    const start = this.#startFor(fromTick)
    return this.#packets.slice(start, Math.max(start, stop))
  }

  async firstPts(): Promise<number | null> {
    const { count, pts } = this.#table
    return count === 0 ? null : Math.min(...pts.subarray(0, Math.min(MOST_REORDERED, count)))
  }

  async endPts(): Promise<number | null> {
    const { count, pts, durations } = this.#table
    let end = 0
    for (let sample = Math.max(0, count - MOST_REORDERED); sample < count; sample++) {
      end = Math.max(end, pts[sample]! + durations[sample]!)
    }
    return Math.min(end, this.presentationEnd)
  }

  /** The last sync sample shown at or before a time. */
  #startFor(tick: number): number {
    const { pts, syncSamples, count } = this.#table
    const syncCount = syncSamples?.length ?? count
    const sampleOf = (sync: number) => (syncSamples ? syncSamples[sync]! : sync)
    const after = firstWhere(syncCount, (sync) => pts[sampleOf(sync)]! > tick)
    return after === 0 ? 0 : sampleOf(after - 1)
  }
}

/** The first of 0..count-1 for which an ascending condition holds, or count. */
function firstWhere(count: number, holds: (index: number) => boolean): number {
  let low = 0
  let high = count
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(middle)) {
      high = middle
    } else {
      low = middle + 1
    }
  }
  return low
}
