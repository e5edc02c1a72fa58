import { CutterError } from '../../api/cutter-error.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedByteRange } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { readBoxHeader } from './boxes.ts'
import type { Mp4Layout } from './layout.ts'
import { readRandomAccessTable } from './mfra.ts'
import { type FragmentSample, parseMoof } from './moof.ts'
import type { Mp4Track } from './movie.ts'
import { hasSampleTable, packetsOfTable, readSampleTable } from './sample-table.ts'

/** A byte range of a fragmented file that holds one moof or more, and roughly when it is shown. */
interface FragmentPlace {
  offset: number
  end: number
  startTime: number
}

/** Bytes in memory, and their offset in the file. */
interface Window {
  start: number
  bytes: Buffer
}

const NOTHING_READ: Window = { start: 0, bytes: Buffer.alloc(0) }

/** Samples of a track, and when each is decoded. */
export interface FragmentSamples {
  packets: PacketList
  dts: Float64Array
}

type SamplesByTrack = Map<number, FragmentSamples>

/** The first guess for a moof's size; later ones learn from those already seen. */
const FIRST_MOOF_GUESS_BYTES = 4096
const PLACES_AT_ONCE = 8
const MOST_SAMPLES_OF_PLACE = 2_000_000

/**
 * The fragments of one file. A segment index or a random access table names them all; without either they are found
 * by hopping from box to box, each only once.
 */
export class FragmentList {
  readonly #reader: PartReader
  readonly #tracks: Mp4Track[]
  readonly #places: FragmentPlace[]
  /** Finished readings only: a reading under way belongs to one cut and may be cancelled with it. */
  readonly #parsed = new Map<number, SamplesByTrack>()
  /** Where the next unnamed fragment may begin; null when all are known. */
  #unexplored: number | null
  #moofGuessBytes = FIRST_MOOF_GUESS_BYTES
  /** Of small fragments, one read while hopping shows several. */
  #explored: Window = NOTHING_READ

  private constructor(reader: PartReader, tracks: Mp4Track[], places: FragmentPlace[], unexplored: number | null) {
    this.#reader = reader
    this.#tracks = tracks
    this.#places = places
    this.#unexplored = unexplored
  }

  static async open(reader: PartReader, layout: Mp4Layout, options: ReadOptions): Promise<FragmentList> {
    const list = await FragmentList.#find(reader, layout, options)
    list.#addSamplesOfHeader(layout)
    return list
  }

