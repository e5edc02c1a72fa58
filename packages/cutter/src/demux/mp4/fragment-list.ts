import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedByteRange } from '../common/indexed-track.ts'
import { joinedNumbers, PacketList } from '../common/packet-list.ts'
import { boxesBetween, childBoxes, readBoxHeader, requireHeader } from './boxes.ts'
import type { Mp4Layout } from './layout.ts'
import { type FragmentSample, isTimed, parseMoof } from './moof.ts'
import type { Mp4Movie, Mp4Track } from './movie.ts'
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

export interface FragmentSamples {
  packets: PacketList
  dts: Float64Array
}

type SamplesByTrack = Map<number, FragmentSamples>

/** The first guess for a moof's size; later ones learn from those already seen. */
const FIRST_MOOF_GUESS_BYTES = 4096
const PLACES_AT_ONCE = 8
const MOST_SAMPLES_OF_PLACE = 2_000_000

export type FragmentList = Awaited<ReturnType<typeof openFragments>>

/**
 * The fragments of one file. A segment index or a random access table names them all; without either they are found
 * by hopping from box to box, each only once.
 * @param tracks whose samples are looked for
 */
export async function openFragments(
  reader: PartReader,
  layout: Mp4Layout,
  options: ReadOptions,
  tracks: readonly Mp4Track[] = layout.movie.tracks,
) {
  const { movie } = layout
  const allTracks = [...new Set([...movie.tracks, ...tracks])]
  /**
   * `unexplored`: where the next unnamed fragment may begin; null when all are known. `nextFile`: where another file begins that
   * was joined to this one, if the reading so far has come across it.
   */
  let { places, unexplored, nextFile } = await namedPlaces(reader, layout, options)
  /** Finished readings only: a reading under way belongs to one cut and may be cancelled with it. */
  const parsed = new Map<number, SamplesByTrack>()
  let moofGuessBytes = FIRST_MOOF_GUESS_BYTES
  /** Of small fragments, one read while hopping shows several. */
  let explored: Window = NOTHING_READ
  const within = places.filter(({ offset }) => offset + 8 <= reader.sizeBytes)
  /** The file ends in a fragment, or before one that its index names. */
  let isCutOff = within.length < places.length
  places = within
  /** Up to where the samples of each track go that were found by hopping. */
  const ends = new Map<number, number>()
  const noteEnds = (samples: SamplesByTrack) => {
    for (const [id, { dts, packets }] of samples) {
      if (dts.length > 0) ends.set(id, dts.at(-1)! + packets.durations.at(-1)!)
    }
  }
  // Fragments that do not say when they begin follow each other, so that each needs the ones before it.
  if (layout.references.length === 0 && places.length > 0) {
    const { offset, end } = places[0]!
    const { samples, areTimed } = await readBoxes(offset, end, options)
    if (areTimed) parsed.set(offset, samples)
    else [places, unexplored] = [[], offset]
  }
  // Some writers put the first fragment's samples into moov itself, as in a plain file.
  const inHeader = tracks.filter((track) => hasSampleTable(movie.moov, track))
  if (inHeader.length > 0) {
    places = [{ offset: -1, end: -1, startTime: 0 }, ...places]
    const samples = new Map(inHeader.map((track) => [track.id, headerSamples(movie.moov, track, reader.sizeBytes)]))
    parsed.set(-1, samples)
    noteEnds(samples)
  }

  async function read(place: FragmentPlace, reading: ReadOptions): Promise<SamplesByTrack> {
    const known = parsed.get(place.offset)
    if (known) return known
    const { samples } = await readBoxes(place.offset, place.end, reading)
    parsed.set(place.offset, samples)
    return samples
  }

  async function explore(reading: ReadOptions): Promise<void> {
    const offset = unexplored!
    const { samples, end } = await readBoxes(offset, null, reading)
    if (unexplored !== offset) return // another cut of the same media found it meanwhile
    noteEnds(samples)
    const starts = tracks.flatMap((track) => {
      const first = samples.get(track.id)?.dts[0]
      return first === undefined ? [] : [first / track.timescale]
    })
    if (starts.length > 0) {
      places.push({ offset, end, startTime: Math.min(...starts) })
      parsed.set(offset, samples)
    }
    unexplored = nextFile === null && end + 8 <= reader.sizeBytes ? end : null
  }

  /** Parses every moof in [offset, end), or only the first one (with its media data) when the end is unknown. */
  async function readBoxes(offset: number, end: number | null, reading: ReadOptions) {
    const samples = new Map<number, FragmentSample[]>()
    const limit = Math.min(end ?? reader.sizeBytes, reader.sizeBytes)
    let window = end === null ? explored : NOTHING_READ
    let at = offset
    let hasFragment = false
    let areTimed = true
    while (at + 8 <= limit) {
      window = await windowAt(window, at, limit, reading)
      const { type, sizeBytes } = requireHeader(window.bytes, at - window.start, at, limit)
      if (FILE_START_TYPES.has(type)) {
        nextFile ??= at
        break
      }
      isCutOff ||= at + sizeBytes > reader.sizeBytes
      if (type === 'moof') {
        if (hasFragment && end === null) break
        if (at + sizeBytes > reader.sizeBytes) {
          at = limit
          break
        }
        hasFragment = true
        const moof = await wholeBox(window, at, sizeBytes, reading)
        areTimed &&= isTimed(moof)
        for (const track of tracks) {
          const before = samples.get(track.id) ?? []
          parseMoof(moof, at, track, before, allTracks, ends.get(track.id))
          samples.set(track.id, before)
          if (before.length > MOST_SAMPLES_OF_PLACE) {
            throw unsupportedMedia('The fragments of one place have too many samples.')
          }
        }
      }
      at += sizeBytes
      if (type === 'mdat' && hasFragment && end === null) break
    }
    if (end === null) explored = window
    return { samples: new Map([...samples].map(([id, list]) => [id, columnsOf(list)])), end: at, areTimed }
  }

  async function windowAt(window: Window, at: number, limit: number, reading: ReadOptions): Promise<Window> {
    const isHeld = at >= window.start && Math.min(limit, at + 16) <= window.start + window.bytes.length
    return isHeld ? window : { start: at, bytes: await reader.read(at, Math.min(limit, at + moofGuessBytes), reading) }
  }

  async function wholeBox(window: Window, at: number, sizeBytes: number, reading: ReadOptions): Promise<Buffer> {
    // Room for the header of the media data that follows.
    moofGuessBytes = Math.min(256 * 1024, Math.max(moofGuessBytes, Math.ceil(sizeBytes * 1.1) + 64))
    const held = window.bytes.subarray(at - window.start, at - window.start + sizeBytes)
    if (held.length === sizeBytes) return held
    if (sizeBytes > 16 * 1024 * 1024) throw brokenMedia(`A fragment's table claims ${sizeBytes} bytes.`)
    return Buffer.concat([held, await reader.read(at + held.length, at + sizeBytes, reading)])
  }

  return {
    /** The sizes of the fragments, if the file's index lists them all; the last one is assumed to be as long as the one before. */
    byteRanges(track: Mp4Track): IndexedByteRange[] | null {
      const named = places.filter(({ offset }) => offset >= 0)
      if (unexplored !== null || named.length < 2) return null
      const usual = named.at(-1)!.startTime - named.at(-2)!.startTime
      return named.map((place, index) => ({
        fromSeconds: place.startTime,
        toSeconds: named[index + 1]?.startTime ?? place.startTime + usual,
        sizeBytes: place.end - place.offset,
        packets: async (reading) => ((await read(place, reading)).get(track.id) ?? NO_SAMPLES).packets,
      }))
    },
    /** The index of the last fragment that begins at or before a time (0 when all begin later). */
    async placeAt(seconds: number, reading: ReadOptions): Promise<number> {
      while (unexplored !== null && (places.at(-1)?.startTime ?? -1) <= seconds) await explore(reading)
      const found = places.findLastIndex((place) => place.startTime <= seconds)
      return Math.max(0, found)
    },
    async has(place: number, reading: ReadOptions): Promise<boolean> {
      while (unexplored !== null && place >= places.length) await explore(reading)
      return place >= 0 && place < places.length
    },
    /**
     * Whether the file ends in the middle of a fragment, or before one that its index names; looks at the last one. A file with
     * an index of several fragments is trusted to end with them.
     */
    async isCutOff(reading: ReadOptions): Promise<boolean> {
      while (unexplored !== null && layout.references.length < 2) await explore(reading)
      return isCutOff || (places.at(-1)?.end ?? 0) > reader.sizeBytes
    },
    /** Where another file begins that is joined to this one; null: none was met on the way to the last fragment. */
    nextFile: () => nextFile,
    /** When the first sample of the last fragment is shown that the file ends before; null: it has them all. */
    async lostTick(track: Mp4Track, reading: ReadOptions): Promise<number | null> {
      const last = places.at(-1)
      const { packets } = (last && (await read(last, reading)).get(track.id)) ?? NO_SAMPLES
      const first = packets.findIndex(({ offset, sizeBytes }) => offset + sizeBytes > reader.sizeBytes)
      return first < 0 ? null : packets.pts.subarray(first).reduce((least, tick) => Math.min(least, tick), Infinity)
    },
    /** The number of the last fragment; hops through the whole file if it must. */
    async lastPlace(reading: ReadOptions): Promise<number> {
      while (unexplored !== null) await explore(reading)
      return places.length - 1
    },
    /** The samples of one track in the fragments from..to (both included), in decode order. */
    async samples(track: Mp4Track, from: number, to: number, reading: ReadOptions): Promise<FragmentSamples> {
      const samples: FragmentSamples[] = []
      for (let first = from; first <= to; first += PLACES_AT_ONCE) {
        const batch = places.slice(first, Math.min(to + 1, first + PLACES_AT_ONCE))
        for (const byTrack of await Promise.all(batch.map((place) => read(place, reading)))) {
          samples.push(byTrack.get(track.id) ?? NO_SAMPLES)
        }
      }
      return joinedSamples(samples)
    },
  }
}

