export interface TimedAudio {
  /** Its start by the container's timestamp; null if there is none. */
  stampSeconds: number | null
  durationSeconds: number
}

export interface PlacedAudio<T> {
  audio: T
  startTime: number
  /** It follows the one before without a gap. */
  isContinued: boolean
}

/** Stamps may be coarse (WebM has whole milliseconds) or jitter; players ignore this, too. */
const UNHEARD_SECONDS = 0.002
/** A larger difference is always a jump. */
const LONGEST_JITTER_SECONDS = 0.02
/** Packets that are looked at to see whether stamps only jitter or one is missing (some of Opus last 2.5 ms). */
const LOOKAHEAD = 8
const LEAST_WITNESSES = 3

/**
 * Places decoded audio on the timeline. Consecutive packets are contiguous although their stamps jitter, and the first one
 * begins where several stamps agree. The position moves only where all following stamps agree on a gap or an overlap.
 */
export async function* steadyTimes<T extends TimedAudio>(
  audio: AsyncIterable<T>,
): AsyncGenerator<PlacedAudio<T>, void> {
  const waiting: T[] = []
  let endTime: number | null = null
  const place = (): PlacedAudio<T> => {
    const moved = movedTo(waiting, endTime)
    const next = waiting.shift()!
    const startTime = moved ?? endTime ?? 0
    endTime = startTime + next.durationSeconds
    return { audio: next, startTime, isContinued: moved === null }
  }
  for await (const part of audio) {
    waiting.push(part)
    if (waiting.length === LOOKAHEAD) yield place()
  }
  while (waiting.length > 0) yield place()
}

/** Where the first of them must be moved to; null when it may follow what ended at `endTime`. */
function movedTo(audio: readonly TimedAudio[], endTime: number | null): number | null {
  const first = audio[0]!.stampSeconds
  if (first === null) return null
  const drift = endTime === null ? Infinity : first - endTime
  if (Math.abs(drift) <= UNHEARD_SECONDS) return null
  const starts = impliedStarts(audio)
  if (Math.abs(drift) > LONGEST_JITTER_SECONDS) {
    return median(starts.filter((start) => Math.abs(start - first) <= UNHEARD_SECONDS))
  }
  const drifts = starts.map((start) => start - endTime!)
  const isAgreed =
    drifts.length >= LEAST_WITNESSES &&
    drifts.every((other) => Math.abs(other) > UNHEARD_SECONDS && other > 0 === drift > 0)
  return isAgreed ? median(starts) : null
}

/** When the first of them begins by the stamp of each. */
function impliedStarts(audio: readonly TimedAudio[]): number[] {
  const starts: number[] = []
  let before = 0
  for (const { stampSeconds, durationSeconds } of audio) {
    if (stampSeconds !== null) starts.push(stampSeconds - before)
    before += durationSeconds
  }
  return starts
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
}
