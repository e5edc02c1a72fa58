import { brokenMedia, unsupportedMedia } from '../../api/cutter-error.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedByteRange } from '../common/indexed-track.ts'
import { joinedNumbers, PacketList } from '../common/packet-list.ts'
import { boxesBetween, childBoxes, readBoxHeader, requireHeader } from './boxes.ts'
import type { Mp4Layout } from './layout.ts'
import { type FragmentSample, hasDecodeTimes, parseMoof } from './moof.ts'
import type { Mp4Movie, Mp4Track } from './movie.ts'
import { hasSampleTable, packetsOfTable, readSampleTable } from './sample-table.ts'

/** A byte range of a fragmented file with one or more moof boxes, and its approximate timestamp in seconds. */
interface FragmentRange {
  offset: number
  end: number
  startTime: number
}

/** Bytes in memory, and their offset in the file. */
interface Window {
  start: number
  bytes: Buffer
}

const EMPTY_WINDOW: Window = { start: 0, bytes: Buffer.alloc(0) }

export interface FragmentSamples {
  packets: PacketList
  dts: Float64Array
}

type SamplesByTrack = Map<number, FragmentSamples>

/** First estimate of a moof's size. The largest moof that was read raises it. */
const FIRST_MOOF_GUESS_BYTES = 4096
const MAX_CONCURRENT_RANGES = 8
const MAX_SAMPLES_OF_RANGE = 2_000_000

export type FragmentList = Awaited<ReturnType<typeof openFragments>>

