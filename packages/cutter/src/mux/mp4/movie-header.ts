import type { ClipTags } from '../../api/clip-spec.ts'
import type { MediaChapter } from '../../api/subtitles.ts'
import { type Language, languageOf } from '../../bitstream/language.ts'
import { box, fullBox, largeTable, runLengthTable, table, u16, u32, u64, zeros } from '../../bitstream/mp4-boxes.ts'
import type { ClipTrack } from '../../supply/clip-track.ts'
import { itemList } from './item-list.ts'

export interface WrittenTrack {
  kind: ClipTrack['kind']
  timescale: number
  /** When the presentation ends, counted from its zero. */
  endTick: number
  sampleEntry: Buffer
  display: ClipTrack['display']
  /** BCP 47; absent: unknown. */
  language?: string | undefined
  /** Consecutive packets that stand together in the file: where, counted from the beginning of the media data, and how many. */
  chunkOffsets: ArrayLike<number>
  chunkPackets: ArrayLike<number>
  /** Of each packet, in decode order. */
  pts: ArrayLike<number>
  sizes: ArrayLike<number>
  /** Which packets are sync samples, counted from 1. */
  syncNumbers: ArrayLike<number>
  /** Media time of the first frame, of a track whose packets are in fragments. */
  delayTicks?: number
}

export const UPRIGHT = Buffer.from('000100000000000000000000000000000001000000000000000000000000000040000000', 'hex')
const SAME_FILE = 1
/** Four bytes, less ample room for the index itself. */
const LARGEST_SHORT_OFFSET = 0xf0000000
const ENABLED = 1
const IN_MOVIE = 2

/** What differs by the kind of track: its flags, its group of alternatives and its volume, its handler, its media header. */
const KINDS = {
  video: {
    flags: ENABLED | IN_MOVIE,
    groupAndVolume: [0, 0],
    handler: ['vide', 'VideoHandler'],
    mediaHeader: fullBox('vmhd', 0, 1, zeros(8)),
  },
  audio: {
    flags: ENABLED | IN_MOVIE,
    groupAndVolume: [1, 0x100],
    handler: ['soun', 'AudioHandler'],
    mediaHeader: fullBox('smhd', 0, 0, zeros(4)),
  },
  subtitles: {
    flags: ENABLED | IN_MOVIE,
    groupAndVolume: [2, 0],
    handler: ['sbtl', 'SubtitleHandler'],
    mediaHeader: fullBox('nmhd', 0, 0),
  },
  // Disabled: players name chapters, and do not show them as text.
  chapters: {
    flags: IN_MOVIE,
    groupAndVolume: [0, 0],
    handler: ['text', 'ChapterHandler'],
    mediaHeader: box('gmhd', fullBox('gmin', 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)), box('text', UPRIGHT)),
  },
} as const

/** What the header says about the whole clip. */
export interface MovieInfo {
  /** On the clip's timeline. Also those of a track: some players read one, some the other. */
  chapters?: readonly MediaChapter[]
  tags?: ClipTags | undefined
}

/**
 * Builds moov. Our own, because the library's writer has negative composition offsets and no edit list for frames, which
 * older players show late. With the reordering delay in the edit list, every player begins with the right frame at zero.
 * @param dataStart where in the file the media data begins
 */
export function buildMovieHeader(
  tracks: readonly WrittenTrack[],
  dataStart: number,
  { chapters = [], tags }: MovieInfo = {},
): Buffer {
  // The frame's own time scale, so that its duration is exact in the edit list.
  const timescale = tracks[0]!.timescale
  const chapterId = tracks.findIndex(({ kind }) => kind === 'chapters') + 1
  const built = tracks.map((track, index) => {
    const references = track.kind === 'video' && chapterId > 0 ? [box('tref', box('chap', u32(chapterId)))] : []
    return buildTrack(track, { id: index + 1, timescale, dataStart, references })
  })
  const duration = Math.max(...tracks.map((track) => presentedTicks(track, timescale)))
  const times = u32(0, 0, timescale, duration)
  const rateAndVolume = [u32(0x10000), u16(0x100), zeros(10)]
  const nextId = u32(tracks.length + 1)
  const userData = [...chapterList(chapters), ...itemList(tags)]
  return box(
    'moov',
    fullBox('mvhd', 0, 0, times, ...rateAndVolume, UPRIGHT, zeros(24), nextId),
    ...built,
    ...(userData.length > 0 ? [box('udta', ...userData)] : []),
  )
}

