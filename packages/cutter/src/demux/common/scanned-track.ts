import { brokenMedia, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import { PacketList } from './packet-list.ts'
import { ENTRY_OF_PACKET_BEFORE, type PacketScan, type ScannedPackets } from './packet-scan.ts'
import {
  isShownWhole,
  MOST_PACKETS,
  MOST_REORDERED,
  SAME_FRAME_SECONDS,
  withDurations,
  withoutRest,
} from './shown-packets.ts'

/** The search for a sync sample goes back this many places at most: hours of video, or gigabytes. */
const MOST_STEPS_BACK = 4000
/** A track may begin late, but not this many places late. */
const MOST_EMPTY_PLACES = 64
const LOADS_AHEAD = 3
/** Playlists are off by a second or two, not by half of the video. */
const MOST_PLACES_TRIED = 8
/** This many packets show the pattern of a track. */
const ENOUGH_PACKETS = 48
/** Except for slide shows, media has a frame and an audio packet within this time. */
const HOLE_SECONDS = 0.5
/** After this many places in a row without a new time, the file is not a video, however long it claims to be. */
const MOST_IDLE_PLACES = 256

export type ScannedTrack = ReturnType<typeof scannedTrack>

/** A track of a container without a table: its packets are found by scanning. */
export function scannedTrack(scan: PacketScan, kind: 'video' | 'audio', timescale: number) {
  const mostReordered = kind === 'audio' ? 1 : MOST_REORDERED
  const slackTicks = kind === 'video' ? SAME_FRAME_SECONDS * timescale : 0
  const mayBeginWith = ({ isSync, pts }: PacketRef, tick: number) => isSync && pts <= tick + slackTicks

  async function hasSync(place: number, tick: number, options: ReadOptions): Promise<boolean> {
    const { [kind]: packets } = await scan.load(place, options)
    return packets.some((packet) => mayBeginWith(packet, tick))
  }

  /** Where to begin. If the data there shows that the place is wrong, it is looked up again. */
  async function placeFor(fromTick: number, toTick: number, options: ReadOptions): Promise<number> {
    const look = () => scan.placeBefore(fromTick / timescale, options, toTick / timescale)
    let place = await look()
    for (let tries = 0; tries < MOST_PLACES_TRIED; tries++) {
      throwIfCancelled(options.signal)
      await scan.load(place, options)
      const found = await look()
      if (found === place) break
      place = found
    }
    return place
  }

  async function collect(from: number, fromTick: number, toTick: number, options: ReadOptions): Promise<PacketRef[]> {
    const found: PacketRef[] = []
    const untilSeconds = toTick / timescale
    const requireProgress = progressCheck()
    let beyond = 0
    let lastPlace = from
    for (let place: number | null = from; place !== null; ) {
      throwIfCancelled(options.signal)
      for (const next of scan.ahead(place, untilSeconds).slice(0, LOADS_AHEAD)) {
        // A failure is thrown again where this place is needed.
        scan.load(next, options, untilSeconds).catch(() => {})
      }
      const loaded = await scan.load(place, options, untilSeconds)
      lastPlace = place
      requireProgress(latest(loaded))
      for (const packet of loaded[kind]) {
        const before = found.at(-1)
        if (mayBeginWith(packet, fromTick)) found.length = 0
        const entryIndex = packet.entryIndex === ENTRY_OF_PACKET_BEFORE ? (before?.entryIndex ?? 0) : packet.entryIndex
        found.push({ ...packet, entryIndex })
        beyond = packet.pts >= toTick ? beyond + 1 : 0
      }
      if (found.length > MOST_PACKETS) throw unsupportedMedia('The range has more packets than any video.')
      place = beyond >= mostReordered || isShownWhole(found, fromTick, toTick, null) ? null : loaded.next
    }
    // Are packets really missing, or are the places in a wrong order?
    if (scan.beside && hasHole(found, fromTick, toTick, HOLE_SECONDS * timescale)) {
      for (const place of scan.beside(from, lastPlace)) await scan.load(place, options)
    }
    return withoutRest(withDurations(found), toTick, mostReordered)
  }

  /** The packets of the first places that have any, in decode order; empty for a track without packets. */
  async function firstPackets(options: ReadOptions): Promise<PacketRef[]> {
    const first: PacketRef[] = []
    let place: number | null = scan.firstPlace
    for (let count = 0; place !== null && count < MOST_EMPTY_PLACES && first.length < ENOUGH_PACKETS; count++) {
      const loaded: ScannedPackets = await scan.load(place, options)
      first.push(...loaded[kind])
      place = first.length > 1 && !scan.arePlacesShort ? null : loaded.next
    }
    return first
  }

  async function covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const { firstPlace } = scan
    const requireProgress = progressCheck()
    let place = await placeFor(fromTick, toTick, options)
    for (let steps = 0; place > firstPlace && !(await hasSync(place, fromTick, options)); steps++) {
      throwIfCancelled(options.signal)
      if (steps === MOST_STEPS_BACK) throw unsupportedMedia('There is no frame to begin with nearby.')
      requireProgress(-earliest(await scan.load(place, options)))
      const search = { steps, untilSeconds: toTick / timescale }
      place = Math.max(firstPlace, await scan.previous(place, options, kind, fromTick / timescale, search))
    }
    return PacketList.of(await collect(place, fromTick, toTick, options))
  }

  return {
    timescale,
    isWhollyKnown: false,
    isFoundByReading: true,
    covering,
    firstPackets,
    async firstPts(options) {
      const first = (await firstPackets(options)).slice(0, MOST_REORDERED)
      return first.length > 0 ? Math.min(...first.map(({ pts }) => pts)) : null
    },
    endPts: async () => null,
  } satisfies IndexedTrack & { firstPackets: unknown }
}

/** Whether a range shows nothing for this long. */
function hasHole(packets: readonly PacketRef[], fromTick: number, toTick: number, longest: number): boolean {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const first = times.findLastIndex((time) => time <= fromTick)
  const shown = times.slice(Math.max(0, first)).filter((time, index) => index === 0 || time < toTick)
  const ends = [...shown.slice(1), Math.min(toTick, times.find((time) => time >= toTick) ?? toTick)]
  return shown.some((time, index) => ends[index]! - time > longest)
}

/** Ends a scan that reaches no new times. */
function progressCheck() {
  let furthest = -Infinity
  let idle = 0
  return (reached: number): void => {
    idle = reached > furthest ? 0 : idle + 1
    furthest = Math.max(furthest, reached)
    if (idle === MOST_IDLE_PLACES) throw brokenMedia('The media goes on and on without getting any further.')
  }
}

function latest({ video, audio }: ScannedPackets): number {
  return [...video, ...audio].reduce((most, { pts }) => Math.max(most, pts), -Infinity)
}

function earliest({ video, audio }: ScannedPackets): number {
  return [...video, ...audio].reduce((least, { pts }) => Math.min(least, pts), Infinity)
}