/**
 * Opens the fragments of one file. A segment index or a random access table lists them all. Without either, reading
 * goes from box to box, over each box only once.
 * @param tracks tracks whose samples are read
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
   * `unexplored`: offset at which the next unlisted fragment may begin; null if all fragments are known. `nextFile`:
   * offset of another file that is joined to this one; null until reading reaches one.
   */
  let { ranges, unexplored, nextFile } = await listedRanges(reader, layout, options)
  /** Samples by offset of their range, from finished reads only. A cut may cancel its running reads. */
  const samplesByOffset = new Map<number, SamplesByTrack>()
  let moofGuessBytes = FIRST_MOOF_GUESS_BYTES
  /** Bytes of the last exploring read, which may contain several small fragments. */
  let exploredWindow: Window = EMPTY_WINDOW
  const rangesInFile = ranges.filter(({ offset }) => offset + 8 <= reader.sizeBytes)
  /** Whether the file ends inside a fragment, or before one that its index lists. */
  let isCutOff = rangesInFile.length < ranges.length
  ranges = rangesInFile
  /** End of the explored samples in ticks, by track id. */
  const endTicks = new Map<number, number>()
  const storeEndTicks = (samples: SamplesByTrack) => {
    for (const [id, { dts, packets }] of samples) {
      if (dts.length > 0) endTicks.set(id, dts.at(-1)! + packets.durations.at(-1)!)
    }
  }
  // Fragments without a timestamp begin where the previous fragment ends, so all fragments are read in order.
  if (layout.references.length === 0 && ranges.length > 0) {
    const { offset, end } = ranges[0]!
    const { samples, areTimed } = await readBoxes(offset, end, options)
    if (areTimed) samplesByOffset.set(offset, samples)
    else [ranges, unexplored] = [[], offset]
  }
  // Some writers put the first fragment's samples into moov, as in a plain file.
  const headerTracks = tracks.filter((track) => hasSampleTable(movie.moov, track))
  if (headerTracks.length > 0) {
    ranges = [{ offset: -1, end: -1, startTime: 0 }, ...ranges]
    const samples = new Map(headerTracks.map((track) => [track.id, headerSamples(movie.moov, track, reader.sizeBytes)]))
    samplesByOffset.set(-1, samples)
    storeEndTicks(samples)
  }

  async function readRange(range: FragmentRange, reading: ReadOptions): Promise<SamplesByTrack> {
    const cachedSamples = samplesByOffset.get(range.offset)
    if (cachedSamples) return cachedSamples
    const { samples } = await readBoxes(range.offset, range.end, reading)
    samplesByOffset.set(range.offset, samples)
    return samples
  }

  async function readNextFragment(reading: ReadOptions): Promise<void> {
    const offset = unexplored!
    const { samples, end } = await readBoxes(offset, null, reading)
    if (unexplored !== offset) return // another cut of the same media has explored this offset meanwhile
    storeEndTicks(samples)
    const starts = tracks.flatMap((track) => {
      const firstDts = samples.get(track.id)?.dts[0]
      return firstDts === undefined ? [] : [firstDts / track.timescale]
    })
    if (starts.length > 0) {
      ranges.push({ offset, end, startTime: Math.min(...starts) })
      samplesByOffset.set(offset, samples)
    }
    unexplored = nextFile === null && end + 8 <= reader.sizeBytes ? end : null
  }

  /** Parses every moof in [offset, end); without an end, parses only the first moof and skips its media data. */
  async function readBoxes(offset: number, end: number | null, reading: ReadOptions) {
    const samples = new Map<number, FragmentSample[]>()
    const limit = Math.min(end ?? reader.sizeBytes, reader.sizeBytes)
    let window = end === null ? exploredWindow : EMPTY_WINDOW
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
        areTimed &&= hasDecodeTimes(moof)
        for (const track of tracks) {
          const trackSamples = samples.get(track.id) ?? []
          parseMoof(moof, at, track, trackSamples, allTracks, endTicks.get(track.id))
          samples.set(track.id, trackSamples)
          if (trackSamples.length > MAX_SAMPLES_OF_RANGE) {
            throw unsupportedMedia('The fragments of one place have too many samples.')
          }
        }
      }
      at += sizeBytes
      if (type === 'mdat' && hasFragment && end === null) break
    }
    if (end === null) exploredWindow = window
    return { samples: new Map([...samples].map(([id, list]) => [id, columnsOf(list)])), end: at, areTimed }
  }

  async function windowAt(window: Window, at: number, limit: number, reading: ReadOptions): Promise<Window> {
    const isInWindow = at >= window.start && Math.min(limit, at + 16) <= window.start + window.bytes.length
    return isInWindow
      ? window
      : { start: at, bytes: await reader.read(at, Math.min(limit, at + moofGuessBytes), reading) }
  }

  async function wholeBox(window: Window, at: number, sizeBytes: number, reading: ReadOptions): Promise<Buffer> {
    // The estimate includes the header of the media data that follows.
    moofGuessBytes = Math.min(256 * 1024, Math.max(moofGuessBytes, Math.ceil(sizeBytes * 1.1) + 64))
    const boxBytes = window.bytes.subarray(at - window.start, at - window.start + sizeBytes)
    if (boxBytes.length === sizeBytes) return boxBytes
    if (sizeBytes > 16 * 1024 * 1024) throw brokenMedia(`A fragment's table claims ${sizeBytes} bytes.`)
    return Buffer.concat([boxBytes, await reader.read(at + boxBytes.length, at + sizeBytes, reading)])
  }

  return {
    /**
     * Byte ranges of the fragments, if all are known. The last fragment is assumed to be as long as the one before it.
     */
    byteRanges(track: Mp4Track): IndexedByteRange[] | null {
      const rangesWithBytes = ranges.filter(({ offset }) => offset >= 0)
      if (unexplored !== null || rangesWithBytes.length < 2) return null
      const lastSeconds = rangesWithBytes.at(-1)!.startTime - rangesWithBytes.at(-2)!.startTime
      return rangesWithBytes.map((range, index) => ({
        fromSeconds: range.startTime,
        toSeconds: rangesWithBytes[index + 1]?.startTime ?? range.startTime + lastSeconds,
        sizeBytes: range.end - range.offset,
        packets: async (reading) => ((await readRange(range, reading)).get(track.id) ?? NO_SAMPLES).packets,
      }))
    },
    /** Index of the last fragment that begins at or before a timestamp; 0 if all begin later. */
    async indexAt(seconds: number, reading: ReadOptions): Promise<number> {
      while (unexplored !== null && (ranges.at(-1)?.startTime ?? -1) <= seconds) await readNextFragment(reading)
      const index = ranges.findLastIndex((range) => range.startTime <= seconds)
      return Math.max(0, index)
    },
    async has(index: number, reading: ReadOptions): Promise<boolean> {
      while (unexplored !== null && index >= ranges.length) await readNextFragment(reading)
      return index >= 0 && index < ranges.length
    },
    /**
     * Whether the file ends inside a fragment, or before one that its index lists. Explores the file up to its last
     * fragment, unless an index lists several fragments.
     */
    async isCutOff(reading: ReadOptions): Promise<boolean> {
      while (unexplored !== null && layout.references.length < 2) await readNextFragment(reading)
      return isCutOff || (ranges.at(-1)?.end ?? 0) > reader.sizeBytes
    },
    /** Offset of another file that is joined to this one; null if reading has not reached one. */
    nextFile: () => nextFile,
    /** Earliest timestamp of the last fragment's samples that are missing in the file; null if none is missing. */
    async firstLostTick(track: Mp4Track, reading: ReadOptions): Promise<number | null> {
      const last = ranges.at(-1)
      const { packets } = (last && (await readRange(last, reading)).get(track.id)) ?? NO_SAMPLES
      const lostIndex = packets.findIndex(({ offset, sizeBytes }) => offset + sizeBytes > reader.sizeBytes)
      if (lostIndex < 0) return null
      return packets.pts.subarray(lostIndex).reduce((least, tick) => Math.min(least, tick), Infinity)
    },
    /** Index of the last fragment. Explores the whole file if necessary. */
    async lastIndex(reading: ReadOptions): Promise<number> {
      while (unexplored !== null) await readNextFragment(reading)
      return ranges.length - 1
    },
    /** Samples of one track in the fragments `from` to `to` (both included), in decode order. */
    async samples(track: Mp4Track, from: number, to: number, reading: ReadOptions): Promise<FragmentSamples> {
      const samples: FragmentSamples[] = []
      for (let start = from; start <= to; start += MAX_CONCURRENT_RANGES) {
        const batch = ranges.slice(start, Math.min(to + 1, start + MAX_CONCURRENT_RANGES))
        for (const samplesByTrack of await Promise.all(batch.map((range) => readRange(range, reading)))) {
          samples.push(samplesByTrack.get(track.id) ?? NO_SAMPLES)
        }
      }
      return joinedSamples(samples)
    },
  }
}

