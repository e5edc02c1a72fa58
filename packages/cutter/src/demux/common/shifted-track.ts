import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import type { PacketList } from './packet-list.ts'

/**
 * Moves a track to the part's own timeline, which begins at zero. In fragmented files without an edit list, the first
 * frame usually has a later timestamp because of reordering (0.067 s is common). That frame is 0:00.
 * @param endTick end of the presentation, on the shifted timeline
 */
export function shiftedTrack(track: IndexedTrack, originTicks: number, endTick = Infinity): IndexedTrack {
  const { timescale, isWhollyKnown, isFoundByReading = false } = track
  const presentationEnd = Math.min((track.presentationEnd ?? Infinity) - originTicks, endTick)
  const originSeconds = originTicks / timescale
  const shiftPackets = (packets: PacketList) =>
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
      return shiftPackets(await track.covering(fromTick + originTicks, end + originTicks, options))
    },
    async firstPts(options) {
      const firstTick = await track.firstPts(options)
      return firstTick === null ? null : firstTick - originTicks
    },
    async endPts(options) {
      const end = await track.endPts(options)
      return end === null ? null : Math.min(end - originTicks, presentationEnd)
    },
    byteRanges() {
      const byteRanges = track.byteRanges?.() ?? []
      const shiftedRanges = byteRanges.map((byteRange) => ({
        fromSeconds: Math.max(0, byteRange.fromSeconds - originSeconds),
        toSeconds: Math.max(0, byteRange.toSeconds - originSeconds),
        sizeBytes: byteRange.sizeBytes,
        packets: async (options: ReadOptions) => shiftPackets(await byteRange.packets(options)),
      }))
      return shiftedRanges.length > 0 ? shiftedRanges : null
    },
  }
}

/** Converts a track to the timescale of the track that it is joined with. */
export function rescaledTrack(track: IndexedTrack, timescale: number): IndexedTrack {
  const ratio = timescale / track.timescale
  const rescaleTick = (tick: number | null) => (tick === null ? null : Math.round(tick * ratio))
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
    firstPts: async (options) => rescaleTick(await track.firstPts(options)),
    endPts: async (options) => rescaleTick(await track.endPts(options)),
  }
}
