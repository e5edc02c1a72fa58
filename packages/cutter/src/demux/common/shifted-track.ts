import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import type { PacketList } from './packet-list.ts'

/**
 * A track on the part's own timeline, which begins at zero. Fragmented files without an edit list begin as late as
 * their first frame is reordered (0.067 s is usual); what people call 0:00 is that first frame.
 * @param endTick from here on nothing is shown, on the shifted timeline
 */
export function shiftedTrack(track: IndexedTrack, originTicks: number, endTick = Infinity): IndexedTrack {
  const { timescale, isWhollyKnown, isFoundByReading = false } = track
  const presentationEnd = Math.min((track.presentationEnd ?? Infinity) - originTicks, endTick)
  const originSeconds = originTicks / timescale
  const shifted = (packets: PacketList) =>
    originTicks === 0 ? packets : packets.with({ pts: packets.pts.map((tick) => tick - originTicks) })
  return {
    timescale,
    isWhollyKnown,
    isFoundByReading,
    presentationEnd,
    runs: track.runs?.map((run) => ({
      ...run,
      fromTick: run.fromTick - originTicks,
      toTick: run.toTick - originTicks,
      track: shiftedTrack(run.track, originTicks),
    })),
    async covering(fromTick, toTick, options) {
      const end = Math.min(toTick, presentationEnd)
      return shifted(await track.covering(fromTick + originTicks, end + originTicks, options))
    },
    async firstPts(options) {
      const first = await track.firstPts(options)
      return first === null ? null : first - originTicks
    },
    async endPts(options) {
      const end = await track.endPts(options)
      return end === null ? null : Math.min(end - originTicks, presentationEnd)
    },
    byteRanges() {
      const byteRanges = track.byteRanges?.() ?? []
      const onTimeline = byteRanges.map((byteRange) => ({
        fromSeconds: Math.max(0, byteRange.fromSeconds - originSeconds),
        toSeconds: Math.max(0, byteRange.toSeconds - originSeconds),
        sizeBytes: byteRange.sizeBytes,
        packets: async (options: ReadOptions) => shifted(await byteRange.packets(options)),
      }))
      return onTimeline.length > 0 ? onTimeline : null
    },
  }
}

/** A track in the ticks of another clock: that of the track that it is joined with. */
export function rescaledTrack(track: IndexedTrack, timescale: number): IndexedTrack {
  const ratio = timescale / track.timescale
  const rescaled = (tick: number | null) => (tick === null ? null : Math.round(tick * ratio))
  return {
    timescale,
    isWhollyKnown: track.isWhollyKnown,
    isFoundByReading: track.isFoundByReading ?? false,
    presentationEnd: (track.presentationEnd ?? Infinity) * ratio,
    async covering(fromTick, toTick, options) {
      const packets = await track.covering(fromTick / ratio, toTick / ratio, options)
      return packets.with({
        pts: packets.pts.map((tick) => Math.round(tick * ratio)),
        durations: Float64Array.from(packets.durations, (ticks) => Math.round(ticks * ratio)),
      })
    },
    firstPts: async (options) => rescaled(await track.firstPts(options)),
    endPts: async (options) => rescaled(await track.endPts(options)),
  }
}
