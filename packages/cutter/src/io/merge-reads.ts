import type { ByteRange } from '../api/segment-source.ts'

/**
 * Largest number of unneeded bytes between two ranges that are always fetched too, because another round trip takes as
 * long as these bytes.
 */
const ALWAYS_BRIDGED_BYTES = 8 * 1024
/** More unneeded bytes are fetched too, up to this share of the needed bytes in total. */
const BRIDGED_SHARE = 0.04
const MAX_BRIDGE_BYTES = 128 * 1024
/**
 * Requests that fit into two round trips, with six at once. Beyond this number, larger gaps are fetched too. Audio that
 * is interleaved with frames may need sixteen requests for each second of media.
 */
const REQUESTS_WITHOUT_BRIDGING = 12
/** Largest gap that is fetched to save requests: the bytes that 64 Mbit/s carry in a sixth of a 50 ms round trip. */
const ROUND_TRIP_BYTES = 64 * 1024
/** Limit of one read, so that decoding starts early and several requests run in parallel. */
const MAX_READ_BYTES = 2 * 1024 * 1024

/** Bytes after the urgent packet that form a read of their own, so that work begins while later reads run. */
export const FIRST_READ_BYTES = 512 * 1024

/** Limits for fetching unneeded bytes to save round trips. */
export interface Bridging {
  /** Total number of unneeded bytes that may be fetched. */
  spareBytes: number
  maxBridgeBytes: number
}

/** Limits that bridge small gaps only. They suit needed bytes that are mostly cached. */
export const NO_BRIDGES: Bridging = { spareBytes: 0, maxBridgeBytes: 0 }

/**
 * Turns the byte ranges of packets into few reads. Adjacent ranges become one read, small gaps of unneeded bytes are
 * read too (a muxed file has the audio between the frames), long reads are split.
 * @param ranges byte ranges in any order; overlaps are allowed
 * @param urgentAt offset of the packet that is needed first
 * @param bridging limits for gaps that are not small; default: a small share of the needed bytes, more for many
 * requests
 */
export function mergeReads(ranges: readonly ByteRange[], urgentAt?: number, bridging?: Bridging): ByteRange[] {
  const sortedRanges = ranges.filter(({ start, end }) => end > start).sort((a, b) => a.start - b.start)
  const runs: ByteRange[] = []
  for (const range of sortedRanges) {
    const lastRun = runs.at(-1)
    if (lastRun && range.start <= lastRun.end) lastRun.end = Math.max(lastRun.end, range.end)
    else runs.push({ ...range })
  }
  return bridgeGaps(runs, bridging)
    .flatMap(splitAtSize)
    .flatMap((read) => (urgentAt === undefined ? [read] : splitAfterUrgent(read, urgentAt)))
}

function splitAfterUrgent({ start, end }: ByteRange, urgentAt: number): ByteRange[] {
  const middle = urgentAt + FIRST_READ_BYTES
  const isWorthwhile = urgentAt >= start && end - middle >= FIRST_READ_BYTES
  return isWorthwhile
    ? [
        { start, end: middle },
        { start: middle, end },
      ]
    : [{ start, end }]
}

function bridgeGaps(runs: ByteRange[], bridging: Bridging | undefined): ByteRange[] {
  const neededBytes = runs.reduce((sum, run) => sum + run.end - run.start, 0)
  const { maxBridgeBytes = MAX_BRIDGE_BYTES, spareBytes = neededBytes * BRIDGED_SHARE } = bridging ?? {}
  const gaps = runs.slice(1).map((run, index) => ({ index: index + 1, bytes: run.start - runs[index]!.end }))
  gaps.sort((a, b) => a.bytes - b.bytes)
  const bridgedIndexes = new Set<number>()
  let remainingBytes = spareBytes
  for (const { index, bytes } of gaps) {
    const isAffordable = bytes <= remainingBytes && bytes <= maxBridgeBytes
    const areTooManyRequests = runs.length - bridgedIndexes.size > REQUESTS_WITHOUT_BRIDGING && !bridging
    if (bytes <= ALWAYS_BRIDGED_BYTES || isAffordable || (areTooManyRequests && bytes <= ROUND_TRIP_BYTES)) {
      bridgedIndexes.add(index)
      remainingBytes -= bytes
    }
  }
  const mergedRuns: ByteRange[] = []
  for (const [index, run] of runs.entries()) {
    if (bridgedIndexes.has(index)) mergedRuns.at(-1)!.end = run.end
    else mergedRuns.push({ ...run })
  }
  return mergedRuns
}

function splitAtSize(read: ByteRange): ByteRange[] {
  return splitIntoParts(read, Math.ceil((read.end - read.start) / MAX_READ_BYTES))
}

/** Splits a range into `count` parts of equal size, except for rounding. */
export function splitIntoParts({ start, end }: ByteRange, count: number): ByteRange[] {
  const step = Math.ceil((end - start) / count)
  return Array.from({ length: count }, (_, index) => ({
    start: start + index * step,
    end: Math.min(end, start + (index + 1) * step),
  }))
}
