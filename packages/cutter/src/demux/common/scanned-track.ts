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

/** Most steps back in the search for a sync sample. They cover hours of video or gigabytes. */
const MOST_STEPS_BACK = 4000
/** Most places at the beginning that are read to find the first packets of a track. */
const MOST_EMPTY_PLACES = 64
const LOADS_AHEAD = 3
/** Most corrections of the first place. Playlists are wrong by a second or two, not by half of the video. */
const MOST_PLACES_TRIED = 8
/** Number of packets that show the pattern of a track. */
const ENOUGH_PACKETS = 48
/** Gap without packets that suggests missing data. Except for slide shows, media has a packet within this time. */
const HOLE_SECONDS = 0.5
/** Most places in a row that bring no later timestamp (or no earlier one, going back). More mean broken media. */
const MOST_IDLE_PLACES = 256

export type ScannedTrack = ReturnType<typeof scannedTrack>

/** A track of a container without a packet table. A scan locates its packets. */
export function scannedTrack(scan: PacketScan, kind: 'video' | 'audio', timescale: number) {
  const mostReordered = kind === 'audio' ? 1 : MOST_REORDERED
  const slackTicks = kind === 'video' ? SAME_FRAME_SECONDS * timescale : 0
  const mayBeginWith = ({ isSync, pts }: PacketRef, tick: number) => isSync && pts <= tick + slackTicks

  async function hasSync(place: number, tick: number, options: ReadOptions): Promise<boolean> {
    const { [kind]: packets } = await scan.load(place, options)
    return packets.some((packet) => mayBeginWith(packet, tick))
  }

  /** The place to begin with. Loaded data may correct the estimate of the scan, so the place is looked up again. */
  async function placeFor(fromTick: number, toTick: number, options: ReadOptions): Promise<number> {
    const findPlace = () => scan.placeBefore(fromTick / timescale, options, toTick / timescale)
    let place = await findPlace()
    for (let tries = 0; tries < MOST_PLACES_TRIED; tries++) {
      throwIfCancelled(options.signal)
      await scan.load(place, options)
      const betterPlace = await findPlace()
      if (betterPlace === place) break
      place = betterPlace
    }
    return place
  }

  async function collect(from: number, fromTick: number, toTick: number, options: ReadOptions): Promise<PacketRef[]> {
    const packets: PacketRef[] = []
    const untilSeconds = toTick / timescale
    const requireProgress = progressCheck()
    let packetsBeyond = 0
    let lastPlace = from
    for (let place: number | null = from; place !== null; ) {
      throwIfCancelled(options.signal)
      for (const laterPlace of scan.ahead(place, untilSeconds).slice(0, LOADS_AHEAD)) {
        // A failed load throws again when this loop reaches its place.
        scan.load(laterPlace, options, untilSeconds).catch(() => {})
      }
      const scanned = await scan.load(place, options, untilSeconds)
      lastPlace = place
      requireProgress(latestTick(scanned))
      for (const packet of scanned[kind]) {
        const previous = packets.at(-1)
        if (mayBeginWith(packet, fromTick)) packets.length = 0
        const entryIndex =
          packet.entryIndex === ENTRY_OF_PACKET_BEFORE ? (previous?.entryIndex ?? 0) : packet.entryIndex
        packets.push({ ...packet, entryIndex })
        packetsBeyond = packet.pts >= toTick ? packetsBeyond + 1 : 0
      }
      if (packets.length > MOST_PACKETS) throw unsupportedMedia('The range has more packets than any video.')
      place = packetsBeyond >= mostReordered || isShownWhole(packets, fromTick, toTick, null) ? null : scanned.next
    }
    // Loading the places around a hole throws if the playlist's order is wrong. Otherwise packets are really missing.
    if (scan.beside && hasHole(packets, fromTick, toTick, HOLE_SECONDS * timescale)) {
      for (const place of scan.beside(from, lastPlace)) await scan.load(place, options)
    }
    return withoutRest(withDurations(packets), toTick, mostReordered)
  }

  /** Packets of the first places that have packets, in decode order; empty for a track without packets. */
  async function firstPackets(options: ReadOptions): Promise<PacketRef[]> {
    const packets: PacketRef[] = []
    let place: number | null = scan.firstPlace
    for (let count = 0; place !== null && count < MOST_EMPTY_PLACES && packets.length < ENOUGH_PACKETS; count++) {
      const scanned: ScannedPackets = await scan.load(place, options)
      packets.push(...scanned[kind])
      place = packets.length > 1 && !scan.arePlacesShort ? null : scanned.next
    }
    return packets
  }

  async function covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const { firstPlace } = scan
    const requireProgress = progressCheck()
    let place = await placeFor(fromTick, toTick, options)
    for (let steps = 0; place > firstPlace && !(await hasSync(place, fromTick, options)); steps++) {
      throwIfCancelled(options.signal)
      if (steps === MOST_STEPS_BACK) throw unsupportedMedia('There is no frame to begin with nearby.')
      requireProgress(-earliestTick(await scan.load(place, options)))
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
      const packets = (await firstPackets(options)).slice(0, MOST_REORDERED)
      return packets.length > 0 ? Math.min(...packets.map(({ pts }) => pts)) : null
    },
    endPts: async () => null,
  } satisfies IndexedTrack & { firstPackets: unknown }
}

/** Whether a range has a gap of more than `longest` ticks between the timestamps of its packets. */
function hasHole(packets: readonly PacketRef[], fromTick: number, toTick: number, longest: number): boolean {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const firstIndex = times.findLastIndex((time) => time <= fromTick)
  const shownTimes = times.slice(Math.max(0, firstIndex)).filter((time, index) => index === 0 || time < toTick)
  const ends = [...shownTimes.slice(1), Math.min(toTick, times.find((time) => time >= toTick) ?? toTick)]
  return shownTimes.some((time, index) => ends[index]! - time > longest)
}

/** Creates a check that throws broken_media when the timestamps of a scan do not advance. */
function progressCheck() {
  let furthestTick = -Infinity
  let idlePlaces = 0
  return (tick: number): void => {
    idlePlaces = tick > furthestTick ? 0 : idlePlaces + 1
    furthestTick = Math.max(furthestTick, tick)
    if (idlePlaces === MOST_IDLE_PLACES) throw brokenMedia('The media goes on and on without getting any further.')
  }
}

function latestTick({ video, audio }: ScannedPackets): number {
  return [...video, ...audio].reduce((most, { pts }) => Math.max(most, pts), -Infinity)
}

function earliestTick({ video, audio }: ScannedPackets): number {
  return [...video, ...audio].reduce((least, { pts }) => Math.min(least, pts), Infinity)
}
