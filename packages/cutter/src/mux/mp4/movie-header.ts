import type { ClipTags } from '../../api/clip-spec.ts'
import type { MediaChapter } from '../../api/subtitles.ts'
import { type Language, languageOf } from '../../bitstream/language.ts'
import { box, fullBox, largeTable, runLengthTable, table, u16, u32, u64, zeros } from '../../bitstream/mp4-boxes.ts'
import type { ClipTrack } from '../../supply/clip-track.ts'
import { itemList } from './item-list.ts'

export interface WrittenTrack {
  kind: ClipTrack['kind']
  timescale: number
  /** End of the presentation in ticks. */
  endTick: number
  sampleEntry: Buffer
  display: ClipTrack['display']
  /** BCP 47; absent if unknown. */
  language?: string | undefined
  /** Offset of each chunk in the media data, and its number of packets. */
  chunkOffsets: ArrayLike<number>
  chunkPackets: ArrayLike<number>
  /** Timestamp and size of each packet, in decode order. */
  pts: ArrayLike<number>
  sizes: ArrayLike<number>
  /** Numbers of the packets that are sync samples, from 1. */
  syncNumbers: ArrayLike<number>
  /** Media time of the first frame. Present only for a track whose packets are in fragments. */
  delayTicks?: number
}

export const UPRIGHT_MATRIX = Buffer.from(
  '000100000000000000000000000000000001000000000000000000000000000040000000',
  'hex',
)
const MEDIA_IN_SAME_FILE = 1
/** Largest media data for 32-bit offsets, with ample space for the index before it. */
const MAX_SHORT_OFFSET = 0xf0000000
const TRACK_ENABLED = 1
const TRACK_IN_MOVIE = 2

/** Box fields by kind of track: flags, alternate group and volume, handler, media header. */
const TRACK_KINDS = {
  video: {
    flags: TRACK_ENABLED | TRACK_IN_MOVIE,
    groupAndVolume: [0, 0],
    handler: ['vide', 'VideoHandler'],
    mediaHeader: fullBox('vmhd', 0, 1, zeros(8)),
  },
  audio: {
    flags: TRACK_ENABLED | TRACK_IN_MOVIE,
    groupAndVolume: [1, 0x100],
    handler: ['soun', 'AudioHandler'],
    mediaHeader: fullBox('smhd', 0, 0, zeros(4)),
  },
  subtitles: {
    flags: TRACK_ENABLED | TRACK_IN_MOVIE,
    groupAndVolume: [2, 0],
    handler: ['sbtl', 'SubtitleHandler'],
    mediaHeader: fullBox('nmhd', 0, 0),
  },
  // The chapter track is disabled, so that players do not show its titles as subtitles.
  chapters: {
    flags: TRACK_IN_MOVIE,
    groupAndVolume: [0, 0],
    handler: ['text', 'ChapterHandler'],
    mediaHeader: box(
      'gmhd',
      fullBox('gmin', 0, 0, u16(0x40, 0x8000, 0x8000, 0x8000, 0, 0)),
      box('text', UPRIGHT_MATRIX),
    ),
  },
} as const

/** Chapters and tags of the whole clip. */
export interface MovieInfo {
  /** Chapters on the clip's timeline, for a list in addition to the chapter track. Some players read only the list. */
  chapters?: readonly MediaChapter[]
  tags?: ClipTags | undefined
}

/**
 * Builds moov. mediabunny's writer has negative composition offsets and no edit list for video, so that older players
 * show frames late. Here the edit list skips the reordering delay, and every player begins with the right frame at
 * zero.
 * @param dataStart offset of the media data in the file
 */
