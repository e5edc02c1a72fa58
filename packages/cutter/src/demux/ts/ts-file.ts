import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { readAhead } from '../../io/read-ahead.ts'
import { assemblePes, PTS_WRAP_TICKS, TS_TIMESCALE, unwrapTimestamp } from './pes.ts'
import type { TsLayout } from './ts-packets.ts'
import type { TsPids } from './ts-program.ts'

/** TS packets in a byte range: about 140 kB, half a second of common video. Keyframes are searched in these steps. */
const PACKETS_IN_BYTE_RANGE = 768
/** Size of the first read for the timestamp of a byte range. */
const PROBE_BYTES = 16 * 1024
const MAX_PROBE_BYTES = 1024 * 1024
/** Distance to the requested timestamp at which the search for a byte range ends. The scan reads on from there. */
const NEAR_SECONDS = 0.7
/** Share of the estimated bytes of a range that is read ahead, because the bitrate is not quite constant. */
const READ_AHEAD_SHARE = 0.95
/** Longest time by which audio may begin before the first frame. */
const MAX_AUDIO_LEAD_TICKS = 60 * TS_TIMESCALE

export type TsFile = ReturnType<typeof readTsFile>

/**
 * Reads a transport stream in one file by byte ranges of equal size. A position is the number of a byte range. A
 * transport stream has no index, so timestamps are read from its packets in several byte ranges.
 */
export function readTsFile(file: PartReader, blocks: BlockCache, layout: TsLayout, pids: TsPids) {
  const aheadReader = readAhead(file, blocks)
  const byteRangeBytes = PACKETS_IN_BYTE_RANGE * layout.strideBytes
  const packetLayout: TsLayout = { strideBytes: layout.strideBytes, firstPacket: 0 }
  const endPosition = Math.max(1, Math.ceil((file.sizeBytes - layout.firstPacket) / byteRangeBytes))
  const secondsByPosition = new Map<number, number | null>()
  /** Latest timestamp of each byte range that was read, in seconds. */
  const endsByPosition = new Map<number, number>()
  let firstTick: number | null = null
  let endTime: number | null = null
  /** Offset up to which bytes are certain to be needed; 0 if unknown. */
  let wantedEnd = 0

  const offsetOf = (position: number) => layout.firstPacket + position * byteRangeBytes
  /** Tick near which timestamps are unwrapped; null before the first timestamp of the stream is known. */
  const nearTick = () => (firstTick === null ? null : firstTick + PTS_WRAP_TICKS / 2 - MAX_AUDIO_LEAD_TICKS)

  /** Average bitrate in bytes per second; 0 before the end of the stream is known. */
  function bytesPerSecond(): number {
    const wholeSeconds = (endTime ?? 0) - (firstTick ?? 0) / TS_TIMESCALE
    return wholeSeconds > 0 ? (file.sizeBytes - layout.firstPacket) / wholeSeconds : 0
  }

  /** First timestamp at or after the beginning of a byte range, in seconds; null if none is found. */
  async function timeAt(position: number, options: ReadOptions): Promise<number | null> {
    const cachedSeconds = secondsByPosition.get(position)
    if (cachedSeconds !== undefined) return cachedSeconds
    const start = offsetOf(position)
    let tick: number | null = null
    for (let size = PROBE_BYTES; tick === null && size <= MAX_PROBE_BYTES; size *= 4) {
      const end = Math.min(file.sizeBytes, start + size)
      const bytes = await aheadReader.probe(start, end, options)
      pids.learnPids(bytes, packetLayout)
      const { units } = assemblePes(bytes, packetLayout, pids, bytes.length)
      const pts = units.find((unit) => unit.pts !== null)?.pts ?? null
      tick = pts === null ? null : unwrapTimestamp(pts, nearTick() ?? pts)
      if (end === file.sizeBytes) break
    }
    const seconds = tick === null ? null : tick / TS_TIMESCALE
    secondsByPosition.set(position, seconds)
    return seconds
  }

  return {
    endPosition,
    layout: packetLayout,
    nearTick,
    /** Sets the first timestamp of the stream. Later timestamps are unwrapped. */
    setStart(tick: number): void {
      firstTick = tick
    },
    /** Sets the end of the stream. @param seconds timestamp on the stream's own clock */
    setEnd(seconds: number): void {
      endTime = seconds
    },
    /** Stores the latest timestamp of a byte range. */
    storeEnd(position: number, tick: number): void {
      endsByPosition.set(position, tick / TS_TIMESCALE)
    },
    /**
     * Sets how far reads go ahead before a byte range is read.
     * @param untilSeconds end of the needed range, if known
     */
    setWantedEnd(position: number, untilSeconds: number | undefined): void {
      const previousEnd = endsByPosition.get(position - 1)
      const isKnown = untilSeconds !== undefined && previousEnd !== undefined
      const missingBytes = isKnown ? Math.max(0, untilSeconds - previousEnd) * bytesPerSecond() : 0
      wantedEnd = isKnown ? offsetOf(position) + Math.floor(READ_AHEAD_SHARE * missingBytes) : 0
    },
    /** Approximate number of byte ranges for a duration; 0 before the bitrate is known. */
    positionsIn: (seconds: number): number => (seconds * bytesPerSecond()) / byteRangeBytes,
    /**
     * Reads a byte range.
     * @param extraBytes bytes after the range that are read too, because packets of the range may end there
     * @returns `ownedEnd`: index at which the next range begins; `isFileEnd`: whether the file ends with these bytes
     */
    async read(position: number, extraBytes: number, options: ReadOptions) {
      const start = offsetOf(position)
      const ownedEnd = Math.min(byteRangeBytes, file.sizeBytes - start)
      const end = Math.min(file.sizeBytes, start + ownedEnd + extraBytes)
      const bytes = await aheadReader.read(start, end, wantedEnd, options)
      return { bytes: bytes.subarray(0, end - start), ownedEnd, isFileEnd: end === file.sizeBytes }
    },
    /**
     * Reads several byte ranges with one request, for reads that follow.
     * @param toPosition position after the last one
     */
    async prefetch(from: number, toPosition: number, options: ReadOptions): Promise<void> {
      const to = offsetOf(toPosition)
      await aheadReader.read(offsetOf(from), to, to, options)
    },
    positionBefore: (seconds: number, options: ReadOptions): Promise<number> =>
      positionByTime(endPosition, seconds, NEAR_SECONDS, (position) => timeAt(position, options)),
  }
}

