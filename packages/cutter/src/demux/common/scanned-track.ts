import { brokenMedia, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from './indexed-track.ts'
import { PacketList } from './packet-list.ts'
import { ENTRY_OF_PREVIOUS_PACKET, type PacketScan, type ScannedPackets } from './packet-scan.ts'
import {
  coversWholeRange,
  FRAME_TIME_TOLERANCE_SECONDS,
  MAX_PACKETS,
  MAX_REORDERED,
  withDurations,
  withoutLaterPackets,
} from './shown-packets.ts'

/** Maximum number of steps back in the search for a sync sample: enough for hours of video or gigabytes. */
const MAX_STEPS_BACK = 4000
/** Maximum number of positions at the beginning that are read to find the first packets of a track. */
const MAX_EMPTY_POSITIONS = 64
const PREFETCHED_POSITIONS = 3
/**
 * Maximum number of corrections of the first position. Playlists are wrong by a second or two, not by half of the
 * video.
 */
const MAX_POSITIONS_TRIED = 8
/** Number of first packets that are enough to describe a track, for example its frame rate. */
const DESCRIBING_PACKETS = 48
/** Time without packets that suggests missing data. Except for slide shows, media has a packet within this time. */
const GAP_SECONDS = 0.5
/** Maximum number of positions in a row without a later timestamp (going back: without an earlier one). */
const MAX_IDLE_POSITIONS = 256

export type ScannedTrack = ReturnType<typeof scannedTrack>

/** A track of a container without a packet table. A scan locates its packets. */
export function scannedTrack(scan: PacketScan, kind: 'video' | 'audio', timescale: number) {
  const maxReordered = kind === 'audio' ? 1 : MAX_REORDERED
  const toleranceTicks = kind === 'video' ? FRAME_TIME_TOLERANCE_SECONDS * timescale : 0
  const mayBeginWith = ({ isSync, pts }: PacketRef, tick: number) => isSync && pts <= tick + toleranceTicks

  async function hasSync(position: number, tick: number, options: ReadOptions): Promise<boolean> {
    const { [kind]: packets } = await scan.load(position, options)
    return packets.some((packet) => mayBeginWith(packet, tick))
  }

  /** The position to begin with. Loaded data may correct the estimate of the scan, so the estimate is repeated. */
  async function positionFor(fromTick: number, toTick: number, options: ReadOptions): Promise<number> {
    const findPosition = () => scan.positionBefore(fromTick / timescale, options, toTick / timescale)
    let position = await findPosition()
    for (let tries = 0; tries < MAX_POSITIONS_TRIED; tries++) {
      throwIfCancelled(options.signal)
      await scan.load(position, options)
      const betterPosition = await findPosition()
      if (betterPosition === position) break
      position = betterPosition
    }
    return position
  }

  async function collectPackets(
    from: number,
    fromTick: number,
    toTick: number,
    options: ReadOptions,
  ): Promise<PacketRef[]> {
    const packets: PacketRef[] = []
    const untilSeconds = toTick / timescale
    const requireProgress = progressCheck()
    let packetsBeyond = 0
    let lastPosition = from
    for (let position: number | null = from; position !== null; ) {
      throwIfCancelled(options.signal)
      for (const laterPosition of scan.positionsAhead(position, untilSeconds).slice(0, PREFETCHED_POSITIONS)) {
        // A failed load throws again when this loop reaches its position.
        scan.load(laterPosition, options, untilSeconds).catch(() => {})
      }
      const scannedPackets = await scan.load(position, options, untilSeconds)
      lastPosition = position
      requireProgress(latestTick(scannedPackets))
      for (const packet of scannedPackets[kind]) {
        const previous = packets.at(-1)
        if (mayBeginWith(packet, fromTick)) packets.length = 0
        const entryIndex =
          packet.entryIndex === ENTRY_OF_PREVIOUS_PACKET ? (previous?.entryIndex ?? 0) : packet.entryIndex
        packets.push({ ...packet, entryIndex })
        packetsBeyond = packet.pts >= toTick ? packetsBeyond + 1 : 0
      }
      if (packets.length > MAX_PACKETS) throw unsupportedMedia('The range has more packets than any video.')
      position =
        packetsBeyond >= maxReordered || coversWholeRange(packets, fromTick, toTick, null)
          ? null
          : scannedPackets.nextPosition
    }
    // Loading the positions around a gap throws if the playlist's order is wrong. Otherwise packets are really missing.
    if (scan.positionsAround && hasGap(packets, fromTick, toTick, GAP_SECONDS * timescale)) {
      for (const position of scan.positionsAround(from, lastPosition)) await scan.load(position, options)
    }
    return withoutLaterPackets(withDurations(packets), toTick, maxReordered)
  }

  /** Packets of the first positions that have packets, in decode order; empty for a track without packets. */
  async function firstPackets(options: ReadOptions): Promise<PacketRef[]> {
    const packets: PacketRef[] = []
    let position: number | null = scan.firstPosition
    for (
      let count = 0;
      position !== null && count < MAX_EMPTY_POSITIONS && packets.length < DESCRIBING_PACKETS;
      count++
    ) {
      const scannedPackets: ScannedPackets = await scan.load(position, options)
      packets.push(...scannedPackets[kind])
      position = packets.length > 1 && !scan.arePositionsShort ? null : scannedPackets.nextPosition
    }
    return packets
  }

  async function packetsCovering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const { firstPosition } = scan
    const requireProgress = progressCheck()
    let position = await positionFor(fromTick, toTick, options)
    for (let steps = 0; position > firstPosition && !(await hasSync(position, fromTick, options)); steps++) {
      throwIfCancelled(options.signal)
      if (steps === MAX_STEPS_BACK) throw unsupportedMedia('There is no frame to begin with nearby.')
      requireProgress(-earliestTick(await scan.load(position, options)))
      const search = { steps, untilSeconds: toTick / timescale }
      position = Math.max(
        firstPosition,
        await scan.previousPosition(position, options, kind, fromTick / timescale, search),
      )
    }
    return PacketList.of(await collectPackets(position, fromTick, toTick, options))
  }

  return {
    timescale,
    isWhollyKnown: false,
    isFoundByReading: true,
    covering: packetsCovering,
    firstPackets,
    async firstPts(options) {
      const packets = (await firstPackets(options)).slice(0, MAX_REORDERED)
      return packets.length > 0 ? Math.min(...packets.map(({ pts }) => pts)) : null
    },
    endPts: async () => null,
  } satisfies IndexedTrack & { firstPackets: unknown }
}

