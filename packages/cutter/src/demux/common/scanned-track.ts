import { CutterError, throwIfCancelled } from '../../api/cutter-error.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import { PacketList } from './packet-list.ts'
import { type ByteRange, ENTRY_OF_PACKET_BEFORE, type PacketScan } from './packet-scan.ts'
import {
  ENOUGH_BEYOND,
  isShownWhole,
  MOST_REORDERED,
  SAME_FRAME_SECONDS,
  withDurations,
  withoutRest,
} from './shown-packets.ts'

/** Looking for a sync sample goes back by so many stretches at most: hours of video, or gigabytes. */
const MOST_STEPS_BACK = 4000
/** A track may begin late, but not so many stretches. */
const MOST_EMPTY_BYTE_RANGES = 64
/** Hours of packets; a walk that goes on for longer goes in circles. */
const MOST_PACKETS = 20_000_000
const LOADS_AHEAD = 3
/** Lists of segments are off by a second or two, not by half of the video. */
const MOST_PLACES_TRIED = 8
/** So many packets tell how a track goes on. */
const ENOUGH_PACKETS = 48
/** Slide shows apart, media has a frame and a piece of audio in such a time. */
const HOLE_SECONDS = 0.5
/** So many stretches in a row without a new time are no video, however long the file says it is. */
const MOST_IDLE_BYTE_RANGES = 256

/** A track of a container without a table: its packets are found by walking over them. */
export class ScannedTrack implements IndexedTrack {
  readonly timescale: number
  readonly isWhollyKnown = false
  readonly isFoundByReading = true
  readonly #walk: PacketScan
  readonly #kind: 'video' | 'audio'

  constructor(walk: PacketScan, kind: 'video' | 'audio', timescale: number) {
    this.timescale = timescale
    this.#walk = walk
    this.#kind = kind
  }

  async covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    let place = await this.#place(fromTick, toTick, options)
    const advance = new Advance()
    for (let steps = 0; place > this.#walk.firstPlace && !(await this.#hasSync(place, fromTick, options)); steps++) {
      throwIfCancelled(options.signal)
      if (steps === MOST_STEPS_BACK) {
        throw new CutterError('unsupported_media', 'There is no frame to begin with nearby.')
      }
      advance.pass(-earliest(await this.#walk.load(place, options)))
      place = Math.max(
        this.#walk.firstPlace,
        await this.#walk.previous(place, options, this.#kind, fromTick / this.timescale, {
          steps,
          untilSeconds: toTick / this.timescale,
        }),
      )
    }
    return PacketList.of(await this.#collect(place, fromTick, toTick, options))
  }