const MOST_LISTED = 255
const LONGEST_LISTED_BYTES = 255
const TICKS_OF_LIST = 1e7

/** Nero's list of chapters: where each one begins, and its title. */
function chapterList(chapters: readonly MediaChapter[]): Buffer[] {
  const listed = chapters.slice(0, MOST_LISTED)
  if (listed.length === 0) return []
  const entries = listed.map(({ startTime, title }) => {
    const name = textWithin(title, LONGEST_LISTED_BYTES)
    return Buffer.concat([u64(Math.round(startTime * TICKS_OF_LIST)), Buffer.of(name.length), name])
  })
  return [fullBox('chpl', 1, 0, u32(0), Buffer.of(listed.length), ...entries)]
}

/** UTF-8 of at most so many bytes, cut off between two characters. */
export function textWithin(text: string, mostBytes: number): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length <= mostBytes) return bytes
  const isContinued = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
  let end = mostBytes
  while (isContinued(bytes[end])) end -= 1
  return bytes.subarray(0, end)
}

/** How long a track is shown, in ticks of the movie. */
function presentedTicks(track: WrittenTrack, movieTimescale: number): number {
  return Math.round((track.endTick / track.timescale) * movieTimescale)
}

interface TrackPlace {
  id: number
  /** Of the movie. */
  timescale: number
  dataStart: number
  references: Buffer[]
}

function buildTrack(track: WrittenTrack, { id, timescale: movieTimescale, dataStart, references }: TrackPlace): Buffer {
  const { timescale, display } = track
  const { flags, groupAndVolume, handler, mediaHeader } = KINDS[track.kind]
  const times = timesOf(track)
  const mediaDuration = times.durations.reduce((sum, duration) => sum + duration, 0)
  const presented = presentedTicks(track, movieTimescale)
  const idAndTimes = u32(0, 0, id, 0, presented)
  const size = u32((display?.width ?? 0) * 0x10000, (display?.height ?? 0) * 0x10000)
  const matrix = display?.matrix ?? UPRIGHT
  const place = [zeros(8), u16(0, ...groupAndVolume, 0), matrix, size]
  const trackHeader = fullBox('tkhd', 0, flags, idAndTimes, ...place)
  const edits = box(
    'edts',
    fullBox('elst', 0, 0, table(1, [presented, track.delayTicks ?? times.delayTicks]), u16(1, 0)),
  )
  const language = languageOf(track.language)
  const [type, name] = handler
  const media = [
    fullBox('mdhd', 0, 0, u32(0, 0, timescale, mediaDuration), u16(packedLanguage(language), 0)),
    fullBox('hdlr', 0, 0, u32(0), Buffer.from(type), zeros(12), Buffer.from(`${name}\0`)),
    // The older code has no room for regions and scripts.
    ...(track.language === undefined ? [] : [fullBox('elng', 0, 0, Buffer.from(`${language.tag}\0`))]),
    box(
      'minf',
      mediaHeader,
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, SAME_FILE))),
      buildSampleTable(track, times, dataStart),
    ),
  ]
  return box('trak', trackHeader, ...references, edits, box('mdia', ...media))
}

/** Three letters of five bits each. */
function packedLanguage({ code }: Language): number {
  return [...code].reduce((packed, letter) => packed * 32 + (letter.charCodeAt(0) - 0x60), 0)
}

function timesOf(track: WrittenTrack): TrackTimes {
  if (track.kind === 'video') return assignDecodeTimes(track.pts, track.endTick)
  return track.kind === 'audio' ? audioTimes(track) : textTimes(track)
}

/** Each text is shown until the next one, which may be empty. */
function textTimes({ pts, endTick }: WrittenTrack): TrackTimes {
  return {
    durations: Float64Array.from(pts, (time, index) => (pts[index + 1] ?? endTick) - time),
    reorderTicks: new Float64Array(pts.length),
    delayTicks: 0,
  }
}

