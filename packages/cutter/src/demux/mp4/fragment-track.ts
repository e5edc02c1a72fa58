import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { type FragmentList, type FragmentSamples, joinedSamples } from './fragment-list.ts'
import type { Mp4Track } from './movie.ts'

/**
 * A track of a fragmented MP4. Reads only the tables of the fragments around a range.
 * @param isCutOff whether the file ends inside a fragment or before a listed one
 */
export async function fragmentTrack(
  track: Mp4Track,
  fragments: FragmentList,
  isCutOff: boolean,
  options: ReadOptions,
): Promise<IndexedTrack> {
  const wholeTrack = trackUntil(track, fragments, track.presentationEndTicks)
  if (!isCutOff) return wholeTrack
  const lostTick = await fragments.firstLostTick(track, options)
  const breaksOffTick = lostTick ?? (await wholeTrack.endPts(options)) ?? track.shiftTicks
  return { ...trackUntil(track, fragments, Math.min(track.presentationEndTicks, breaksOffTick)), breaksOffTick }
}

/** The track, with its presentation end. */
function trackUntil(track: Mp4Track, fragments: FragmentList, presentationEndTicks: number): IndexedTrack {
  const { timescale } = track
  const samplesOf = (index: number, options: ReadOptions) => fragments.samples(track, index, index, options)

  return {
    timescale,
    isWhollyKnown: false,
    presentationEnd: presentationEndTicks,
    async covering(fromTick, toTick, options) {
      const end = Math.min(toTick, presentationEndTicks)
      let firstIndex = await fragments.indexAt(fromTick / timescale, options)
      let lastIndex = Math.max(firstIndex, await fragments.indexAt(end / timescale, options))
      let samples = await fragments.samples(track, firstIndex, lastIndex, options)
      // The index lists fragments, not samples. It may be wrong by the reordering delay, and a GOP may span several
      // fragments. So fragments are added on both sides until their samples cover the range.
      while (firstIndex > 0 && indexOfStart(samples, fromTick) === -1) {
        firstIndex -= 1
        samples = joinedSamples([await samplesOf(firstIndex, options), samples])
      }
      while (!reachesEnd(samples, end) && (await fragments.has(lastIndex + 1, options))) {
        lastIndex += 1
        samples = joinedSamples([samples, await samplesOf(lastIndex, options)])
      }
      const packets = samples.packets.slice(Math.max(0, indexOfStart(samples, fromTick)))
      return packets.slice(0, indexAfterEnd(packets.pts, end))
    },
    byteRanges: () => fragments.byteRanges(track),
    async firstPts(options) {
      for (let index = 0; await fragments.has(index, options); index++) {
        const { pts } = (await samplesOf(index, options)).packets
        if (pts.length > 0) return pts.reduce((least, tick) => Math.min(least, tick), Infinity)
      }
      return null
    },
    async endPts(options) {
      for (let index = await fragments.lastIndex(options); index >= 0; index--) {
        const { pts, durations } = (await samplesOf(index, options)).packets
        if (pts.length > 0) {
          const end = pts.reduce((most, tick, index) => Math.max(most, tick + durations[index]!), 0)
          return Math.min(end, presentationEndTicks)
        }
      }
      return null
    },
  }
}

/**
 * Index of the last sync sample shown at or before a tick; -1 if there is none. A sample that is shown before an
 * earlier decoded sample is no real sync sample and is skipped.
 */
function indexOfStart({ packets: { pts, syncs } }: FragmentSamples, fromTick: number): number {
  let start = -1
  let latestTick = -Infinity
  for (let index = 0; index < pts.length; index++) {
    const tick = pts[index]!
    if (syncs[index] === 1 && tick <= fromTick && tick >= latestTick) start = index
    latestTick = Math.max(latestTick, tick)
  }
  return start
}

/**
 * Number of samples after the end that stop the search. Decoders reorder at most 16 frames, so no earlier frame can
 * follow.
 */
const SAMPLES_AFTER_END = 32

/** Index after the last sample that is shown before the end. */
function indexAfterEnd(pts: Float64Array, end: number): number {
  let endIndex = 0
  for (let index = 0; index < pts.length && index - endIndex < SAMPLES_AFTER_END; index++) {
    endIndex = pts[index]! < end ? index + 1 : endIndex
  }
  return endIndex
}

/** Whether the samples are decoded up to the end, so that later samples are shown after it. */
function reachesEnd({ dts }: FragmentSamples, end: number): boolean {
  return dts.some((tick) => tick >= end)
}