  /** Nothing is told to be missing before it is sure that it is not somewhere else. */
  async #lookBeside(found: PacketRef[], range: ScannedRange, options: ReadOptions): Promise<void> {
    const { fromTick, toTick, firstPlace, lastPlace } = range
    const places = this.#walk.beside?.(firstPlace, lastPlace) ?? []
    if (places.length > 0 && hasHole(found, fromTick, toTick, HOLE_SECONDS * this.timescale)) {
      for (const place of places) {
        await this.#walk.load(place, options)
      }
    }
  }

  /** Where to begin. What is found there may tell that the place was a wrong one: then it is looked up again. */
  async #place(fromTick: number, toTick: number, options: ReadOptions): Promise<number> {
    const seconds = fromTick / this.timescale
    const untilSeconds = toTick / this.timescale
    let place = await this.#walk.placeBefore(seconds, options, this.#kind, untilSeconds)
    for (let tries = 0; tries < MOST_PLACES_TRIED; tries++) {
      throwIfCancelled(options.signal)
      await this.#walk.load(place, options)
      const found = await this.#walk.placeBefore(seconds, options, this.#kind, untilSeconds)
      if (found === place) {
        break
      }
      place = found
    }
    return place
  }

  async firstPts(options: ReadOptions): Promise<number | null> {
    const first = (await this.firstPackets(options)).slice(0, MOST_REORDERED)
    return first.length > 0 ? Math.min(...first.map(({ pts }) => pts)) : null
  }

  /** The packets of the first stretches that have any, in decode order; empty for a track without packets. */
  async firstPackets(options: ReadOptions): Promise<PacketRef[]> {
    const first: PacketRef[] = []
    let place: number | null = this.#walk.firstPlace
    for (let count = 0; place !== null && count < MOST_EMPTY_BYTE_RANGES && first.length < ENOUGH_PACKETS; count++) {
      const stretch: ByteRange = await this.#walk.load(place, options)
      first.push(...stretch[this.#kind])
      // A stretch more than needed would be fetched for nothing.
      const isEnough = first.length > 1 && !stretch.isContinued && !stretch.isShort
      place = isEnough ? null : stretch.next
    }
    return first
  }

  async endPts(): Promise<number | null> {
    return null
  }

  /** Whether a sync sample shown at or before a time lies there. */
  async #hasSync(place: number, tick: number, options: ReadOptions): Promise<boolean> {
    for (let at: number | null = place; at !== null; ) {
      const stretch: ByteRange = await this.#walk.load(at, options)
      if (stretch[this.#kind].some((packet) => this.#mayBeginWith(packet, tick))) {
        return true
      }
      at = stretch.isContinued && earliest(stretch) <= tick ? stretch.next : null
    }
    return false
  }

  async #collect(from: number, fromTick: number, toTick: number, options: ReadOptions): Promise<PacketRef[]> {
    const found: PacketRef[] = []
    let beyond = 0
    let lastPlace = from
    const advance = new Advance()
    for (let place: number | null = from; place !== null; ) {
      throwIfCancelled(options.signal)
      for (const next of this.#walk.ahead(place, toTick / this.timescale).slice(0, LOADS_AHEAD)) {
        // Whoever needs it meets its failure.
        this.#walk.load(next, options, toTick / this.timescale).catch(() => {})
      }
      const stretch = await this.#walk.load(place, options, toTick / this.timescale)
      lastPlace = place
      advance.pass(latest(stretch))
      for (const packet of stretch[this.#kind]) {
        const before = found.at(-1)
        if (this.#mayBeginWith(packet, fromTick)) {
          found.length = 0
        }
        const entryIndex = packet.entryIndex === ENTRY_OF_PACKET_BEFORE ? (before?.entryIndex ?? 0) : packet.entryIndex
        found.push({ ...packet, entryIndex })
        beyond = packet.pts >= toTick ? beyond + 1 : 0
      }
      if (found.length > MOST_PACKETS) {
        throw new CutterError('unsupported_media', 'The range has more packets than any video.')
      }
      // Where a stretch stopped because enough of it seemed to be read, frames may be missing between the last ones.
      const isSure = !stretch.isContinued || beyond >= Math.min(ENOUGH_BEYOND, this.#mostReordered)
      const isWhole = beyond >= this.#mostReordered || (isSure && isShownWhole(found, fromTick, toTick))
      if (!isWhole && stretch.isCutOff) {
        throw new CutterError('broken_media', 'The media was cut off before the end of the range.')
      }
      place = isWhole ? null : stretch.next
    }
    await this.#lookBeside(found, { fromTick, toTick, firstPlace: from, lastPlace }, options)
    return withoutRest(withDurations(found), toTick, this.#mostReordered)
  }

  #mayBeginWith({ isSync, pts }: PacketRef, tick: number): boolean {
    const slackTicks = this.#kind === 'video' ? SAME_FRAME_SECONDS * this.timescale : 0
    return isSync && pts <= tick + slackTicks
  }

  get #mostReordered(): number {
    return this.#kind === 'audio' ? 1 : MOST_REORDERED
  }
}

interface ScannedRange {
  fromTick: number
  toTick: number
  firstPlace: number
  lastPlace: number
}

/** Whether for so long nothing is shown in a range. */
function hasHole(packets: readonly PacketRef[], fromTick: number, toTick: number, longest: number): boolean {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const first = times.findLastIndex((time) => time <= fromTick)
  const shown = times.slice(Math.max(0, first)).filter((time, index) => index === 0 || time < toTick)
  const ends = [...shown.slice(1), Math.min(toTick, times.find((time) => time >= toTick) ?? toTick)]
  return shown.some((time, index) => ends[index]! - time > longest)
}

/** Sees to it that a walk comes to other times, and does not read on for ever. */
class Advance {
  #furthest = -Infinity
  #idle = 0

  pass(reached: number): void {
    this.#idle = reached > this.#furthest ? 0 : this.#idle + 1
    this.#furthest = Math.max(this.#furthest, reached)
    if (this.#idle === MOST_IDLE_BYTE_RANGES) {
      throw new CutterError('broken_media', 'The media goes on and on without getting any further.')
    }
  }
}

function latest({ video, audio }: ByteRange): number {
  return [...video, ...audio].reduce((most, { pts }) => Math.max(most, pts), -Infinity)
}

function earliest({ video, audio }: ByteRange): number {
  return [...video, ...audio].reduce((least, { pts }) => Math.min(least, pts), Infinity)
}