/** Audio packets follow each other evenly; the ones before zero prime the decoder. */
function audioTimes({ pts, endTick }: WrittenTrack): TrackTimes {
  const usual = pts.length > 1 ? pts[1]! - pts[0]! : endTick
  return {
    durations: Float64Array.from(pts, (time, index) => (pts[index + 1] ?? time + usual) - time),
    reorderTicks: new Float64Array(pts.length),
    delayTicks: Math.max(0, -pts[0]!),
  }
}

function buildSampleTable(track: WrittenTrack, times: TrackTimes, dataStart: number): Buffer {
  const { sizes, syncNumbers } = track
  const tables = [
    fullBox('stsd', 0, 0, u32(1), track.sampleEntry),
    fullBox('stts', 0, 0, runLengthTable(times.durations)),
  ]
  if (times.reorderTicks.some((ticks) => ticks !== 0)) {
    tables.push(fullBox('ctts', 0, 0, runLengthTable(times.reorderTicks)))
  }
  if (track.kind === 'video') tables.push(fullBox('stss', 0, 0, table(syncNumbers.length, syncNumbers)))
  if (track.kind === 'audio') tables.push(...prerollTables(sizes.length))
  tables.push(
    fullBox('stsc', 0, 0, chunkRuns(track.chunkPackets)),
    fullBox('stsz', 0, 0, u32(0), table(sizes.length, sizes)),
    chunkPlaces(track.chunkOffsets, dataStart),
  )
  return box('stbl', ...tables)
}

/** Says that the packet before must be decoded, too: AAC windows overlap by half. */
function prerollTables(packets: number): Buffer[] {
  const ONE_PACKET_BEFORE = 0xffff
  return [
    fullBox('sgpd', 1, 0, Buffer.from('roll'), u32(2, 1), u16(ONE_PACKET_BEFORE)),
    fullBox('sbgp', 0, 0, Buffer.from('roll'), u32(1, packets, 1)),
  ]
}

function chunkRuns(chunkPackets: ArrayLike<number>): Buffer {
  const rows: number[] = []
  for (let index = 0; index < chunkPackets.length; index++) {
    if (index === 0 || chunkPackets[index] !== chunkPackets[index - 1]) rows.push(index + 1, chunkPackets[index]!, 1)
  }
  return table(rows.length / 3, rows)
}

function chunkPlaces(chunkOffsets: ArrayLike<number>, dataStart: number): Buffer {
  const places = Float64Array.from(chunkOffsets, (offset) => dataStart + offset)
  // Decided by the media data alone: where it starts depends on this table's own size.
  const isLarge = (chunkOffsets[chunkOffsets.length - 1] ?? 0) > LARGEST_SHORT_OFFSET
  return isLarge ? fullBox('co64', 0, 0, largeTable(places)) : fullBox('stco', 0, 0, table(places.length, places))
}

/** When each packet of a track is decoded and shown, as the tables of an MP4 want it. */
export interface TrackTimes {
  /** The distance from each packet's decode time to the next one's. */
  durations: Float64Array
  /** The presentation time minus the decode time. */
  reorderTicks: Float64Array
  /** The media time of the first frame: what the edit list must skip. */
  delayTicks: number
}

/**
 * Gives packets decode times: the sorted presentation times, moved back far enough that every frame is decoded before it is
 * shown. Works for any splice of copied and re-encoded frames; their old decode times are ignored.
 * @param presentationTimes in decode order, all different, none below 0
 * @param endTick when the last one ends
 */
export function assignDecodeTimes(presentationTimes: ArrayLike<number>, endTick: number): TrackTimes {
  const sorted = Float64Array.from(presentationTimes).sort()
  // If the first frame of damaged media is missing, the next one takes its place: a clip begins at zero.
  const first = sorted[0] ?? 0
  const shownAt = (index: number) => (presentationTimes[index] === first ? 0 : presentationTimes[index]!)
  for (let index = 0; index < sorted.length && sorted[index] === first; index++) sorted[index] = 0
  let delayTicks = 0
  for (let index = 0; index < sorted.length; index++) delayTicks = Math.max(delayTicks, sorted[index]! - shownAt(index))
  return {
    durations: sorted.map((time, index) => (sorted[index + 1] ?? endTick) - time),
    reorderTicks: sorted.map((time, index) => shownAt(index) - time + delayTicks),
    delayTicks,
  }
}
