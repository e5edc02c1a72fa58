import { MAX_CLIP_RANGES, MIN_TRIM_SECONDS, roundToMillisecond, type TimeRange } from '../ranges/time-range.ts'

export interface KeptRanges {
  /** Ranges that are left, in the order of the clip; at most `MAX_CLIP_RANGES`. */
  ranges: TimeRange[]
  /** Number of parts in the ranges, where parts that touch count once. */
  found: number
  /** How many of them are left out. Fewer than `found` if the clip would have too many ranges. */
  leftOut: number
}

/**
 * The ranges of a clip without some parts of the video. What is left between two parts is left out as well if it is too
 * short to cut. If too many ranges were left, only the longest parts are left out.
 */
export function keepRanges(ranges: readonly TimeRange[], parts: readonly TimeRange[]): KeptRanges {
  const affectedParts = mergedParts(parts).filter((part) => ranges.some((range) => overlapSeconds(range, part) > 0))
  const longestFirst = affectedParts.toSorted((a, b) => lengthIn(ranges, b) - lengthIn(ranges, a))
  let chosen: TimeRange[] = []
  let remainingRanges = ranges.map(({ startTime, endTime }) => ({ startTime, endTime }))
  for (const part of longestFirst) {
    const shorterRanges = withoutParts(ranges, [...chosen, part])
    if (shorterRanges.length > MAX_CLIP_RANGES) continue
    chosen = [...chosen, part]
    remainingRanges = shorterRanges
  }
  return { ranges: remainingRanges, found: affectedParts.length, leftOut: chosen.length }
}

/** Parts in order, where parts that overlap or touch are one. */
function mergedParts(parts: readonly TimeRange[]): TimeRange[] {
  const mergedRanges: TimeRange[] = []
  const roundedParts = parts.map(({ startTime, endTime }) => ({
    startTime: roundToMillisecond(startTime),
    endTime: roundToMillisecond(endTime),
  }))
  for (const part of roundedParts.toSorted((a, b) => a.startTime - b.startTime)) {
    if (!(part.endTime > part.startTime)) continue
    const lastRange = mergedRanges.at(-1)
    if (lastRange && part.startTime <= lastRange.endTime) lastRange.endTime = Math.max(lastRange.endTime, part.endTime)
    else mergedRanges.push(part)
  }
  return mergedRanges
}

const overlapSeconds = (range: TimeRange, part: TimeRange): number =>
  Math.max(0, Math.min(range.endTime, part.endTime) - Math.max(range.startTime, part.startTime))

const lengthIn = (ranges: readonly TimeRange[], part: TimeRange): number =>
  ranges.reduce((sum, range) => sum + overlapSeconds(range, part), 0)

/** @param parts that do not overlap, in any order */
function withoutParts(ranges: readonly TimeRange[], parts: readonly TimeRange[]): TimeRange[] {
  const orderedParts = parts.toSorted((a, b) => a.startTime - b.startTime)
  return ranges.flatMap((range) => {
    const cuts = orderedParts.filter((part) => overlapSeconds(range, part) > 0)
    if (cuts.length === 0) return [{ startTime: range.startTime, endTime: range.endTime }]
    const starts = [range.startTime, ...cuts.map(({ endTime }) => endTime)]
    const endTimes = [...cuts.map(({ startTime }) => startTime), range.endTime]
    return starts
      .map((startTime, index) => ({ startTime, endTime: endTimes[index]! }))
      .filter(({ startTime, endTime }) => roundToMillisecond(endTime - startTime) >= MIN_TRIM_SECONDS)
  })
}
