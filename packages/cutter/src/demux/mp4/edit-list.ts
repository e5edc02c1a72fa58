import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { EditedRun, IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { type Box, findBox, tableRowsOf } from './boxes.ts'

/** A span of a track's media that the edit list shows. Media times and movie times are both in the track's ticks. */
export interface MediaEdit {
  fromTick: number
  /** End in movie time; Infinity for the end of the media. */
  toTick: number
  /** Media time that is shown at fromTick. */
  mediaTick: number
  /** Whether one frame is shown for the whole span. */
  isFrozen: boolean
}

export interface TrackEdits {
  /** Movie time minus media time of all samples; 0 if `edits` is set. */
  shiftTicks: number
  /** Movie time at which the edit list ends the presentation; Infinity if it does not, or if `edits` is set. */
  presentationEndTicks: number
  /** Edits that jump, pause or repeat; null if one shift describes the edit list. */
  edits: MediaEdit[] | null
}

interface EditRow {
  durationTicks: number
  /** Media time in ticks; -1 for an empty edit. */
  mediaTime: number
  /** Speed as a 16.16 fixed-point number. */
  rate: number
}

const EMPTY_EDIT = -1
const NORMAL_SPEED = 0x10000
/** Maximum number of separate edits. No person makes more, so a longer list is an attack. */
const MAX_EDITS = 2000
/** Maximum number of rows, before seamless rows are joined. */
const MAX_ROWS = 100_000

/**
 * Reads the edit list of a track. Empty edits delay or interrupt the track, media edits show a part of it. Media edits
 * that follow each other seamlessly are joined.
 * @throws CutterError unsupported_media for too many edits or another speed
 */
export function readEdits(moov: Buffer, trak: Box, movieTimescale: number, timescale: number): TrackEdits {
  const list = findBox(moov, trak, 'edts', 'elst')
  const ticksPerMovieTick = timescale / Math.max(1, movieTimescale)
  const rows = list ? readRows(moov, list, ticksPerMovieTick) : []
  const ranges = shownRanges(rows, Math.max(1, ticksPerMovieTick))
  if (ranges.some(({ rate }) => rate !== NORMAL_SPEED && rate !== 0))
    throw unsupportedMedia('The edit list changes the speed.')
  if (ranges.length === 0) {
    const delay = rows.reduce((sum, { durationTicks }) => sum + durationTicks, 0)
    return { shiftTicks: Math.round(delay), presentationEndTicks: Infinity, edits: null }
  }
  const [firstRange, ...laterRanges] = ranges
  if (firstRange && laterRanges.length === 0) {
    const shiftTicks = Math.round(firstRange.fromTick - firstRange.mediaTick)
    return { shiftTicks, presentationEndTicks: firstRange.toTick, edits: null }
  }
  if (ranges.length > MAX_EDITS) throw unsupportedMedia(`The edit list has ${ranges.length} parts.`)
  const edits = ranges.map(({ fromTick, toTick, mediaTick, rate }) => ({
    fromTick: Math.round(fromTick),
    toTick,
    mediaTick,
    isFrozen: rate === 0,
  }))
  return { shiftTicks: 0, presentationEndTicks: Infinity, edits }
}

type ShownRange = Omit<MediaEdit, 'isFrozen'> & { rate: number }

/**
 * Converts rows to the ranges that they show. Seamless media edits are joined.
 * @param roundingTicks largest rounding error, because durations are in the movie's clock
 */
function shownRanges(rows: readonly EditRow[], roundingTicks: number): ShownRange[] {
  const ranges: ShownRange[] = []
  let movieTick = 0
  for (const [row, { durationTicks, mediaTime, rate }] of rows.entries()) {
    if (mediaTime !== EMPTY_EDIT) {
      const lastRange = ranges.at(-1)
      const mediaEnd = lastRange ? lastRange.mediaTick + lastRange.toTick - lastRange.fromTick : Number.NaN
      const isSeamless = lastRange?.toTick === movieTick && lastRange.rate === rate && rate !== 0
      // A duration of zero means "to the end". Fragmented files have it, because their writer did not know the end yet.
      const isOpen = durationTicks === 0 && row === rows.length - 1
      const toTick = isOpen ? Infinity : movieTick + durationTicks
      if (isSeamless && Math.abs(mediaEnd - mediaTime) <= roundingTicks) {
        lastRange.toTick = toTick
      } else if (toTick > movieTick || rows.length === 1) {
        ranges.push({ fromTick: movieTick, toTick, mediaTick: mediaTime, rate })
      }
    }
    movieTick += durationTicks
  }
  return ranges
}

function readRows(moov: Buffer, list: Box, ticksPerMovieTick: number): EditRow[] {
  const is64Bit = moov[list.bodyStart] === 1
  const rowBytes = is64Bit ? 20 : 12
  const { start, count } = tableRowsOf(moov, list, rowBytes)
  if (count > MAX_ROWS) throw unsupportedMedia(`The edit list has ${count} rows.`)
  return Array.from({ length: count }, (_, row) => {
    const at = start + row * rowBytes
    const duration = is64Bit ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at)
    const mediaTime = is64Bit ? Number(moov.readBigInt64BE(at + 8)) : moov.readInt32BE(at + 4)
    return { durationTicks: duration * ticksPerMovieTick, mediaTime, rate: moov.readInt32BE(at + rowBytes - 4) }
  })
}

