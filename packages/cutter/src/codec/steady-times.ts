export interface TimedAudio {
  /** Start by the container's timestamp; null if there is none. */
  timestampSeconds: number | null
  durationSeconds: number
}

export interface PlacedAudio<T> {
  audio: T
  startTime: number
  /** Whether the audio follows the previous one without a gap. */
  isContinued: boolean
}

/**
 * Inaudible difference of timestamps, which may be coarse (WebM has whole milliseconds) or jitter. Players ignore it.
 */
const INAUDIBLE_SECONDS = 0.002
/** Largest difference that may be jitter. A larger one is a jump. */
const MAX_JITTER_SECONDS = 0.02
/** Number of packets that are compared to tell jitter from a missing packet (Opus packets may last only 2.5 ms). */
const LOOKAHEAD_PACKETS = 8
/** Fewest timestamps that must agree on a gap or an overlap. */
const MIN_AGREEING_TIMESTAMPS = 3

/**
 * Places decoded audio on the timeline. Consecutive packets are contiguous even if their timestamps jitter, and the
 * first one starts at the median of several timestamps. The position moves only where all compared timestamps agree on
 * a gap or an overlap.
 */
export async function* steadyTimes<T extends TimedAudio>(
  audio: AsyncIterable<T>,
): AsyncGenerator<PlacedAudio<T>, void> {
  const queue: T[] = []
  let endTime: number | null = null
  const placeNext = (): PlacedAudio<T> => {
    const jumpTime = jumpTimeOf(queue, endTime)
    const next = queue.shift()!
    const startTime = jumpTime ?? endTime ?? 0
    endTime = startTime + next.durationSeconds
    return { audio: next, startTime, isContinued: jumpTime === null }
  }
  for await (const block of audio) {
    queue.push(block)
    if (queue.length === LOOKAHEAD_PACKETS) yield placeNext()
  }
  while (queue.length > 0) yield placeNext()
}

/** The time to which the first packet must jump; null if it continues at `endTime`. */
function jumpTimeOf(audio: readonly TimedAudio[], endTime: number | null): number | null {
  const first = audio[0]!.timestampSeconds
  if (first === null) return null
  const drift = endTime === null ? Infinity : first - endTime
  if (Math.abs(drift) <= INAUDIBLE_SECONDS) return null
  const starts = impliedStarts(audio)
  if (Math.abs(drift) > MAX_JITTER_SECONDS) {
    return median(starts.filter((start) => Math.abs(start - first) <= INAUDIBLE_SECONDS))
  }
  const drifts = starts.map((start) => start - endTime!)
  const isAgreed =
    drifts.length >= MIN_AGREEING_TIMESTAMPS &&
    drifts.every((value) => Math.abs(value) > INAUDIBLE_SECONDS && value > 0 === drift > 0)
  return isAgreed ? median(starts) : null
}

/** The start of the first packet that each timestamp implies, given the durations between. */
function impliedStarts(audio: readonly TimedAudio[]): number[] {
  const starts: number[] = []
  let elapsedSeconds = 0
  for (const { timestampSeconds, durationSeconds } of audio) {
    if (timestampSeconds !== null) starts.push(timestampSeconds - elapsedSeconds)
    elapsedSeconds += durationSeconds
  }
  return starts
}

function median(values: readonly number[]): number {
  const sortedValues = values.toSorted((a, b) => a - b)
  const middle = sortedValues.length >> 1
  return sortedValues.length % 2 === 1 ? sortedValues[middle]! : (sortedValues[middle - 1]! + sortedValues[middle]!) / 2
}
