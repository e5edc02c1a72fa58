import { toolWords } from '#messages/tool.ts'

const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MINUTES = 60

const words = toolWords.countdown

/** What is left of a time: `23 h 59 min`, below an hour `46 min`, in the last minute `42 s`. Rounded up: there is never less. */
export function countdownWords(leftMs: number): string {
  if (leftMs <= MINUTE_MS) return words.seconds(Math.max(0, Math.ceil(leftMs / SECOND_MS)))
  const minutes = Math.ceil(leftMs / MINUTE_MS)
  return minutes < HOUR_MINUTES
    ? words.minutes(minutes)
    : words.hours(Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES)
}

/** How long these words stay true. */
export function untilNextWords(leftMs: number): number {
  const step = leftMs <= MINUTE_MS ? SECOND_MS : MINUTE_MS
  return leftMs % step || step
}