/** The fragments that a table lists, and the offset at which unlisted ones may follow. */
async function listedRanges(
  reader: PartReader,
  { movie, references, fragmentsStart }: Mp4Layout,
  options: ReadOptions,
): Promise<{ ranges: FragmentRange[]; unexplored: number | null; nextFile: number | null }> {
  const ranges = references.map(({ offset, sizeBytes, startTime }) => ({ offset, end: offset + sizeBytes, startTime }))
  const [firstRange] = ranges
  if (firstRange) {
    // Some writers put an index before every segment, so the later segments must be explored. An index with only one
    // fragment may be wrong by the size of an event message, so that fragment is explored too.
    const { end } = ranges.at(-1)!
    if (end >= reader.sizeBytes) return { ranges, unexplored: null, nextFile: null }
    if (ranges.length === 1) return { ranges: [], unexplored: firstRange.offset, nextFile: null }
    const { type, at } = await boxAfterFragments(reader, end, options)
    const unexplored = type && SEGMENT_TYPES.has(type) ? at : null
    return { ranges, unexplored, nextFile: type && FILE_START_TYPES.has(type) ? at : null }
  }
  const table = await readRandomAccessTable(reader, movie, options)
  const entries = (await pointsToFragments(reader, table, options)) ? table : []
  const tableRanges = entries.map(({ offset, startTime }, index) => ({
    offset: index === 0 ? Math.min(offset, fragmentsStart) : offset,
    end: entries[index + 1]?.offset ?? reader.sizeBytes,
    startTime,
  }))
  return { ranges: tableRanges, unexplored: tableRanges.length > 0 ? null : fragmentsStart, nextFile: null }
}

const SEGMENT_TYPES = new Set(['styp', 'sidx', 'emsg', 'prft', 'moof'])
/** Types of boxes that occur at the beginning of a file, never among its fragments. */
const FILE_START_TYPES = new Set(['ftyp', 'moov'])

/** Type and offset of the first box after the fragments that an index lists, except for a random access table. */
async function boxAfterFragments(reader: PartReader, end: number, options: ReadOptions) {
  const boxAt = async (at: number) =>
    at + 8 <= reader.sizeBytes
      ? readBoxHeader(await reader.read(at, Math.min(reader.sizeBytes, at + 16), options), 0)
      : null
  const nextBox = await boxAt(end)
  if (nextBox?.type !== 'mfra' || !nextBox.sizeBytes) return { type: nextBox?.type ?? null, at: end }
  const at = end + nextBox.sizeBytes
  return { type: (await boxAt(at))?.type ?? null, at }
}

