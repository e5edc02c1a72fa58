import type { BlockCache } from '../../io/block-cache.ts'
import type { PartReader, ReadOptions } from '../../io/part-reader.ts'
import { readAhead } from '../../io/read-ahead.ts'
import { assemblePes, PTS_WRAP, TS_TIMESCALE, unwrapped } from './pes.ts'
import type { TsLayout } from './ts-packets.ts'
import type { TsPids } from './ts-program.ts'

/** Some 140 kB: half a second of usual video. A keyframe is searched in steps of this size. */
const PACKETS_IN_BYTE_RANGE = 768
/** The first read when the time of a place is looked up. */
const PROBE_BYTES = 16 * 1024
const LONGEST_PROBE_BYTES = 1024 * 1024
/** Near enough to a time: the scan reads on from there. */
const NEAR_SECONDS = 0.7
/** The bitrate is nearly constant; the little that is missing at the end is read later. */
const SURE_SHARE = 0.95
/** Audio may begin before the first frame. */
const EARLIER_TICKS = 60 * TS_TIMESCALE

export type TsFile = ReturnType<typeof readTsFile>

/**
 * Reads a transport stream in one file by places: byte ranges of equal size. It has no index; times are found by looking
 * at its clock here and there.
 */
export function readTsFile(file: PartReader, blocks: BlockCache, layout: TsLayout, pids: TsPids) {
  const ahead = readAhead(file, blocks)
  const byteRangeBytes = PACKETS_IN_BYTE_RANGE * layout.strideBytes
  const inStep: TsLayout = { strideBytes: layout.strideBytes, firstPacket: 0 }
  const endPlace = Math.max(1, Math.ceil((file.sizeBytes - layout.firstPacket) / byteRangeBytes))
  const probed = new Map<number, number | null>()
  /** Up to which time each place goes. */
  const ends = new Map<number, number>()
  let firstTick: number | null = null
  let endTime: number | null = null
  /** How far what is read next is certain to be needed. */
  let wantedEnd = 0

  const offsetOf = (place: number) => layout.firstPacket + place * byteRangeBytes
  /** The clock starts again every 26 hours. Null before it is known when the stream begins. */
  const nearTick = () => (firstTick === null ? null : firstTick + PTS_WRAP / 2 - EARLIER_TICKS)

  /** 0 before it is known when the stream ends. */
  function bytesPerSecond(): number {
    const wholeSeconds = (endTime ?? 0) - (firstTick ?? 0) / TS_TIMESCALE
    return wholeSeconds > 0 ? (file.sizeBytes - layout.firstPacket) / wholeSeconds : 0
  }

  /** When the first frame that begins at a place is shown, in seconds; null when none is found there. */
  async function timeAt(place: number, options: ReadOptions): Promise<number | null> {
    const known = probed.get(place)
    if (known !== undefined) return known
    const start = offsetOf(place)
    let tick: number | null = null
    for (let size = PROBE_BYTES; tick === null && size <= LONGEST_PROBE_BYTES; size *= 4) {
      const end = Math.min(file.sizeBytes, start + size)
      const bytes = await ahead.look(start, end, options)
      pids.learn(bytes, inStep)
      const { units } = assemblePes(bytes, inStep, pids, bytes.length)
      const first = units.find(({ pts }) => pts !== null)
      tick = first ? unwrapped(first.pts!, nearTick() ?? first.pts!) : null
      if (end === file.sizeBytes) break
    }
    const seconds = tick === null ? null : tick / TS_TIMESCALE
    probed.set(place, seconds)
    return seconds
  }

  return {
    endPlace,
    layout: inStep,
    nearTick,
    /** From then on, times are unwrapped. */
    startAt(tick: number): void {
      firstTick = tick
    },
    /** @param seconds by the stream's own clock */
    endAt(seconds: number): void {
      endTime = seconds
    },
    /** The last frame of a place is shown at this time. */
    reaches(place: number, tick: number): void {
      ends.set(place, tick / TS_TIMESCALE)
    },
    /** Before a place is read: everything up to this time will be read; undefined: not known. */
    want(place: number, untilSeconds: number | undefined): void {
      const reached = ends.get(place - 1)
      const isKnown = untilSeconds !== undefined && reached !== undefined
      const missingBytes = isKnown ? Math.max(0, untilSeconds - reached) * bytesPerSecond() : 0
      wantedEnd = isKnown ? offsetOf(place) + Math.floor(SURE_SHARE * missingBytes) : 0
    },
    /** Roughly how many places a duration takes; 0 before the bitrate is known. */
    placesIn: (seconds: number): number => (seconds * bytesPerSecond()) / byteRangeBytes,
    /**
     * @param extraBytes how many bytes after the place are read, too: packets that begin in it may end there
     * @returns `ownedEnd`: packets that begin after it belong to the next place; `isWhole`: the file ends with these bytes
     */
    async read(place: number, extraBytes: number, options: ReadOptions) {
      const start = offsetOf(place)
      const ownedEnd = Math.min(byteRangeBytes, file.sizeBytes - start)
      const end = Math.min(file.sizeBytes, start + ownedEnd + extraBytes)
      const bytes = await ahead.read(start, end, wantedEnd, options)
      return { bytes: bytes.subarray(0, end - start), ownedEnd, isWhole: end === file.sizeBytes }
    },
    /** Reads all places from one to another with one request: they are needed next. */
    async bring(fromPlace: number, toPlace: number, options: ReadOptions): Promise<void> {
      const to = offsetOf(toPlace)
      await ahead.read(offsetOf(fromPlace), to, to, options)
    },
    placeBefore: (seconds: number, options: ReadOptions): Promise<number> =>
      placeByTime(endPlace, seconds, NEAR_SECONDS, (place) => timeAt(place, options)),
  }
}

/** Media is usually even enough for this many guesses; after them, the search is binary. */
const INTERPOLATIONS = 5

/**
 * The last of the places 0..count-1 whose time is not after `seconds` (0 if every time is), or a place a little before it.
 * @param timeAt the time of a place, in seconds; null if it is unknown
 * @param nearSeconds a place that is no more than this too early is near enough
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
    const found = await timeAt(place)
    if (found !== null && found <= seconds) low = place
    else high = place
  }
  return low
}