/** Whether a range has a gap of more than `longest` ticks between the timestamps of its packets. */
function hasGap(packets: readonly PacketRef[], fromTick: number, toTick: number, longest: number): boolean {
  const times = packets.map(({ pts }) => pts).sort((a, b) => a - b)
  const firstIndex = times.findLastIndex((time) => time <= fromTick)
  const shownTimes = times.slice(Math.max(0, firstIndex)).filter((time, index) => index === 0 || time < toTick)
  const ends = [...shownTimes.slice(1), Math.min(toTick, times.find((time) => time >= toTick) ?? toTick)]
  return shownTimes.some((time, index) => ends[index]! - time > longest)
}

/** Creates a check that throws broken_media when the timestamps of a scan do not advance. */
function progressCheck() {
  let furthestTick = -Infinity
  let idlePositions = 0
  return (tick: number): void => {
    idlePositions = tick > furthestTick ? 0 : idlePositions + 1
    furthestTick = Math.max(furthestTick, tick)
    if (idlePositions === MAX_IDLE_POSITIONS) throw brokenMedia('The media goes on and on without getting any further.')
  }
}

function latestTick({ video, audio }: ScannedPackets): number {
  return [...video, ...audio].reduce((most, { pts }) => Math.max(most, pts), -Infinity)
}

function earliestTick({ video, audio }: ScannedPackets): number {
  return [...video, ...audio].reduce((least, { pts }) => Math.min(least, pts), Infinity)
}