/**
 * Frames in this last moment of an edit are ignored, because the durations of edits are rounded to the movie's clock.
 */
const SLIVER_SECONDS = 0.002

/**
 * A track whose edit list jumps, pauses or repeats. Each run is a track of its own on the movie's timeline, with its
 * own plan. `covering` of the whole track returns the packets of its runs, one run after the other.
 * @param track the track on the media's own clock
 */
export function editedTrack(track: IndexedTrack, edits: readonly MediaEdit[]): IndexedTrack {
  const sliverTicks = SLIVER_SECONDS * track.timescale
  const runs: EditedRun[] = edits.map(({ fromTick, toTick, mediaTick, isFrozen }, index) => ({
    fromTick,
    toTick,
    isFrozen,
    track: isFrozen
      ? heldFrameTrack(track, mediaTick, fromTick)
      : shiftedTrack(track, mediaTick - fromTick, index + 1 < edits.length ? toTick - sliverTicks : toTick),
  }))
  const firstRun = runs[0]!
  const lastRun = runs.at(-1)!

  return {
    timescale: track.timescale,
    isWhollyKnown: track.isWhollyKnown,
    presentationEnd: lastRun.toTick,
    runs,
    async covering(fromTick, toTick, options) {
      const packets: PacketList[] = []
      for (const run of runs.filter((candidate) => candidate.toTick > fromTick && candidate.fromTick < toTick)) {
        const from = Math.max(fromTick, run.fromTick)
        const runPackets = await run.track.covering(from, Math.min(toTick, run.toTick), options)
        const isFirst = packets.length === 0
        packets.push(
          runPackets.filter(({ pts, duration }) => pts < run.toTick && (isFirst || pts + duration > run.fromTick)),
        )
      }
      return PacketList.joined(packets)
    },
    async firstPts(options) {
      const firstTick = await firstRun.track.firstPts(options)
      return firstTick === null ? null : Math.max(firstTick, firstRun.fromTick)
    },
    async endPts(options) {
      const end = lastRun.isFrozen ? lastRun.toTick : await lastRun.track.endPts(options)
      return end === null ? null : Math.min(end, lastRun.toTick)
    },
  }
}

/** A track of one frame, for an edit that shows the frame at `mediaTick` for its whole span. */
function heldFrameTrack(track: IndexedTrack, mediaTick: number, fromTick: number): IndexedTrack {
  const presentationEnd = fromTick + 1
  async function shiftToFrame(options: ReadOptions): Promise<IndexedTrack> {
    const packets = await track.covering(mediaTick, mediaTick + 1, options)
    const shownPackets = packets.filter(({ pts }) => pts <= mediaTick)
    const latestPts = shownPackets.pts.reduce((latest, pts) => Math.max(latest, pts), -Infinity)
    const frameTick = Number.isFinite(latestPts) ? latestPts : (packets.at(0)?.pts ?? mediaTick)
    return shiftedTrack(track, frameTick - fromTick, presentationEnd)
  }
  return {
    timescale: track.timescale,
    isWhollyKnown: track.isWhollyKnown,
    presentationEnd,
    covering: async (from, to, options) => (await shiftToFrame(options)).covering(from, to, options),
    firstPts: async () => fromTick,
    endPts: async () => presentationEnd,
  }
}