/** The fragments that a table names, and where unnamed ones may follow. */
async function namedPlaces(
  reader: PartReader,
  { movie, references, fragmentsStart }: Mp4Layout,
  options: ReadOptions,
): Promise<{ places: FragmentPlace[]; unexplored: number | null; nextFile: number | null }> {
  const places = references.map(({ offset, sizeBytes, startTime }) => ({ offset, end: offset + sizeBytes, startTime }))
  const [first] = places
  if (first) {
    // Some writers put an index before every segment; the rest of the file is found by hopping. If such an
    // index names only one fragment, it may be off by an event message, and the fragment is found by hopping, too.
    const { end } = places.at(-1)!
    if (end >= reader.sizeBytes) return { places, unexplored: null, nextFile: null }
    if (places.length === 1) return { places: [], unexplored: first.offset, nextFile: null }
    const { type, at } = await boxAfterFragments(reader, end, options)
    const unexplored = type && SEGMENT_TYPES.has(type) ? at : null
    return { places, unexplored, nextFile: type && FILE_START_TYPES.has(type) ? at : null }
  }
  const table = await readRandomAccessTable(reader, movie, options)
  const entries = (await namesFragments(reader, table, options)) ? table : []
  const fromTable = entries.map(({ offset, startTime }, index) => ({
    offset: index === 0 ? Math.min(offset, fragmentsStart) : offset,
    end: entries[index + 1]?.offset ?? reader.sizeBytes,
    startTime,
  }))
  return { places: fromTable, unexplored: fromTable.length > 0 ? null : fragmentsStart, nextFile: null }
}

