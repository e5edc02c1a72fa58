import type { ReadOptions } from '../../io/part-reader.ts'
import type { EditedRun, IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { shiftedTrack } from '../common/shifted-track.ts'
import type { MediaEdit } from './edit-list.ts'

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
  const [firstRun, lastRun] = [runs[0]!, runs.at(-1)!]

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
