import type { IndexedTrack } from './indexed-track.ts'

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
