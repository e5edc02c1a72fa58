import { box, fullBox, largeTable, runLengthTable, table, u16, u32, zeros } from '../../bitstream/mp4-boxes.ts'

export interface WrittenTrack {
  kind: 'video' | 'audio'
  timescale: number
  /** When the presentation ends, counted from its zero. */
  endTick: number
  sampleEntry: Buffer
  display: { width: number; height: number; matrix: Buffer | null } | null
  /** Consecutive packets that stand together in the file: where, counted from the beginning of the media data, and how many. */
  chunkOffsets: ArrayLike<number>
  chunkPackets: ArrayLike<number>
  /** Of each packet, in decode order. */
  pts: ArrayLike<number>
  sizes: ArrayLike<number>
  /** Which packets are sync samples, counted from 1. */
  syncNumbers: ArrayLike<number>
}

const UPRIGHT = Buffer.from('000100000000000000000000000000000001000000000000000000000000000040000000', 'hex')
const UNDETERMINED_LANGUAGE = 0x55c4
const SAME_FILE = 1
/** Four bytes, less ample room for the index itself. */
const LARGEST_SHORT_OFFSET = 0xf0000000

/**
 * Builds moov. Our own, because the library's writer has negative composition offsets and no edit list for frames, which
 * older players show late. With the reordering delay in the edit list, every player begins with the right frame at zero.
 * @param dataStart where in the file the media data begins
 */
export function buildMovieHeader(tracks: readonly WrittenTrack[], dataStart: number): Buffer {
  // The frame's own time scale, so that its duration is exact in the edit list.
  const timescale = tracks[0]!.timescale
  const built = tracks.map((track, index) => buildTrack(track, index + 1, timescale, dataStart))
  const duration = Math.max(...tracks.map((track) => presentedTicks(track, timescale)))
  const times = u32(0, 0, timescale, duration)
  const rateAndVolume = [u32(0x10000), u16(0x100), zeros(10)]
  const nextId = u32(tracks.length + 1)
  return box('moov', fullBox('mvhd', 0, 0, times, ...rateAndVolume, UPRIGHT, zeros(24), nextId), ...built)
}

/** How long a track is shown, in ticks of the movie. */
function presentedTicks(track: WrittenTrack, movieTimescale: number): number {
  return Math.round((track.endTick / track.timescale) * movieTimescale)
}

function buildTrack(track: WrittenTrack, id: number, movieTimescale: number, dataStart: number): Buffer {
  const { kind, timescale, display } = track
  const isAudio = kind === 'audio'
  const times = isAudio ? audioTimes(track) : assignDecodeTimes(track.pts, track.endTick)
  const mediaDuration = times.durations.reduce((sum, duration) => sum + duration, 0)
  const presented = presentedTicks(track, movieTimescale)
  const idAndTimes = u32(0, 0, id, 0, presented)
  const groupAndVolume = isAudio ? u16(0, 1, 0x100, 0) : u16(0, 0, 0, 0)
  const size = u32((display?.width ?? 0) * 0x10000, (display?.height ?? 0) * 0x10000)
  const matrix = display?.matrix ?? UPRIGHT
  const trackHeader = fullBox('tkhd', 0, 3, idAndTimes, zeros(8), groupAndVolume, matrix, size)
  const edits = box('edts', fullBox('elst', 0, 0, table(1, [presented, times.delayTicks]), u16(1, 0)))
  const mediaHeader = fullBox('mdhd', 0, 0, u32(0, 0, timescale, mediaDuration), u16(UNDETERMINED_LANGUAGE, 0))
  const [type, name] = isAudio ? ['soun', 'AudioHandler\0'] : ['vide', 'VideoHandler\0']
  const handler = fullBox('hdlr', 0, 0, u32(0), Buffer.from(type!), zeros(12), Buffer.from(name!))
  const information = box(
    'minf',
    isAudio ? fullBox('smhd', 0, 0, zeros(4)) : fullBox('vmhd', 0, 1, zeros(8)),
    box('dinf', fullBox('dref', 0, 0, u32(1), fullBox('url ', 0, SAME_FILE))),
    buildSampleTable(track, times, dataStart),
  )
  return box('trak', trackHeader, edits, box('mdia', mediaHeader, handler, information))
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
  else tables.push(...prerollTables(sizes.length))
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
