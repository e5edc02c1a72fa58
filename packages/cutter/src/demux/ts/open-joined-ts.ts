import { brokenMedia, throwIfCancelled } from '../../api/cutter-error.ts'
import { MOST_BYTES_READ_WHOLE } from '../../api/media-limits.ts'
import { BlockCache } from '../../io/block-cache.ts'
import { type PartReader, ReaderWithin, type ReadOptions } from '../../io/part-reader.ts'
import { openChained } from '../common/open-chained.ts'
import type { OpenedPart, WantedTracks } from '../common/opened-part.ts'
import { openTsFile } from './open-ts.ts'
import { PTS_WRAP, readTimeStamp, TS_TIMESCALE } from './pes.ts'
import { type TsLayout, type TsPacket, tsPackets } from './ts-packets.ts'

const WINDOW_PACKETS = 8192
const PLACES = 16
/** A frame of video begins in less, but for the largest. */
const PROBE_BYTES = 128 * 1024
/** A byte range whose clock goes on by less than this share of its usual speed may hold a restart. */
const SHORT_SHARE = 0.6
/** Bounds what a stream of a changing bit rate costs: 8 MB. */
const MOST_CLOSER_LOOKS = 64
/** Frames are decoded in the order of their decode times. */
const RESTART_SECONDS = 0.3
const TABLES_PID = 0

/** Opens a transport stream, or several joined end to end, each with a clock of its own; null as `openTsFile`. */
export async function openJoinedTs(
  file: PartReader,
  blocks: BlockCache,
  layout: TsLayout,
  wanted: WantedTracks,
  options: ReadOptions,
): Promise<OpenedPart | null> {
  const restarts = await clockRestarts(file, layout, options)
  if (restarts.length === 0) return openTsFile(file, blocks, layout, wanted, options)
  const starts = [layout.firstPacket, ...restarts]
  const links = starts.map((start, index) => ({ start, end: starts[index + 1] ?? file.sizeBytes }))
  return openChained(links, options, async ({ start, end }, reading) => {
    const within = new ReaderWithin(file, start, end)
    const part = await openTsFile(within, new BlockCache(within), { ...layout, firstPacket: 0 }, wanted, reading)
    if (!part) throw brokenMedia('A part of the stream has no tables.')
    return part
  })
}

/**
 * Where the clock of video goes back: with its tables, another stream begins there. Of a large file, places all over it show
 * first between which of them that is.
 */
async function clockRestarts(file: PartReader, layout: TsLayout, options: ReadOptions): Promise<number[]> {
  if (file.sizeBytes <= MOST_BYTES_READ_WHOLE) return restartsBetween(file, layout, 0, file.sizeBytes, options)
  const packets = Math.floor((file.sizeBytes - layout.firstPacket - PROBE_BYTES) / layout.strideBytes)
  const offsets = Array.from({ length: PLACES + 1 }, (_, place) => Math.floor((packets * place) / PLACES))
  const probes = (await Promise.all(offsets.map((packet) => probeAt(file, layout, packet, options)))).filter(
    (probe) => probe !== null,
  )
  const rates = probes.flatMap(({ ticksPerPacket }) => ticksPerPacket ?? []).sort((one, other) => one - other)
  const rate = rates[Math.floor(rates.length / 2)] ?? 0
  const restarts: number[] = []
  let closerLooks = MOST_CLOSER_LOOKS

  /** Looks closer where the clock goes back, or goes on by less than so many bytes last: it may have gone back and on. */
  async function look(low: Probe, high: Probe): Promise<void> {
    const ticks = ticksBetween(low.tick, high.tick)
    const isBack = isRestart(low.tick, high.tick)
    if (!isBack && ticks >= SHORT_SHARE * rate * (high.packet - low.packet)) return
    if (high.packet - low.packet <= WINDOW_PACKETS) {
      restarts.push(...(await restartsBetween(file, layout, low.packet, high.packet + WINDOW_PACKETS, options)))
      return
    }
    if (!isBack && closerLooks-- <= 0) return
    const middle = await probeAt(file, layout, Math.floor((low.packet + high.packet) / 2), options)
    if (!middle) {
      if (!isBack) return
      restarts.push(...(await restartsBetween(file, layout, low.packet, high.packet + WINDOW_PACKETS, options)))
      return
    }
    await look(low, middle)
    await look(middle, high)
  }
  for (const [index, low] of probes.entries()) {
    const high = probes[index + 1]
    if (high) await look(low, high)
  }
  return [...new Set(restarts)].sort((one, other) => one - other)
}

interface Probe {
  packet: number
  /** The first decode time from there on. */
  tick: number
  /** How fast the clock goes there; null where one frame takes the whole probe. */
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
  const found = [...tsPackets(bytes, { ...layout, firstPacket: 0 })].flatMap((one) => {
    const tick = decodeTick(one)
    return tick === null ? [] : [{ tick, at: one.at }]
  })
  const first = found[0]
  const last = found.at(-1)
  if (!first || !last) return null
  const ticks = ticksBetween(first.tick, last.tick)
  const ticksPerPacket = ticks > 0 ? (ticks * layout.strideBytes) / (last.at - first.at) : null
  return { packet, tick: first.tick, ticksPerPacket }
}

const isRestart = (before: number, tick: number) => ticksBetween(before, tick) < -RESTART_SECONDS * TS_TIMESCALE

/** @param fromPacket a number, as is `toPacket` */
async function restartsBetween(
  file: PartReader,
  layout: TsLayout,
  fromPacket: number,
  toPacket: number,
  options: ReadOptions,
): Promise<number[]> {
  const restarts: number[] = []
  const latest = new Map<number, { tick: number; at: number }>()
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
      const before = latest.get(packet.pid)
      if (before && isRestart(before.tick, tick) && tablesAt > before.at) {
        restarts.push(tablesAt)
        latest.clear()
      }
      latest.set(packet.pid, { tick, at })
    }
  }
  return restarts
}

/** The shorter way round: the clock starts again every 26 hours. */
function ticksBetween(one: number, other: number): number {
  return ((((other - one + PTS_WRAP / 2) % PTS_WRAP) + PTS_WRAP) % PTS_WRAP) - PTS_WRAP / 2
}

const HEADER_BYTES = 9
const STAMP_BYTES = 5

/** When the frame of video is decoded that begins with a packet; null: none does. */
function decodeTick({ startsUnit, payload }: TsPacket): number | null {
  if (!startsUnit || payload.length < HEADER_BYTES + 2 * STAMP_BYTES || payload.readUIntBE(0, 3) !== 1) return null
  const isVideo = payload[3]! >> 4 === 0xe
  const stamps = payload[7]! >> 6
  if (!isVideo || stamps < 2) return null
  return readTimeStamp(payload, stamps === 3 ? HEADER_BYTES + STAMP_BYTES : HEADER_BYTES)
}