const SEGMENT_TYPES = new Set(['styp', 'sidx', 'emsg', 'prft', 'moof'])
/** Types of boxes at the beginning of a file, never among its fragments. */
const FILE_START_TYPES = new Set(['ftyp', 'moov'])

/** The first box behind the fragments that an index names; a random access table is passed over. */
async function boxAfterFragments(reader: PartReader, end: number, options: ReadOptions) {
  const boxAt = async (at: number) =>
    at + 8 <= reader.sizeBytes
      ? readBoxHeader(await reader.read(at, Math.min(reader.sizeBytes, at + 16), options), 0)
      : null
  const first = await boxAt(end)
  if (first?.type !== 'mfra' || !first.sizeBytes) return { type: first?.type ?? null, at: end }
  const at = end + first.sizeBytes
  return { type: (await boxAt(at))?.type ?? null, at }
}

/** The table at the end of joined files counts from where the last of them begins. */
async function namesFragments(reader: PartReader, table: readonly { offset: number }[], options: ReadOptions) {
  const last = table.at(-1)?.offset ?? reader.sizeBytes
  if (last + 8 > reader.sizeBytes) return false
  return readBoxHeader(await reader.read(last, last + 8, options), 0)?.type === 'moof'
}

const NO_SAMPLES = columnsOf([])