/** Maximum number of steps by interpolation, which suits a nearly constant bitrate. Later steps halve the range. */
const MAX_INTERPOLATIONS = 5

/**
 * Finds the last of the positions 0..count-1 whose timestamp is not after `seconds` (0 if all are), or a position
 * shortly before.
 * @param timeAt timestamp of a position, in seconds; null if unknown
 * @param nearSeconds largest distance between the timestamp of the result and `seconds` at which the search may end
 */
export async function positionByTime(
  count: number,
  seconds: number,
  nearSeconds: number,
  timeAt: (position: number) => Promise<number | null>,
): Promise<number> {
  let low = 0
  let high = count
  for (let step = 0; high - low > 1; step++) {
    const lowSeconds = (await timeAt(low)) ?? 0
    if (lowSeconds > seconds || seconds - lowSeconds < nearSeconds) break
    const top = Math.min(high, count - 1)
    const highSeconds = step < MAX_INTERPOLATIONS ? await timeAt(top) : null
    const isSteady = highSeconds !== null && highSeconds > lowSeconds
    const share = isSteady ? (seconds - lowSeconds) / (highSeconds - lowSeconds) : 0.5
    const position = Math.min(high - 1, Math.max(low + 1, low + Math.floor(share * (top - low))))
    const positionSeconds = await timeAt(position)
    if (positionSeconds !== null && positionSeconds <= seconds) low = position
    else high = position
  }
  return low
}
