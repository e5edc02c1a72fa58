import type { ReadOptions } from '../../io/part-reader.ts'
import type { EditedRun, IndexedTrack } from '../common/indexed-track.ts'
import { PacketList } from '../common/packet-list.ts'
import { ShiftedTrack } from '../common/shifted-track.ts'
import type { MediaEdit } from './edit-list.ts'

/** Durations of edits are rounded to the movie's clock: a frame that is shown for less than this is not meant. */
const SLIVER_SECONDS = 0.002

/**
 * A track whose edit list jumps, pauses or repeats. Each run of it is a track of its own that lies where it is shown; plans
 * are made run by run. What this one itself covers is the runs' packets, one after the other: enough to find frames.
 */
export class EditedTrack implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown: boolean
  readonly presentationEnd: number
  readonly runs: readonly EditedRun[]

  /** @param track on the media's own clock */
  constructor(track: IndexedTrack, edits: readonly MediaEdit[]) {
    this.timescale = track.timescale
    this.isWhollyKnown = track.isWhollyKnown
    this.presentationEnd = edits.at(-1)!.toTick
    const sliver = SLIVER_SECONDS * track.timescale
    this.runs = edits.map(({ fromTick, toTick, mediaTick, isHeld }, index) => ({
      fromTick,
      toTick,
      isHeld,
      track: isHeld
        ? new HeldFrame(track, mediaTick, fromTick)
        : new ShiftedTrack(track, mediaTick - fromTick, index + 1 < edits.length ? toTick - sliver : toTick),
    }))
  }

  async covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const packets: PacketList[] = []
    for (const run of this.runs.filter((candidate) => candidate.toTick > fromTick && candidate.fromTick < toTick)) {
      const from = Math.max(fromTick, run.fromTick)
      const found = await run.track.covering(from, Math.min(toTick, run.toTick), options)
      const isFirst = packets.length === 0
      packets.push(found.filter(({ pts, duration }) => pts < run.toTick && (isFirst || pts + duration > run.fromTick)))
    }
    return PacketList.joined(packets)
  }

  async firstPts(options: ReadOptions): Promise<number | null> {
    const [run] = this.runs
    const first = await run!.track.firstPts(options)
    return first === null ? null : Math.max(first, run!.fromTick)
  }

  async endPts(options: ReadOptions): Promise<number | null> {
    const run = this.runs.at(-1)!
    if (run.isHeld) {
      return run.toTick
    }
    const end = await run.track.endPts(options)
    return end === null ? null : Math.min(end, run.toTick)
  }
}

/** The frame that is shown at an instant of the media, alone, where an edit holds it. */
class HeldFrame implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown: boolean
  readonly presentationEnd: number
  readonly #track: IndexedTrack
  readonly #mediaTick: number
  readonly #fromTick: number

  constructor(track: IndexedTrack, mediaTick: number, fromTick: number) {
    this.timescale = track.timescale
    this.isWhollyKnown = track.isWhollyKnown
    this.presentationEnd = fromTick + 1
    this.#track = track
    this.#mediaTick = mediaTick
    this.#fromTick = fromTick
  }

  async covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    return (await this.#moved(options)).covering(fromTick, toTick, options)
  }

  async firstPts(): Promise<number> {
    return this.#fromTick
  }

  async endPts(): Promise<number> {
    return this.presentationEnd
  }

  async #moved(options: ReadOptions): Promise<ShiftedTrack> {
    const around = await this.#track.covering(this.#mediaTick, this.#mediaTick + 1, options)
    const shown = around.filter(({ pts }) => pts <= this.#mediaTick)
    const held = shown.pts.reduce((latest, pts) => Math.max(latest, pts), -Infinity)
    const heldTick = Number.isFinite(held) ? held : (around.at(0)?.pts ?? this.#mediaTick)
    return new ShiftedTrack(this.#track, heldTick - this.#fromTick, this.presentationEnd)
  }
}
