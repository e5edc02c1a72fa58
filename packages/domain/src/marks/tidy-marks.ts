import { roundToMillisecond, type TimeRange } from '../ranges/time-range.ts'
import type { HeatStep, Mark, SegmentKind } from './mark.ts'

/** Maximum number of steps of a graph. YouTube's has a hundred. */
const MAX_STEPS = 200
/** Maximum number of segments of a video. Long streams have some dozens. */
const MAX_SEGMENTS = 200
/** Shortest part that is marked, in seconds. */
const MIN_SECONDS = 0.1
/** Difference of durations, in seconds, from which a segment belongs to another version of the video. */
const OTHER_VERSION_SECONDS = 1

/** A segment as somebody has submitted it. */
export interface ClaimedSegment extends TimeRange {
  kind: SegmentKind
  /** Duration of the video when the segment was submitted; null if unknown. */
  videoSeconds: number | null
}

/**
 * Segments of this video as marks, in order and inside the video. Left out are segments of another version of it, and
 * those that begin after its end. A segment of the whole video, 0 to 0, marks no part.
 */
export function tidySegments(segments: readonly ClaimedSegment[], durationSeconds: number): Mark[] {
  return segments
    .filter(
      ({ videoSeconds }) => videoSeconds === null || Math.abs(videoSeconds - durationSeconds) <= OTHER_VERSION_SECONDS,
    )
    .flatMap(({ kind, ...claimedMark }): Mark[] => {
      const range = insideVideo(claimedMark, durationSeconds)
      return range ? [{ kind, ...range }] : []
    })
    .toSorted((a, b) => a.startTime - b.startTime || a.endTime - b.endTime)
    .slice(0, MAX_SEGMENTS)
}

/** The most-replayed graph in order and inside the video. Empty if no step stands out. */
export function tidyHeat(steps: readonly HeatStep[], durationSeconds: number): HeatStep[] {
  const tidySteps: HeatStep[] = []
  for (const [claimedStart, claimedEnd, weight] of steps.toSorted((a, b) => a[0] - b[0])) {
    const range = insideVideo({ startTime: claimedStart, endTime: claimedEnd }, durationSeconds)
    const isStep = range !== null && weight >= 0 && weight <= 1 && tidySteps.length < MAX_STEPS
    if (!isStep || range.startTime < (tidySteps.at(-1)?.[1] ?? 0) - MIN_SECONDS) continue
    tidySteps.push([range.startTime, range.endTime, Math.round(weight * 1000) / 1000])
  }
  const weights = tidySteps.map(([, , weight]) => weight)
  return new Set(weights).size > 1 ? tidySteps : []
}

function insideVideo({ startTime, endTime }: TimeRange, durationSeconds: number): TimeRange | null {
  if (!Number.isFinite(startTime) || !Number.isFinite(endTime) || startTime < 0) return null
  const range = {
    startTime: roundToMillisecond(startTime),
    endTime: roundToMillisecond(Math.min(endTime, durationSeconds)),
  }
  return range.endTime - range.startTime >= MIN_SECONDS ? range : null
}

export const marksOfHeat = (heat: readonly HeatStep[]): Mark[] =>
  heat.map(([startTime, endTime, weight]) => ({ kind: 'most-replayed', startTime, endTime, weight }))

/** Maximum number of peaks that get a name. */
const MAX_PEAKS = 3
/** Minimum weight of a peak, as a share of the greatest weight. */
const PEAK_SHARE = 0.6
/** Neighbouring steps belong to a peak if they have at least this share of its weight. */
const NEIGHBOUR_SHARE = 0.7

/** The parts that are replayed most, in order: around the greatest weights. */
export function replayedParts(marks: readonly Mark[]): Mark[] {
  const steps = marks.filter(({ kind }) => kind === 'most-replayed')
  const weightAt = (index: number): number => steps[index]?.weight ?? 0
  const greatestWeight = Math.max(0, ...steps.map(({ weight }) => weight ?? 0))
  const takenIndexes = new Set<number>()
  const parts: Mark[] = []
  const places = steps.map((_, index) => index).sort((a, b) => weightAt(b) - weightAt(a))
  for (const index of places) {
    const weight = weightAt(index)
    if (parts.length === MAX_PEAKS || weight < greatestWeight * PEAK_SHARE || weight === 0) break
    if (takenIndexes.has(index)) continue
    let [first, last] = [index, index]
    while (first > 0 && !takenIndexes.has(first - 1) && weightAt(first - 1) >= weight * NEIGHBOUR_SHARE) first -= 1
    while (last < steps.length - 1 && !takenIndexes.has(last + 1) && weightAt(last + 1) >= weight * NEIGHBOUR_SHARE)
      last += 1
    for (let near = first - 1; near <= last + 1; near++) takenIndexes.add(near)
    parts.push({ kind: 'most-replayed', startTime: steps[first]!.startTime, endTime: steps[last]!.endTime, weight })
  }
  return parts.sort((a, b) => a.startTime - b.startTime)
}
