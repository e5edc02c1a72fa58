import { unsupportedMedia } from '../../api/cutter-error.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { EditedRun, IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import { type Box, findBox, rowsOf } from './boxes.ts'

/** A span of a track's media that the edit list shows. Movie times are in the track's ticks, too. */
export interface MediaEdit {
  fromTick: number
  /** Infinity: to the end of the media. */
  toTick: number
  /** The media time that is shown at fromTick. */
  mediaTick: number
  /** A single frame is shown for the whole span. */
  isHeld: boolean
}

export interface TrackEdits {
  /** Added to a sample's media time, this gives its time on the movie's timeline; 0 where there are several edits. */
  shiftTicks: number
  /** Where the edit list ends the presentation, in movie time; Infinity when it does not, or where there are several edits. */
  presentationEndTicks: number
  /** Edits that jump, pause or repeat; null for what one shift describes. */
  edits: MediaEdit[] | null
}

interface EditRow {
  durationTicks: number
  /** -1: nothing is shown. */
  mediaTime: number
  /** In 65,536ths. */
  rate: number
}

const NOTHING = -1
const USUAL_RATE = 0x10000
/** More than any person would edit; a longer list is an attack. */
const MOST_EDITS = 2000
/** Seamless ones are joined, but each is read. */
const MOST_ROWS = 100_000

/**
 * What the edit list of a track shows: empty edits delay or interrupt it, media edits show a part of it. Media edits that
 * follow each other seamlessly are one.
 */
export function readEdits(moov: Buffer, trak: Box, movieTimescale: number, timescale: number): TrackEdits {
  const list = findBox(moov, trak, 'edts', 'elst')
  const ticksPerMovieTick = timescale / Math.max(1, movieTimescale)
  const rows = list ? readRows(moov, list, ticksPerMovieTick) : []
  const shown = shownByteRanges(rows, Math.max(1, ticksPerMovieTick))
  if (shown.length === 0) {
    const delay = rows.reduce((sum, { durationTicks }) => sum + durationTicks, 0)
    return { shiftTicks: Math.round(delay), presentationEndTicks: Infinity, edits: null }
  }
  const [first, ...others] = shown
  if (first && others.length === 0) {
    const shiftTicks = Math.round(first.fromTick - first.mediaTick)
    return { shiftTicks, presentationEndTicks: first.toTick, edits: null }
  }
  if (shown.length > MOST_EDITS) throw unsupportedMedia(`The edit list has ${shown.length} parts.`)
  const edits = shown.map(({ fromTick, toTick, mediaTick, rate }) => {
    if (rate !== USUAL_RATE && rate !== 0) throw unsupportedMedia('The edit list changes the speed.')
    return { fromTick: Math.round(fromTick), toTick, mediaTick, isHeld: rate === 0 }
  })
  return { shiftTicks: 0, presentationEndTicks: Infinity, edits }
}

type ByteRange = Omit<MediaEdit, 'isHeld'> & { rate: number }

/** @param roundingTicks durations are rounded to the movie's clock, media times are not */
function shownByteRanges(rows: readonly EditRow[], roundingTicks: number): ByteRange[] {
  const shown: ByteRange[] = []
  let now = 0
  for (const [row, { durationTicks, mediaTime, rate }] of rows.entries()) {
    if (mediaTime !== NOTHING) {
      const last = shown.at(-1)
      const end = last ? last.mediaTick + last.toTick - last.fromTick : Number.NaN
      const isSeamless = last?.toTick === now && last.rate === rate && rate !== 0
      // A duration of zero means "to the end"; fragmented files are written so, because the end is not known yet.
      const isOpen = durationTicks === 0 && row === rows.length - 1
      const toTick = isOpen ? Infinity : now + durationTicks
      if (isSeamless && Math.abs(end - mediaTime) <= roundingTicks) {
        last.toTick = toTick
      } else if (toTick > now || rows.length === 1) {
        shown.push({ fromTick: now, toTick, mediaTick: mediaTime, rate })
      }
    }
    now += durationTicks
  }
  return shown
}

function readRows(moov: Buffer, list: Box, ticksPerMovieTick: number): EditRow[] {
  const isLong = moov[list.bodyStart] === 1
  const rowBytes = isLong ? 20 : 12
  const { start, count } = rowsOf(moov, list, rowBytes)
  if (count > MOST_ROWS) throw unsupportedMedia(`The edit list has ${count} rows.`)
  return Array.from({ length: count }, (_, row) => {
    const at = start + row * rowBytes
    const duration = isLong ? Number(moov.readBigUInt64BE(at)) : moov.readUInt32BE(at)
    const mediaTime = isLong ? Number(moov.readBigInt64BE(at + 8)) : moov.readInt32BE(at + 4)
    return { durationTicks: duration * ticksPerMovieTick, mediaTime, rate: moov.readInt32BE(at + rowBytes - 4) }
  })
}

/** Durations of edits are rounded to the movie's clock: a frame that is shown for less than this is not meant. */
const SLIVER_SECONDS = 0.002

/**
 * A track whose edit list jumps, pauses or repeats. Each run is a track of its own, placed where it is shown, and is
 * planned by itself. This track covers the packets of its runs, one after the other: enough to find frames.
 * @param track on the media's own clock
 */
export function editedTrack(track: IndexedTrack, edits: readonly MediaEdit[]): IndexedTrack {
  const sliver = SLIVER_SECONDS * track.timescale
  const runs: EditedRun[] = edits.map(({ fromTick, toTick, mediaTick, isHeld }, index) => ({
    fromTick,
    toTick,
    isHeld,
    track: isHeld
      ? heldFrame(track, mediaTick, fromTick)
      : shiftedTrack(track, mediaTick - fromTick, index + 1 < edits.length ? toTick - sliver : toTick),
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
        const found = await run.track.covering(from, Math.min(toTick, run.toTick), options)
        const isFirst = packets.length === 0
        packets.push(
          found.filter(({ pts, duration }) => pts < run.toTick && (isFirst || pts + duration > run.fromTick)),
        )
      }
      return PacketList.joined(packets)
    },
    async firstPts(options) {
      const first = await firstRun.track.firstPts(options)
      return first === null ? null : Math.max(first, firstRun.fromTick)
    },
    async endPts(options) {
      const end = lastRun.isHeld ? lastRun.toTick : await lastRun.track.endPts(options)
      return end === null ? null : Math.min(end, lastRun.toTick)
    },
  }
}

/** The frame that is shown at one time of the media, alone, where an edit holds it. */
function heldFrame(track: IndexedTrack, mediaTick: number, fromTick: number): IndexedTrack {
  const presentationEnd = fromTick + 1
  async function moved(options: ReadOptions): Promise<IndexedTrack> {
    const around = await track.covering(mediaTick, mediaTick + 1, options)
    const shown = around.filter(({ pts }) => pts <= mediaTick)
    const held = shown.pts.reduce((latest, pts) => Math.max(latest, pts), -Infinity)
    const heldTick = Number.isFinite(held) ? held : (around.at(0)?.pts ?? mediaTick)
    return shiftedTrack(track, heldTick - fromTick, presentationEnd)
  }
  return {
    timescale: track.timescale,
    isWhollyKnown: track.isWhollyKnown,
    presentationEnd,
    covering: async (from, to, options) => (await moved(options)).covering(from, to, options),
    firstPts: async () => fromTick,
    endPts: async () => presentationEnd,
  }
}
