import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { type FragmentList, type FragmentSamples, joinedSamples } from './fragment-list.ts'
import type { Mp4Track } from './movie.ts'

/**
 * A track of a fragmented MP4: only the tables of the fragments around a range are read.
 * @param isCutOff the file ends in the middle of a fragment
 */
export async function fragmentTrack(
  track: Mp4Track,
  fragments: FragmentList,
  isCutOff: boolean,
  options: ReadOptions,
): Promise<IndexedTrack> {
  const known = tracked(track, fragments, track.presentationEndTicks)
  if (!isCutOff) return known
  const breaksOffTick = (await fragments.lostTick(track, options)) ?? (await known.endPts(options)) ?? track.shiftTicks
  return { ...tracked(track, fragments, Math.min(track.presentationEndTicks, breaksOffTick)), breaksOffTick }
}

function tracked(track: Mp4Track, fragments: FragmentList, presentationEndTicks: number): IndexedTrack {
  const { timescale } = track
  const samplesOf = (place: number, options: ReadOptions) => fragments.samples(track, place, place, options)

  return {
    timescale,
    isWhollyKnown: false,
    presentationEnd: presentationEndTicks,
    async covering(fromTick, toTick, options) {
      const end = Math.min(toTick, presentationEndTicks)
      let first = await fragments.placeAt(fromTick / timescale, options)
      let last = Math.max(first, await fragments.placeAt(end / timescale, options))
      let samples = await fragments.samples(track, first, last, options)
      // The index speaks of fragments, not of samples: it may be off by the reordering delay, and a GOP
      // may be spread over several fragments. So look at the samples and widen until they really cover the range.
      while (first > 0 && startOf(samples, fromTick) === -1) {
        first -= 1
        samples = joinedSamples([await samplesOf(first, options), samples])
      }
      while (!reaches(samples, end) && (await fragments.has(last + 1, options))) {
        last += 1
        samples = joinedSamples([samples, await samplesOf(last, options)])
      }
      const needed = samples.packets.slice(Math.max(0, startOf(samples, fromTick)))
      return needed.slice(0, stopOf(needed.pts, end))
    },
    byteRanges: () => fragments.byteRanges(track),
    async firstPts(options) {
      for (let place = 0; await fragments.has(place, options); place++) {
        const { pts } = (await samplesOf(place, options)).packets
        if (pts.length > 0) return pts.reduce((least, tick) => Math.min(least, tick), Infinity)
      }
      return null
    },
    async endPts(options) {
      for (let place = await fragments.lastPlace(options); place >= 0; place--) {
        const { pts, durations } = (await samplesOf(place, options)).packets
        if (pts.length > 0) {
          const end = pts.reduce((most, tick, index) => Math.max(most, tick + durations[index]!), 0)
          return Math.min(end, presentationEndTicks)
        }
      }
      return null
    },
  }
}

/** The last sync sample shown at or before a time. Before a real one nothing is decoded that is shown later. */
function startOf({ packets: { pts, syncs } }: FragmentSamples, fromTick: number): number {
  let start = -1
  let latest = -Infinity
  for (let index = 0; index < pts.length; index++) {
    const tick = pts[index]!
    if (syncs[index] === 1 && tick <= fromTick && tick >= latest) start = index
    latest = Math.max(latest, tick)
  }
  return start
}

/** Decoders reorder at most 16 frames: after this many later frames, none is shown before the end. */
const ENOUGH_BEYOND = 32

/** The index after the last sample that is shown before the end. */
function stopOf(pts: Float64Array, end: number): number {
  let stop = 0
  for (let index = 0; index < pts.length && index - stop < ENOUGH_BEYOND; index++) {
    stop = pts[index]! < end ? index + 1 : stop
  }
  return stop
}

/** Whether the samples go on until nothing further can be shown before the end. */
function reaches({ dts }: FragmentSamples, end: number): boolean {
  return dts.some((tick) => tick >= end)
}
