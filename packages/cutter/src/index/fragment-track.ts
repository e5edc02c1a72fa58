import type { ReadOptions } from '../bytes/part-reader.ts'
import type { FragmentList } from './fragment-list.ts'
import type { IndexedTrack } from './indexed-track.ts'
import type { FragmentSample } from './mp4-moof.ts'
import type { Mp4Track } from './mp4-movie.ts'
import type { PacketRef } from './packet-ref.ts'

/** A track of a fragmented MP4: only the tables of the fragments around a range are read. */
export class FragmentTrack implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown = false
  readonly presentationEnd: number
  readonly #track: Mp4Track
  readonly #fragments: FragmentList

  constructor(track: Mp4Track, fragments: FragmentList) {
    this.timescale = track.timescale
    this.presentationEnd = track.presentationEndTicks
    this.#track = track
    this.#fragments = fragments
  }

  async covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketRef[]> {
    const fragments = this.#fragments
    const end = Math.min(toTick, this.presentationEnd)
    let first = await fragments.placeAt(fromTick / this.timescale, options)
    let last = Math.max(first, await fragments.placeAt(end / this.timescale, options))
    let samples = await fragments.samples(this.#track, first, last, options)
    // The index speaks of fragments, not of samples: it may be off by the reordering delay, and a group of pictures
    // may be spread over several fragments. So look at the samples and widen until they really cover the range.
    while (first > 0 && startOf(samples, fromTick) === -1) {
      first -= 1
      samples = [...(await fragments.samples(this.#track, first, first, options)), ...samples]
    }
    while (!reaches(samples, end) && (await fragments.has(last + 1, options))) {
      last += 1
      samples.push(...(await fragments.samples(this.#track, last, last, options)))
    }
    const start = startOf(samples, fromTick)
    const needed = samples.slice(Math.max(0, start))
    const stop = needed.findIndex((_, index) => !needed.slice(index, index + 32).some((sample) => sample.pts < end))
    return stop === -1 ? needed : needed.slice(0, stop)
  }

  stretches(): ReturnType<FragmentList['stretches']> {
    return this.#fragments.stretches()
  }

  async firstPts(options: ReadOptions): Promise<number | null> {
    for (let place = 0; await this.#fragments.has(place, options); place++) {
      const samples = await this.#fragments.samples(this.#track, place, place, options)
      if (samples.length > 0) {
        return samples.reduce((least, sample) => Math.min(least, sample.pts), Infinity)
      }
    }
    return null
  }

  async endPts(options: ReadOptions): Promise<number | null> {
    for (let place = await this.#fragments.lastPlace(options); place >= 0; place--) {
      const samples = await this.#fragments.samples(this.#track, place, place, options)
      if (samples.length > 0) {
        const end = samples.reduce((most, sample) => Math.max(most, sample.pts + sample.duration), 0)
        return Math.min(end, this.presentationEnd)
      }
    }
    return null
  }
}

/** The last sync sample shown at or before a time. Before a real one nothing is decoded that is shown later. */
function startOf(samples: FragmentSample[], fromTick: number): number {
  let start = -1
  let latest = -Infinity
  for (const [index, { isSync, pts }] of samples.entries()) {
    if (isSync && pts <= fromTick && pts >= latest) {
      start = index
    }
    latest = Math.max(latest, pts)
  }
  return start
}

/** Whether the samples go on until nothing further can be shown before the end. */
function reaches(samples: FragmentSample[], end: number): boolean {
  return samples.some((sample) => sample.dts >= end)
}