  static async #find(reader: PartReader, layout: Mp4Layout, options: ReadOptions): Promise<FragmentList> {
    const { movie, references, fragmentsStart } = layout
    const fromIndex = references.map(({ offset, sizeBytes, startTime }) => ({
      offset,
      end: offset + sizeBytes,
      startTime,
    }))
    if (fromIndex.length > 0) {
      // Some writers put an index before every segment; the rest of the file is found by hopping. If such an
      // index names only one fragment, it may be off by an event message, and the fragment is found by hopping, too.
      const end = fromIndex.at(-1)!.end
      if (end >= reader.sizeBytes || !(await isFollowedBySegment(reader, end, fromIndex.length, options))) {
        return new FragmentList(reader, movie.tracks, fromIndex, null)
      }
      return fromIndex.length === 1
        ? new FragmentList(reader, movie.tracks, [], fromIndex[0]!.offset)
        : new FragmentList(reader, movie.tracks, fromIndex, end)
    }
    const entries = await readRandomAccessTable(reader, movie, options)
    const fromTable = entries.map(({ offset, startTime }, index) => ({
      offset: index === 0 ? Math.min(offset, fragmentsStart) : offset,
      end: entries[index + 1]?.offset ?? reader.sizeBytes,
      startTime,
    }))
    return new FragmentList(reader, movie.tracks, fromTable, fromTable.length > 0 ? null : fragmentsStart)
  }

  /** Some writers put the first fragment's samples into moov itself, as in a plain file. */
  #addSamplesOfHeader({ movie }: Mp4Layout): void {
    const inHeader = movie.tracks.filter((track) => hasSampleTable(movie.moov, track))
    if (inHeader.length === 0) return
    const place: FragmentPlace = { offset: -1, end: -1, startTime: 0 }
    this.#places.unshift(place)
    this.#parsed.set(
      place.offset,
      new Map(inHeader.map((track) => [track.id, headerSamples(movie.moov, track, this.#reader.sizeBytes)])),
    )
  }

  /** The sizes of the fragments, if the file's index lists them all; the last one is assumed to be as long as the one before. */
  byteRanges(track: Mp4Track): IndexedByteRange[] | null {
    const places = this.#places.filter(({ offset }) => offset >= 0)
    if (this.#unexplored !== null || places.length < 2) return null
    const usual = places.at(-1)!.startTime - places.at(-2)!.startTime
    return places.map((place, index) => ({
      fromSeconds: place.startTime,
      toSeconds: places[index + 1]?.startTime ?? place.startTime + usual,
      sizeBytes: place.end - place.offset,
      packets: async (options) => ((await this.#read(place, options)).get(track.id) ?? NO_SAMPLES).packets,
    }))
  }

  /** The index of the last fragment that begins at or before a time (0 when all begin later). */
  async placeAt(seconds: number, options: ReadOptions): Promise<number> {
    while (this.#unexplored !== null && (this.#places.at(-1)?.startTime ?? -1) <= seconds) await this.#explore(options)
    return Math.max(
      0,
      this.#places.findLastIndex((place) => place.startTime <= seconds),
    )
  }

  /** Whether there is a fragment of this number. */
  async has(place: number, options: ReadOptions): Promise<boolean> {
    while (this.#unexplored !== null && place >= this.#places.length) await this.#explore(options)
    return place >= 0 && place < this.#places.length
  }

  /** The number of the last fragment; hops through the whole file if it must. */
  async lastPlace(options: ReadOptions): Promise<number> {
    while (this.#unexplored !== null) await this.#explore(options)
    return this.#places.length - 1
  }

  /** The samples of one track in the fragments from..to (both included), in decode order. */
  async samples(track: Mp4Track, from: number, to: number, options: ReadOptions): Promise<FragmentSamples> {
    const samples: FragmentSamples[] = []
    for (let first = from; first <= to; first += PLACES_AT_ONCE) {
      const batch = this.#places.slice(first, Math.min(to + 1, first + PLACES_AT_ONCE))
      for (const byTrack of await Promise.all(batch.map((place) => this.#read(place, options)))) {
        samples.push(byTrack.get(track.id) ?? NO_SAMPLES)
      }
    }
    return joinedSamples(samples)
  }

  async #read(place: FragmentPlace, options: ReadOptions): Promise<SamplesByTrack> {
    const known = this.#parsed.get(place.offset)
    if (known) return known
    const { samples } = await this.#readBoxes(place.offset, place.end, options)
    this.#parsed.set(place.offset, samples)
    return samples
  }

  /** Finds the next fragment after the known ones. */
  async #explore(options: ReadOptions): Promise<void> {
    const offset = this.#unexplored!
    const { samples, end } = await this.#readBoxes(offset, null, options)
    if (this.#unexplored !== offset) return // another cut of the same media found it meanwhile
    const starts = this.#tracks.flatMap((track) => {
      const first = samples.get(track.id)?.dts[0]
      return first === undefined ? [] : [first / track.timescale]
    })
    if (starts.length > 0) {
      this.#places.push({ offset, end, startTime: Math.min(...starts) })
      this.#parsed.set(offset, samples)
    }
    this.#unexplored = end + 8 <= this.#reader.sizeBytes ? end : null
  }

  /** Parses every moof in [offset, end), or only the first one (with its media data) when the end is unknown. */
  async #readBoxes(offset: number, end: number | null, options: ReadOptions) {
    const samples = new Map<number, FragmentSample[]>()
    const limit = Math.min(end ?? this.#reader.sizeBytes, this.#reader.sizeBytes)
    let window = end === null ? this.#explored : NOTHING_READ
    let at = offset
    let hasFragment = false
    while (at + 8 <= limit) {
      window = await this.#windowAt(window, at, limit, options)
      const header = readBoxHeader(window.bytes, at - window.start)
      const sizeBytes = header?.sizeBytes ?? limit - at
      if (!header || sizeBytes < header.headerBytes) {
        throw new CutterError('broken_media', `There is no box at ${at}, where one should be.`)
      }
      if (header.type === 'moof') {
        if (hasFragment && end === null) break
        hasFragment = true
        const moof = await this.#wholeBox(window, at, sizeBytes, options)
        for (const track of this.#tracks) {
          const before = samples.get(track.id) ?? []
          const last = before.at(-1)
          const continuesAtDts = last ? last.dts + last.duration - track.shiftTicks : 0
          for (const sample of parseMoof(moof, at, track, continuesAtDts, this.#tracks)) before.push(sample)
          samples.set(track.id, before)
          if (before.length > MOST_SAMPLES_OF_PLACE) {
            throw new CutterError('unsupported_media', 'The fragments of one place have too many samples.')
          }
        }
      }
      at += sizeBytes
      if (header.type === 'mdat' && hasFragment && end === null) break
    }
    if (end === null) this.#explored = window
    return { samples: new Map([...samples].map(([id, list]) => [id, columnsOf(list)])), end: at }
  }

  async #windowAt(window: Window, at: number, limit: number, options: ReadOptions) {
    const isHeld = at >= window.start && Math.min(limit, at + 16) <= window.start + window.bytes.length
    if (isHeld) return window
    const bytes = await this.#reader.read(at, Math.min(limit, at + this.#moofGuessBytes), options)
    return { start: at, bytes }
  }

  async #wholeBox(window: Window, at: number, sizeBytes: number, options: ReadOptions) {
    // Room for the header of the media data that follows.
    this.#moofGuessBytes = Math.min(256 * 1024, Math.max(this.#moofGuessBytes, Math.ceil(sizeBytes * 1.1) + 64))
    const held = window.bytes.subarray(at - window.start, at - window.start + sizeBytes)
    if (held.length === sizeBytes) return held
    if (sizeBytes > 16 * 1024 * 1024) {
      throw new CutterError('broken_media', `A fragment's table claims ${sizeBytes} bytes.`)
    }
    return Buffer.concat([held, await this.#reader.read(at + held.length, at + sizeBytes, options)])
  }
}

const SEGMENT_TYPES = new Set(['styp', 'sidx', 'emsg', 'prft', 'moof'])

/** Whether the file continues after the fragments that an index lists. The end of a single listed fragment is not trusted. */
async function isFollowedBySegment(reader: PartReader, at: number, named: number, options: ReadOptions) {
  if (named === 1) return true
  const header = readBoxHeader(await reader.read(at, Math.min(reader.sizeBytes, at + 16), options), 0)
  return header !== null && SEGMENT_TYPES.has(header.type)
}

const NO_SAMPLES = columnsOf([])

function columnsOf(samples: readonly FragmentSample[]): FragmentSamples {
  return { packets: PacketList.of(samples), dts: Float64Array.from(samples, ({ dts }) => dts) }
}

/** Several runs of samples, one after the other. */
export function joinedSamples(samples: readonly FragmentSamples[]): FragmentSamples {
  const some = samples.filter(({ dts }) => dts.length > 0)
  if (some.length < 2) return some[0] ?? NO_SAMPLES
  const dts = new Float64Array(some.reduce((sum, { dts }) => sum + dts.length, 0))
  let at = 0
  for (const { dts: own } of some) {
    dts.set(own, at)
    at += own.length
  }
  return { packets: PacketList.joined(some.map(({ packets }) => packets)), dts }
}

function headerSamples(moov: Buffer, track: Mp4Track, fileBytes: number): FragmentSamples {
  const table = readSampleTable(moov, track, fileBytes)
  return { packets: packetsOfTable(table), dts: table.dts }
}