function columnsOf(samples: readonly FragmentSample[]): FragmentSamples {
  return { packets: PacketList.of(samples), dts: Float64Array.from(samples, ({ dts }) => dts) }
}

export function joinedSamples(samples: readonly FragmentSamples[]): FragmentSamples {
  const some = samples.filter(({ dts }) => dts.length > 0)
  if (some.length < 2) return some[0] ?? NO_SAMPLES
  return {
    packets: PacketList.joined(some.map(({ packets }) => packets)),
    dts: joinedNumbers(some.map(({ dts }) => dts)),
  }
}

function headerSamples(moov: Buffer, track: Mp4Track, fileBytes: number): FragmentSamples {
  const table = readSampleTable(moov, track, fileBytes)
  return { packets: packetsOfTable(table), dts: table.dts }
}

/** The last box of a file may be mfra, whose last four bytes are its own size. */
const LAST_WORD_BYTES = 4
const LARGEST_TABLE_BYTES = 16 * 1024 * 1024

/**
 * Where fragments begin and when, by the random access table at a file's end; empty when it has none. The one of the video
 * track counts, since it names the fragments that begin with a sync sample.
 */
async function readRandomAccessTable(reader: PartReader, { tracks }: Mp4Movie, options: ReadOptions) {
  const entries: Omit<FragmentPlace, 'end'>[] = []
  const end = reader.sizeBytes
  if (end < 16) return entries
  const lastWord = await reader.read(end - LAST_WORD_BYTES, end, options)
  const tableBytes = lastWord.readUInt32BE(0)
  if (tableBytes < 24 || tableBytes > Math.min(end, LARGEST_TABLE_BYTES)) return entries
  const mfra = await reader.read(end - tableBytes, end, options)
  if (mfra.readUInt32BE(0) !== tableBytes || mfra.toString('latin1', 4, 8) !== 'mfra') return entries
  const wanted = tracks.find((track) => track.kind === 'video') ?? tracks[0]
  const root = boxesBetween(mfra, 0, mfra.length).next().value
  if (!root || !wanted) return entries
  for (const table of childBoxes(mfra, root)) {
    if (table.type === 'tfra' && mfra.readUInt32BE(table.bodyStart + 4) === wanted.id) {
      const isLong = mfra[table.bodyStart] === 1
      const lengths = mfra.readUInt32BE(table.bodyStart + 8)
      // Track fragment, track run and sample numbers follow each entry, each one to four bytes long.
      const numbersBytes = ((lengths >> 4) & 3) + ((lengths >> 2) & 3) + (lengths & 3) + 3
      const rowBytes = (isLong ? 16 : 8) + numbersBytes
      const rowsStart = table.bodyStart + 16
      const claimed = mfra.readUInt32BE(table.bodyStart + 12)
      const count = Math.min(claimed, Math.floor((table.end - rowsStart) / rowBytes))
      for (let at = rowsStart; at < rowsStart + count * rowBytes; at += rowBytes) {
        const time = isLong ? Number(mfra.readBigUInt64BE(at)) : mfra.readUInt32BE(at)
        const offset = isLong ? Number(mfra.readBigUInt64BE(at + 8)) : mfra.readUInt32BE(at + 4)
        if (offset > (entries.at(-1)?.offset ?? -1)) entries.push({ offset, startTime: time / wanted.timescale })
      }
      break
    }
  }
  return entries
}