/** Whether a table's offsets point to fragments. In joined files they are relative to the last file, and do not. */
async function pointsToFragments(reader: PartReader, table: readonly { offset: number }[], options: ReadOptions) {
  const lastOffset = table.at(-1)?.offset ?? reader.sizeBytes
  if (lastOffset + 8 > reader.sizeBytes) return false
  return readBoxHeader(await reader.read(lastOffset, lastOffset + 8, options), 0)?.type === 'moof'
}

const NO_SAMPLES = columnsOf([])

function columnsOf(samples: readonly FragmentSample[]): FragmentSamples {
  return { packets: PacketList.of(samples), dts: Float64Array.from(samples, ({ dts }) => dts) }
}

export function joinedSamples(samples: readonly FragmentSamples[]): FragmentSamples {
  const nonEmptySamples = samples.filter(({ dts }) => dts.length > 0)
  if (nonEmptySamples.length < 2) return nonEmptySamples[0] ?? NO_SAMPLES
  return {
    packets: PacketList.joined(nonEmptySamples.map(({ packets }) => packets)),
    dts: joinedNumbers(nonEmptySamples.map(({ dts }) => dts)),
  }
}

function headerSamples(moov: Buffer, track: Mp4Track, fileBytes: number): FragmentSamples {
  const table = readSampleTable(moov, track, fileBytes)
  return { packets: packetsOfTable(table), dts: table.dts }
}

/** The last box of a file may be mfra, whose last four bytes are its own size. */
const LAST_WORD_BYTES = 4
const MAX_TABLE_BYTES = 16 * 1024 * 1024

/**
 * Reads offsets and timestamps of fragments from the random access table at the end of a file; empty if it has none.
 * The table of the video track is used, because it lists the fragments that begin with a sync sample.
 */
async function readRandomAccessTable(reader: PartReader, { tracks }: Mp4Movie, options: ReadOptions) {
  const entries: Omit<FragmentRange, 'end'>[] = []
  const end = reader.sizeBytes
  if (end < 16) return entries
  const lastWord = await reader.read(end - LAST_WORD_BYTES, end, options)
  const tableBytes = lastWord.readUInt32BE(0)
  if (tableBytes < 24 || tableBytes > Math.min(end, MAX_TABLE_BYTES)) return entries
  const mfra = await reader.read(end - tableBytes, end, options)
  if (mfra.readUInt32BE(0) !== tableBytes || mfra.toString('latin1', 4, 8) !== 'mfra') return entries
  const mainTrack = tracks.find((track) => track.kind === 'video') ?? tracks[0]
  const root = boxesBetween(mfra, 0, mfra.length).next().value
  if (!root || !mainTrack) return entries
  for (const table of childBoxes(mfra, root)) {
    if (table.type === 'tfra' && mfra.readUInt32BE(table.bodyStart + 4) === mainTrack.id) {
      const is64Bit = mfra[table.bodyStart] === 1
      const lengths = mfra.readUInt32BE(table.bodyStart + 8)
      // Each entry ends with the numbers of track fragment, track run and sample, with one to four bytes each.
      const numbersBytes = ((lengths >> 4) & 3) + ((lengths >> 2) & 3) + (lengths & 3) + 3
      const rowBytes = (is64Bit ? 16 : 8) + numbersBytes
      const rowsStart = table.bodyStart + 16
      const claimedRowCount = mfra.readUInt32BE(table.bodyStart + 12)
      const count = Math.min(claimedRowCount, Math.floor((table.end - rowsStart) / rowBytes))
      for (let at = rowsStart; at < rowsStart + count * rowBytes; at += rowBytes) {
        const time = is64Bit ? Number(mfra.readBigUInt64BE(at)) : mfra.readUInt32BE(at)
        const offset = is64Bit ? Number(mfra.readBigUInt64BE(at + 8)) : mfra.readUInt32BE(at + 4)
        if (offset > (entries.at(-1)?.offset ?? -1)) entries.push({ offset, startTime: time / mainTrack.timescale })
      }
      break
    }
  }
  return entries
}
