import { type EncodedPacket, EncodedPacketSink, type InputTrack } from 'mediabunny'
import { brokenMedia, throwIfCancelled, unsupportedMedia } from '../../api/cutter-error.ts'
import type { BlockCache } from '../../io/block-cache.ts'
import type { PacketRef } from '../../io/packet-ref.ts'
import type { FetchMeter, ReadOptions } from '../../io/part-reader.ts'
import type { IndexedTrack } from '../common/indexed-track.ts'
import { type PacketGrid, snapped } from '../common/packet-grid.ts'
import { PacketList } from '../common/packet-list.ts'
import {
  ENOUGH_BEYOND,
  isShownWhole,
  MOST_PACKETS,
  MOST_REORDERED,
  SAME_FRAME_SECONDS,
  withDurations,
  withoutRest,
} from '../common/shown-packets.ts'
import type { ClusterSearch } from './cluster-search.ts'
import type { WebmLayout } from './webm-layout.ts'
import { hiding, openWebmInput, type WebmInput, type WebmView } from './webm-view.ts'

/** Whole milliseconds, and every usual frame rate, are whole numbers of it. */
export const WEBM_TIMESCALE = 90_000
/** If there is no keyframe within this time, there is none at all. */
const MOST_SECONDS_BACK = 1200
/** After the end of a range, packets are checked one by one for a missing one. */
const NEAR_END_TICKS = 0.3 * WEBM_TIMESCALE

export interface WebmFile {
  blocks: BlockCache
  layout: WebmLayout
  search: ClusterSearch
  /** All of it that can be read. */
  whole: WebmView
}

/** Opens the whole file, once for all who share a cut's meter. */
export function wholeInputs({ blocks, whole }: WebmFile): (options: ReadOptions) => WebmInput {
  const opened = new WeakMap<FetchMeter, { signal: AbortSignal | undefined; input: WebmInput }>()
  return (options) => {
    const known = opened.get(options.meter)
    if (known && known.signal === options.signal) return known.input
    const input = openWebmInput(blocks, whole, options)
    opened.set(options.meter, { signal: options.signal, input })
    return input
  }
}

/** Turns mediabunny's packets into references. @param grid puts times back that the file rounds to milliseconds */
export function webmPackets({ offsetOf }: WebmInput, packetTicks: number, grid: PacketGrid | null) {
  return (packet: EncodedPacket): PacketRef => {
    const tick = packet.timestamp * WEBM_TIMESCALE
    return {
      pts: Math.round(grid ? snapped(tick, grid) : tick),
      duration: Math.round(grid?.packetTicks ?? packetTicks),
      isSync: packet.type === 'key',
      offset: offsetOf(packet),
      sizeBytes: packet.byteLength,
      entryIndex: 0,
    }
  }
}

export async function trackOf({ input }: WebmInput, number: number): Promise<InputTrack> {
  const track = (await input.getTracks()).find(({ id }) => id === number)
  if (!track) throw brokenMedia('A track of the media is gone.')
  return track
}

/**
 * A track of a Matroska file whose packets mediabunny finds: by the file's cues, or, where it has none, from the cluster
 * on that our own search found.
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
  const mostReordered = kind === 'audio' ? 1 : MOST_REORDERED
  const slackTicks = kind === 'video' ? SAME_FRAME_SECONDS * WEBM_TIMESCALE : 0

  async function beginAt(seconds: number, options: ReadOptions) {
    const { blocks, layout, search, whole } = file
    const inView = async (opened: WebmInput) => {
      const sink = new EncodedPacketSink(await trackOf(opened, number))
      return { opened, sink, first: await sink.getKeyPacket(seconds) }
    }
    const fromStart = async () => {
      const found = await inView(inputOf(options))
      return { ...found, first: found.first ?? (await found.sink.getFirstPacket()) }
    }
    if (layout.cues) return fromStart()
    for (let back = 0; back <= MOST_SECONDS_BACK; back = 2 * back + 1) {
      const place = await search.clusterBefore(Math.max(0, seconds - back), options)
      if (place === layout.firstCluster) return fromStart()
      const found = await inView(openWebmInput(blocks, hiding(whole, layout.firstCluster, place), options))
      if (found.first) return found
    }
    throw unsupportedMedia('There is no keyframe nearby.')
  }

  async function covering(fromTick: number, toTick: number, options: ReadOptions): Promise<PacketList> {
    const { opened, sink, first } = await beginAt((fromTick + slackTicks) / WEBM_TIMESCALE, options)
    const refOf = webmPackets(opened, packetTicks, grid)
    const found: PacketRef[] = []
    let beyond = 0
    let latest = -Infinity
    let isWhole = false
    for (let packet = first; packet && !isWhole; packet = isWhole ? null : await sink.getNextPacket(packet)) {
      throwIfCancelled(options.signal)
      if (packet.byteLength === 0) continue
      const ref = refOf(packet)
      if (ref.isSync && ref.pts <= fromTick + slackTicks) found.length = 0
      found.push(ref)
      beyond = ref.pts >= toTick ? beyond + 1 : 0
      if (found.length > MOST_PACKETS) throw unsupportedMedia('The range has more packets than any video.')
      latest = Math.max(latest, ref.pts)
      // On a grid it is known when the next one begins, and nothing can be missing between neighbours.
      const isSure = grid
        ? Math.round(latest + grid.packetTicks) >= toTick
        : beyond >= Math.min(ENOUGH_BEYOND, mostReordered)
      const isNearEnd = ref.pts > toTick - NEAR_END_TICKS
      isWhole =
        beyond >= mostReordered ||
        (isSure && isNearEnd && isShownWhole(found, fromTick, toTick, grid?.packetTicks ?? null))
    }
    return PacketList.of(withoutRest(withDurations(found), toTick, mostReordered))
  }

  return {
    timescale: WEBM_TIMESCALE,
    isWhollyKnown: false,
    isFoundByReading: true,
    covering,
    firstPts: async () => firstPts,
    endPts: async () => null,
  }
}