export function buildMovieHeader(
  tracks: readonly WrittenTrack[],
  dataStart: number,
  { chapters = [], tags }: MovieInfo = {},
): Buffer {
  // The timescale of the first track makes its duration in the edit list exact.
  const timescale = tracks[0]!.timescale
  const chapterId = tracks.findIndex(({ kind }) => kind === 'chapters') + 1
  const trackBoxes = tracks.map((track, index) => {
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
    fullBox('mvhd', 0, 0, times, ...rateAndVolume, UPRIGHT_MATRIX, zeros(24), nextId),
    ...trackBoxes,
    ...(userData.length > 0 ? [box('udta', ...userData)] : []),
  )
}

const MAX_LISTED_CHAPTERS = 255
const MAX_LISTED_TITLE_BYTES = 255
const CHAPTER_LIST_TICKS_PER_SECOND = 1e7

/** Builds Nero's chapter list (chpl): the start and title of each chapter. */
function chapterList(chapters: readonly MediaChapter[]): Buffer[] {
  const listedChapters = chapters.slice(0, MAX_LISTED_CHAPTERS)
  if (listedChapters.length === 0) return []
  const entries = listedChapters.map(({ startTime, title }) => {
    const name = truncatedUtf8(title, MAX_LISTED_TITLE_BYTES)
    return Buffer.concat([u64(Math.round(startTime * CHAPTER_LIST_TICKS_PER_SECOND)), Buffer.of(name.length), name])
  })
  return [fullBox('chpl', 1, 0, u32(0), Buffer.of(listedChapters.length), ...entries)]
}

/** UTF-8 of a text, cut off between two characters to at most `maxBytes`. */
export function truncatedUtf8(text: string, maxBytes: number): Buffer {
  const bytes = Buffer.from(text)
  if (bytes.length <= maxBytes) return bytes
  const isContinued = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80
  let end = maxBytes
  while (isContinued(bytes[end])) end -= 1
  return bytes.subarray(0, end)
}

/** Presentation duration of a track, in ticks of the movie. */
function presentedTicks(track: WrittenTrack, movieTimescale: number): number {
  return Math.round((track.endTick / track.timescale) * movieTimescale)
}

interface TrackContext {
  id: number
  /** Timescale of the movie. */
  timescale: number
  dataStart: number
  references: Buffer[]
}

function buildTrack(
  track: WrittenTrack,
  { id, timescale: movieTimescale, dataStart, references }: TrackContext,
): Buffer {
  const { timescale, display } = track
  const { flags, groupAndVolume, handler, mediaHeader } = TRACK_KINDS[track.kind]
  const times = trackTimesOf(track)
  const mediaDuration = times.durations.reduce((sum, duration) => sum + duration, 0)
  const durationTicks = presentedTicks(track, movieTimescale)
  const idAndTimes = u32(0, 0, id, 0, durationTicks)
  const size = u32((display?.width ?? 0) * 0x10000, (display?.height ?? 0) * 0x10000)
  const matrix = display?.matrix ?? UPRIGHT_MATRIX
  const displayFields = [zeros(8), u16(0, ...groupAndVolume, 0), matrix, size]
  const trackHeader = fullBox('tkhd', 0, flags, idAndTimes, ...displayFields)
  const edits = box(
    'edts',
    fullBox('elst', 0, 0, table(1, [durationTicks, track.delayTicks ?? times.delayTicks]), u16(1, 0)),
  )
  const language = languageOf(track.language)
  const [type, name] = handler
  const media = [
    fullBox('mdhd', 0, 0, u32(0, 0, timescale, mediaDuration), u16(packedLanguage(language), 0)),
    fullBox('hdlr', 0, 0, u32(0), Buffer.from(type), zeros(12), Buffer.from(`${name}\0`)),
    // The code in mdhd has no regions and scripts, unlike the tag in elng.
    ...(track.language === undefined ? [] : [fullBox('elng', 0, 0, Buffer.from(`${language.tag}\0`))]),
    box(
      'minf',
      mediaHeader,
      box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, MEDIA_IN_SAME_FILE))),
      buildSampleTable(track, times, dataStart),
    ),
  ]
  return box('trak', trackHeader, ...references, edits, box('mdia', ...media))
}

/** Packs a language code for mdhd: three letters of five bits each. */
function packedLanguage({ code }: Language): number {
  return [...code].reduce((packed, letter) => packed * 32 + (letter.charCodeAt(0) - 0x60), 0)
}

function trackTimesOf(track: WrittenTrack): TrackTimes {
  if (track.kind === 'video') return assignDecodeTimes(track.pts, track.endTick)
  return track.kind === 'audio' ? audioTimes(track) : textTimes(track)
}

