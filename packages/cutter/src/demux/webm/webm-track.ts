import { type EncodedPacket, EncodedPacketSink, type InputTrack } from 'mediabunny'
import { brokenMedia, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { FetchMeter, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { type PacketGrid, snapToGrid } from '../common/packet-grid.ts'
import { PacketList } from '../common/packet-list.ts'
import {
  coversWholeRange,
  FRAME_TIME_TOLERANCE_SECONDS,
  FRAMES_AFTER_END,
  MAX_PACKETS,
  MAX_REORDERED,
  withDurations,
  withoutLaterPackets,
} from '../common/shown-packets.ts'
import type { ClusterSearch } from './cluster-search.ts'
import type { WebmLayout } from './webm-layout.ts'
import { hideClusters, openWebmInput, type WebmInput, type WebmView } from './webm-view.ts'

/** Timescale of Matroska tracks. Milliseconds and common frame durations are whole numbers of its ticks. */
export const WEBM_TIMESCALE = 90_000
/** Longest search for a keyframe before the requested timestamp. */
const MAX_SECONDS_BACK = 1200
/** Distance to the end of a range from which on each packet is followed by a check for gaps. */
const NEAR_END_TICKS = 0.3 * WEBM_TIMESCALE

export interface WebmFile {
  blocks: BlockCache
  layout: WebmLayout
  search: ClusterSearch
  /** View of all readable bytes. */
  readableView: WebmView
}

/** Opens the whole file, once for each meter. All reads of a cut share one meter. */
export function wholeFileInputs({ blocks, readableView }: WebmFile): (options: ReadOptions) => WebmInput {
  const inputs = new WeakMap<FetchMeter, { signal: AbortSignal | undefined; input: WebmInput }>()
  return (options) => {
    const openedInput = inputs.get(options.meter)
    if (openedInput && openedInput.signal === options.signal) return openedInput.input
    const input = openWebmInput(blocks, readableView, options)
    inputs.set(options.meter, { signal: options.signal, input })
    return input
  }
}

/** Converts mediabunny's packets to references. @param grid corrects timestamps that the file rounds to milliseconds */
export function webmPackets({ offsetOf }: WebmInput, packetTicks: number, grid: PacketGrid | null) {
  return (packet: EncodedPacket): PacketRef => {
    const tick = packet.timestamp * WEBM_TIMESCALE
    return {
      pts: Math.round(grid ? snapToGrid(tick, grid) : tick),
      duration: Math.round(grid?.packetTicks ?? packetTicks),
      isSync: packet.type === 'key',
      offset: offsetOf(packet),
      sizeBytes: packet.byteLength,
      entryIndex: 0,
    }
  }
}

export async function requireTrack({ input }: WebmInput, number: number): Promise<InputTrack> {
  const track = (await input.getTracks()).find(({ id }) => id === number)
  if (!track) throw brokenMedia('A track of the media is gone.')
  return track
}

/**
 * A track of a Matroska file whose packets mediabunny locates by the file's cues. In a file without cues, Kerf's own
 * search finds the cluster to begin with.
 */
export function openWebmTrack(
  file: WebmFile,
  inputOf: (options: ReadOptions) => WebmInput,
  track: {
    number: number
    kind: 'video' | 'audio'
    packetTicks: number
    grid: PacketGrid | null
    firstPts: number | null
  },
): IndexedTrack {
  const { number, kind, packetTicks, grid, firstPts } = track
  const maxReordered = kind === 'audio' ? 1 : MAX_REORDERED
  const toleranceTicks = kind === 'video' ? FRAME_TIME_TOLERANCE_SECONDS * WEBM_TIMESCALE : 0

  async function findStart(seconds: number, options: ReadOptions) {
    const { blocks, layout, search, readableView } = file
    const findStartIn = async (input: WebmInput) => {
      const sink = new EncodedPacketSink(await requireTrack(input, number))
      return { input, sink, firstPacket: await sink.getKeyPacket(seconds) }
    }
    const findStartInFile = async () => {
      const start = await findStartIn(inputOf(options))
      return { ...start, firstPacket: start.firstPacket ?? (await start.sink.getFirstPacket()) }
    }
    if (layout.cues) return findStartInFile()
    for (let secondsBack = 0; secondsBack <= MAX_SECONDS_BACK; secondsBack = 2 * secondsBack + 1) {
      const clusterOffset = await search.clusterBefore(Math.max(0, seconds - secondsBack), options)
      if (clusterOffset === layout.firstCluster) return findStartInFile()
      const view = hideClusters(readableView, layout.firstCluster, clusterOffset)
      const start = await findStartIn(openWebmInput(blocks, view, options))
      if (start.firstPacket) return start
    }
    throw unsupportedMedia('There is no keyframe nearby.')
  }

  async function packetsCovering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const { input, sink, firstPacket } = await findStart((fromTick + toleranceTicks) / WEBM_TIMESCALE, options)
    const refOf = webmPackets(input, packetTicks, grid)
    const packets: PacketRef[] = []
    let packetsBeyond = 0
    let latestTick = -Infinity
    let isComplete = false
    for (
      let packet = firstPacket;
      packet && !isComplete;
      packet = isComplete ? null : await sink.getNextPacket(packet)
    ) {
      throwIfCancelled(options.signal)
      if (packet.byteLength === 0) continue
      const ref = refOf(packet)
      if (ref.isSync && ref.pts <= fromTick + toleranceTicks) packets.length = 0
      packets.push(ref)
      packetsBeyond = ref.pts >= toTick ? packetsBeyond + 1 : 0
      if (packets.length > MAX_PACKETS) throw unsupportedMedia('The range has more packets than any video.')
      latestTick = Math.max(latestTick, ref.pts)
      // A grid gives the timestamp of the next packet, so no packet after the end is necessary.
      const isEndReached = grid
        ? Math.round(latestTick + grid.packetTicks) >= toTick
        : packetsBeyond >= Math.min(FRAMES_AFTER_END, maxReordered)
      const isNearEnd = ref.pts > toTick - NEAR_END_TICKS
      isComplete =
        packetsBeyond >= maxReordered ||
        (isEndReached && isNearEnd && coversWholeRange(packets, fromTick, toTick, grid?.packetTicks ?? null))
    }
    return PacketList.of(withoutLaterPackets(withDurations(packets), toTick, maxReordered))
  }

  return {
    timescale: WEBM_TIMESCALE,
    isWhollyKnown: false,
    isFoundByReading: true,
    covering: packetsCovering,
    firstPts: async () => firstPts,
    endPts: async () => null,
  }
}
