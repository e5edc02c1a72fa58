import { firstWhere } from '../../io/first-where.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { MOST_REORDERED } from '../common/shown-packets.ts'
import type { Mp4Track } from './movie.ts'
import { packetsOfTable, type SampleTable } from './sample-table.ts'

/** A track of a plain MP4: its sample table says everything. */
export function tableTrack({ timescale, presentationEndTicks }: Mp4Track, table: SampleTable): IndexedTrack {
  const { count, pts, dts, durations, syncSamples, leastReorderTicks } = table
  const packets = packetsOfTable(table)

  /** The last sync sample shown at or before a time. */
  function startFor(tick: number): number {
    const sampleOf = (sync: number) => (syncSamples ? syncSamples[sync]! : sync)
    const after = firstWhere(syncSamples?.length ?? count, (sync) => pts[sampleOf(sync)]! > tick)
    return after === 0 ? 0 : sampleOf(after - 1)
  }

  return {
    timescale,
    isWhollyKnown: true,
    presentationEnd: presentationEndTicks,
    async covering(fromTick, toTick) {
      const end = Math.min(toTick, presentationEndTicks)
      // Nothing decoded from here on can be shown before the end, however it is reordered.
      const stop = firstWhere(count, (sample) => dts[sample]! + leastReorderTicks >= end)
      const start = startFor(fromTick)
      return packets.slice(start, Math.max(start, stop))
    },
    firstPts: async () => (count === 0 ? null : Math.min(...pts.subarray(0, Math.min(MOST_REORDERED, count)))),
    async endPts() {
      let end = 0
      for (let sample = Math.max(0, count - MOST_REORDERED); sample < count; sample++) {
        end = Math.max(end, pts[sample]! + durations[sample]!)
      }
      return Math.min(end, presentationEndTicks)
    },
  }
}
