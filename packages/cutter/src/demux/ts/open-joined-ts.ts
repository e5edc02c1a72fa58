import { brokenMedia, throwIfCancelled } from '../../api/cutter-error.ts'
import { MAX_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import { BlockCache } from '../../io/block-cache.ts'
import { type PartReader, ReaderWithin, type ReadOptions } from '../../io/part-reader.ts'
import { openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openTsFile } from './open-ts.ts'
import { PTS_WRAP_TICKS, readTimeStamp, TS_TIMESCALE } from './pes.ts'
import { type TsLayout, type TsPacket, tsPackets } from './ts-packets.ts'

const WINDOW_PACKETS = 8192
/** Number of places at which a large file is read to find discontinuities of its timestamps. */
const CHECKED_PLACE_COUNT = 16
/** Bytes that are read at a place: more than all but the largest frames. */
const PROBE_BYTES = 128 * 1024
/**
 * If timestamps advance less than this many times the usual number of ticks per byte, the byte range may contain a jump
 * back (a restart).
 */
const RESTART_RATE_FACTOR = 0.6
/**
 * If they advance more than this many times the usual number, the byte range may contain a jump forward (a
 * discontinuity).
 */
const JUMP_RATE_FACTOR = 8
/** Maximum number of extra probes for a stream whose bitrate changes: 8 MB. */
const MAX_EXTRA_PROBES = 64
/** Smallest step back of decode timestamps that counts as a restart. In one stream they never go back. */
const RESTART_SECONDS = 0.3
/** Longest gap between timestamps of one stream. After a longer jump forward, another stream begins. */
const MAX_GAP_SECONDS = 60
const TABLES_PID = 0

/** Opens a transport stream, or several that are joined, each with its own clock; null as in `openTsFile`. */
export async function openJoinedTs(
  file: PartReader,
  blocks: BlockCache,
  layout: TsLayout,
  wantedTracks: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  const restarts = await findClockRestarts(file, layout, options)
  if (restarts.length === 0) return openTsFile(file, blocks, layout, wantedTracks, options)
  const starts = [layout.firstPacket, ...restarts]
  const links = starts.map((start, index) => ({ start, end: starts[index + 1] ?? file.sizeBytes }))
  return openChained(links, options, async ({ start, end }, reading) => {
    const linkReader = new ReaderWithin(file, start, end)
    const linkLayout = { ...layout, firstPacket: 0 }
    const part = await openTsFile(linkReader, new BlockCache(linkReader), linkLayout, wantedTracks, reading)
    if (!part) throw brokenMedia('A part of the stream has no tables.')
    return part
  })
}

/**
 * Returns the offsets at which the timestamps of video jump back or far forward, because another stream begins there,
 * with its own PAT and PMT. A large file is first checked at several places, and only the parts between suspicious
 * places are read.
 */
async function findClockRestarts(file: PartReader, layout: TsLayout, options: ReadOptions): Promise<number[]> {
  if (file.sizeBytes <= MAX_BYTES_READ_WHOLE) return restartsBetween(file, layout, 0, file.sizeBytes, options)
  const packets = Math.floor((file.sizeBytes - layout.firstPacket - PROBE_BYTES) / layout.strideBytes)
  const offsets = Array.from({ length: CHECKED_PLACE_COUNT + 1 }, (_, place) =>
    Math.floor((packets * place) / CHECKED_PLACE_COUNT),
  )
  const probes = (await Promise.all(offsets.map((packet) => probeAt(file, layout, packet, options)))).filter(
    (probe) => probe !== null,
  )
  const rates = probes.flatMap(({ ticksPerPacket }) => ticksPerPacket ?? []).sort((a, b) => a - b)
  const rate = rates[Math.floor(rates.length / 2)] ?? 0
  const restarts: number[] = []
  let extraProbes = MAX_EXTRA_PROBES

  /**
   * Searches between two probes whose timestamps go back, or advance too far or not far enough for the bytes between.
   */
  async function searchBetween(low: Probe, high: Probe): Promise<void> {
    const ticks = ticksBetween(low.tick, high.tick)
    const hasRestart = isRestart(low.tick, high.tick)
    const usualTicks = rate * (high.packet - low.packet)
    const isFar = rate > 0 && isAhead(ticks - JUMP_RATE_FACTOR * usualTicks)
    if (!hasRestart && !isFar && ticks >= RESTART_RATE_FACTOR * usualTicks) return
    if (high.packet - low.packet <= WINDOW_PACKETS) {
      restarts.push(...(await restartsBetween(file, layout, low.packet, high.packet + WINDOW_PACKETS, options)))
      return
    }
    if (!hasRestart && extraProbes-- <= 0) return
    const middle = await probeAt(file, layout, Math.floor((low.packet + high.packet) / 2), options)
    if (!middle) {
      if (!hasRestart) return
      restarts.push(...(await restartsBetween(file, layout, low.packet, high.packet + WINDOW_PACKETS, options)))
      return
    }
    await searchBetween(low, middle)
    await searchBetween(middle, high)
  }
  for (const [index, low] of probes.entries()) {
    const high = probes[index + 1]
    if (high) await searchBetween(low, high)
  }
  return [...new Set(restarts)].sort((a, b) => a - b)
}

interface Probe {
  packet: number
  /** First decode timestamp at or after the packet. */
  tick: number
  /** Rate of timestamps in the probe, per TS packet; null if it contains only one timestamp. */
  ticksPerPacket: number | null
}

async function probeAt(
  file: PartReader,
  layout: TsLayout,
  packet: number,
  options: ReadOptions,
): Promise<Probe | null> {
  const start = layout.firstPacket + packet * layout.strideBytes
  const bytes = await file.read(start, Math.min(file.sizeBytes, start + PROBE_BYTES), options)
  const timestamps = [...tsPackets(bytes, { ...layout, firstPacket: 0 })].flatMap((tsPacket) => {
    const tick = decodeTick(tsPacket)
    return tick === null ? [] : [{ tick, at: tsPacket.at }]
  })
  const first = timestamps[0]
  const last = timestamps.at(-1)
  if (!first || !last) return null
  const ticks = ticksBetween(first.tick, last.tick)
  const ticksPerPacket = ticks > 0 ? (ticks * layout.strideBytes) / (last.at - first.at) : null
  return { packet, tick: first.tick, ticksPerPacket }
}

const isRestart = (previous: number, tick: number) => ticksBetween(previous, tick) < -RESTART_SECONDS * TS_TIMESCALE
const isAhead = (ticks: number) => ticks > MAX_GAP_SECONDS * TS_TIMESCALE

/** Reads all packets in [fromPacket, toPacket), and returns the offsets of the PAT before each restart. */
async function restartsBetween(
  file: PartReader,
  layout: TsLayout,
  fromPacket: number,
  toPacket: number,
  options: ReadOptions,
): Promise<number[]> {
  const restarts: number[] = []
  const latestByPid = new Map<number, { tick: number; at: number }>()
  let tablesAt = 0
  const end = Math.min(file.sizeBytes, layout.firstPacket + toPacket * layout.strideBytes)
  const windowBytes = WINDOW_PACKETS * layout.strideBytes
  for (let from = layout.firstPacket + fromPacket * layout.strideBytes; from < end; from += windowBytes) {
    throwIfCancelled(options.signal)
    const bytes = await file.read(from, Math.min(end, from + windowBytes), options)
    for (const packet of tsPackets(bytes, { ...layout, firstPacket: 0 })) {
      const at = from + packet.at
      if (packet.pid === TABLES_PID) tablesAt = at
      const tick = decodeTick(packet)
      if (tick === null) continue
      const previous = latestByPid.get(packet.pid)
      const isOther = previous && (isRestart(previous.tick, tick) || isAhead(ticksBetween(previous.tick, tick)))
      if (isOther && tablesAt > previous.at) {
        restarts.push(tablesAt)
        latestByPid.clear()
      }
      latestByPid.set(packet.pid, { tick, at })
    }
  }
  return restarts
}

/** Signed distance between two timestamps, in the shorter direction, because timestamps wrap every 26 hours. */
function ticksBetween(from: number, to: number): number {
  return ((((to - from + PTS_WRAP_TICKS / 2) % PTS_WRAP_TICKS) + PTS_WRAP_TICKS) % PTS_WRAP_TICKS) - PTS_WRAP_TICKS / 2
}

const HEADER_BYTES = 9
const TIMESTAMP_BYTES = 5

/** Decode timestamp of a video PES packet that begins in a TS packet; null if none begins there. */
function decodeTick({ startsUnit, payload }: TsPacket): number | null {
  if (!startsUnit || payload.length < HEADER_BYTES + 2 * TIMESTAMP_BYTES || payload.readUIntBE(0, 3) !== 1) return null
  const isVideo = payload[3]! >> 4 === 0xe
  const timestampFlags = payload[7]! >> 6
  if (!isVideo || timestampFlags < 2) return null
  return readTimeStamp(payload, timestampFlags === 3 ? HEADER_BYTES + TIMESTAMP_BYTES : HEADER_BYTES)
}
