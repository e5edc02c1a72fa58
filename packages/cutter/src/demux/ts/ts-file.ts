import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { readAhead } from '../../io/read-ahead.ts'
import { assemblePes, PTS_WRAP, TS_TIMESCALE, unwrapped } from './pes.ts'
import type { TsLayout } from './ts-packets.ts'
import type { TsPids } from './ts-program.ts'

/** TS packets of a place: about 140 kB, half a second of common video. Keyframes are searched in steps of places. */
const PACKETS_IN_BYTE_RANGE = 768
/** First read for the timestamp of a place. */
const PROBE_BYTES = 16 * 1024
const LONGEST_PROBE_BYTES = 1024 * 1024
/** Distance to the requested timestamp at which the search for a place ends. The scan reads on from there. */
const NEAR_SECONDS = 0.7
/** Share of the estimated bytes of a range that is read ahead, because the bitrate is not quite constant. */
const SURE_SHARE = 0.95
/** Longest time by which audio may begin before the first frame. */
const EARLIER_TICKS = 60 * TS_TIMESCALE

export type TsFile = ReturnType<typeof readTsFile>

/**
 * Reads a transport stream in one file by places, which are byte ranges of equal size. A transport stream has no index,
 * so timestamps are read from its packets at several places.
 */
export function readTsFile(file: PartReader, blocks: BlockCache, layout: TsLayout, pids: TsPids) {
  const ahead = readAhead(file, blocks)
  const byteRangeBytes = PACKETS_IN_BYTE_RANGE * layout.strideBytes
  const packetLayout: TsLayout = { strideBytes: layout.strideBytes, firstPacket: 0 }
  const endPlace = Math.max(1, Math.ceil((file.sizeBytes - layout.firstPacket) / byteRangeBytes))
  const secondsByPlace = new Map<number, number | null>()
  /** Latest timestamp of each place that was read, in seconds. */
  const endsByPlace = new Map<number, number>()
  let firstTick: number | null = null
  let endTime: number | null = null
  /** Offset up to which bytes are certain to be needed; 0 if unknown. */
  let wantedEnd = 0

  const offsetOf = (place: number) => layout.firstPacket + place * byteRangeBytes
  /** Tick near which timestamps are unwrapped; null before the first timestamp of the stream is known. */
  const nearTick = () => (firstTick === null ? null : firstTick + PTS_WRAP / 2 - EARLIER_TICKS)

  /** Average bitrate in bytes per second; 0 before the end of the stream is known. */
  function bytesPerSecond(): number {
    const wholeSeconds = (endTime ?? 0) - (firstTick ?? 0) / TS_TIMESCALE
    return wholeSeconds > 0 ? (file.sizeBytes - layout.firstPacket) / wholeSeconds : 0
  }

  /** First timestamp at or after the beginning of a place, in seconds; null if none is found. */
  async function timeAt(place: number, options: ReadOptions): Promise<number | null> {
    const cachedSeconds = secondsByPlace.get(place)
    if (cachedSeconds !== undefined) return cachedSeconds
    const start = offsetOf(place)
    let tick: number | null = null
    for (let size = PROBE_BYTES; tick === null && size <= LONGEST_PROBE_BYTES; size *= 4) {
      const end = Math.min(file.sizeBytes, start + size)
      const bytes = await ahead.look(start, end, options)
      pids.learn(bytes, packetLayout)
      const { units } = assemblePes(bytes, packetLayout, pids, bytes.length)
      const pts = units.find((unit) => unit.pts !== null)?.pts ?? null
      tick = pts === null ? null : unwrapped(pts, nearTick() ?? pts)
      if (end === file.sizeBytes) break
    }
    const seconds = tick === null ? null : tick / TS_TIMESCALE
    secondsByPlace.set(place, seconds)
    return seconds
  }

  return {
    endPlace,
    layout: packetLayout,
    nearTick,
    /** Sets the first timestamp of the stream. Later timestamps are unwrapped. */
    startAt(tick: number): void {
      firstTick = tick
    },
    /** Sets the end of the stream. @param seconds timestamp on the stream's own clock */
    endAt(seconds: number): void {
      endTime = seconds
    },
    /** Stores the latest timestamp of a place. */
    reaches(place: number, tick: number): void {
      endsByPlace.set(place, tick / TS_TIMESCALE)
    },
    /** Sets how far reads go ahead before a place is read. @param untilSeconds end of the needed range, if known */
    want(place: number, untilSeconds: number | undefined): void {
      const previousEnd = endsByPlace.get(place - 1)
      const isKnown = untilSeconds !== undefined && previousEnd !== undefined
      const missingBytes = isKnown ? Math.max(0, untilSeconds - previousEnd) * bytesPerSecond() : 0
      wantedEnd = isKnown ? offsetOf(place) + Math.floor(SURE_SHARE * missingBytes) : 0
    },
    /** Approximate number of places for a duration; 0 before the bitrate is known. */
    placesIn: (seconds: number): number => (seconds * bytesPerSecond()) / byteRangeBytes,
    /**
     * Reads the bytes of a place.
     * @param extraBytes bytes after the place that are read too, because packets of the place may end there
     * @returns `ownedEnd`: index at which the next place begins; `isWhole`: whether the file ends with these bytes
     */
    async read(place: number, extraBytes: number, options: ReadOptions) {
      const start = offsetOf(place)
      const ownedEnd = Math.min(byteRangeBytes, file.sizeBytes - start)
      const end = Math.min(file.sizeBytes, start + ownedEnd + extraBytes)
      const bytes = await ahead.read(start, end, wantedEnd, options)
      return { bytes: bytes.subarray(0, end - start), ownedEnd, isWhole: end === file.sizeBytes }
    },
    /** Reads the places from `fromPlace` to `toPlace` (excluded) with one request, for reads that follow. */
    async bring(fromPlace: number, toPlace: number, options: ReadOptions): Promise<void> {
      const to = offsetOf(toPlace)
      await ahead.read(offsetOf(fromPlace), to, to, options)
    },
    placeBefore: (seconds: number, options: ReadOptions): Promise<number> =>
      placeByTime(endPlace, seconds, NEAR_SECONDS, (place) => timeAt(place, options)),
  }
}

/** Most estimates by interpolation, which suit a nearly constant bitrate. Later steps halve the range. */
const INTERPOLATIONS = 5

/**
 * Finds the last of the places 0..count-1 whose timestamp is not after `seconds` (0 if all are), or a place shortly
 * before.
 * @param timeAt timestamp of a place, in seconds; null if unknown
 * @param nearSeconds largest distance between the timestamp of the result and `seconds` at which the search may end
 */
export async function placeByTime(
  count: number,
  seconds: number,
  nearSeconds: number,
  timeAt: (place: number) => Promise<number | null>,
): Promise<number> {
  let low = 0
  let high = count
  for (let step = 0; high - low > 1; step++) {
    const lowSeconds = (await timeAt(low)) ?? 0
    if (lowSeconds > seconds || seconds - lowSeconds < nearSeconds) break
    const top = Math.min(high, count - 1)
    const highSeconds = step < INTERPOLATIONS ? await timeAt(top) : null
    const isSteady = highSeconds !== null && highSeconds > lowSeconds
    const share = isSteady ? (seconds - lowSeconds) / (highSeconds - lowSeconds) : 0.5
    const place = Math.min(high - 1, Math.max(low + 1, low + Math.floor(share * (top - low))))
    const placeSeconds = await timeAt(place)
    if (placeSeconds !== null && placeSeconds <= seconds) low = place
    else high = place
  }
  return low
}