/** Timestamps of a text track. Each text lasts until the next packet, which may be empty. */
function textTimes({ pts, endTick }: WrittenTrack): TrackTimes {
  return {
    durations: Float64Array.from(pts, (time, index) => (pts[index + 1] ?? endTick) - time),
    reorderTicks: new Float64Array(pts.length),
    delayTicks: 0,
  }
}

/** Timestamps of an audio track. Its packets have equal distances, and packets before zero prime the decoder. */
function audioTimes({ pts, endTick }: WrittenTrack): TrackTimes {
  const packetTicks = pts.length > 1 ? pts[1]! - pts[0]! : endTick
  return {
    durations: Float64Array.from(pts, (time, index) => (pts[index + 1] ?? time + packetTicks) - time),
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
    fullBox('stsc', 0, 0, chunkRunTable(track.chunkPackets)),
    fullBox('stsz', 0, 0, u32(0), table(sizes.length, sizes)),
    chunkOffsetTable(track.chunkOffsets, dataStart),
  )
  return box('stbl', ...tables)
}

/** Tables that make players decode one earlier packet too, because AAC windows overlap by half. */
function prerollTables(packets: number): Buffer[] {
  const ONE_PACKET_BEFORE = 0xffff
  return [
    fullBox('sgpd', 1, 0, Buffer.from('roll'), u32(2, 1), u16(ONE_PACKET_BEFORE)),
    fullBox('sbgp', 0, 0, Buffer.from('roll'), u32(1, packets, 1)),
  ]
}

function chunkRunTable(chunkPackets: ArrayLike<number>): Buffer {
  const rows: number[] = []
  for (let index = 0; index < chunkPackets.length; index++) {
    if (index === 0 || chunkPackets[index] !== chunkPackets[index - 1]) rows.push(index + 1, chunkPackets[index]!, 1)
  }
  return table(rows.length / 3, rows)
}

function chunkOffsetTable(chunkOffsets: ArrayLike<number>, dataStart: number): Buffer {
  const fileOffsets = Float64Array.from(chunkOffsets, (offset) => dataStart + offset)
  // The start of the media data depends on the size of this table, so only the offsets inside the data decide.
  const isLarge = (chunkOffsets[chunkOffsets.length - 1] ?? 0) > MAX_SHORT_OFFSET
  return isLarge
    ? fullBox('co64', 0, 0, largeTable(fileOffsets))
    : fullBox('stco', 0, 0, table(fileOffsets.length, fileOffsets))
}

/** Decode and presentation timestamps of the packets of a track, as MP4 tables store them. */
export interface TrackTimes {
  /** Distance from each packet's decode timestamp to the next one's. */
  durations: Float64Array
  /** Presentation timestamp minus decode timestamp. */
  reorderTicks: Float64Array
  /** Media time of the first frame, which the edit list must skip. */
  delayTicks: number
}

/**
 * Assigns decode timestamps to packets: the sorted presentation timestamps, moved to earlier ticks so that every frame
 * is decoded before it is shown. It works for any splice of copied and re-encoded frames, whose old decode timestamps
 * are ignored.
 * @param presentationTimes timestamps in decode order, all different, none below 0
 * @param endTick end of the last packet
 */
export function assignDecodeTimes(presentationTimes: ArrayLike<number>, endTick: number): TrackTimes {
  const times = Float64Array.from(presentationTimes).sort()
  // The first frame always begins at zero, even if frames before it are missing in damaged media.
  const firstTime = times[0] ?? 0
  const presentationTick = (index: number) => (presentationTimes[index] === firstTime ? 0 : presentationTimes[index]!)
  for (let index = 0; index < times.length && times[index] === firstTime; index++) times[index] = 0
  let delayTicks = 0
  for (let index = 0; index < times.length; index++)
    delayTicks = Math.max(delayTicks, times[index]! - presentationTick(index))
  return {
    durations: times.map((time, index) => (times[index + 1] ?? endTick) - time),
    reorderTicks: times.map((time, index) => presentationTick(index) - time + delayTicks),
    delayTicks,
  }
}
