import { useEffect, useReducer } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { serverNow } from '../../browser/server-clock.ts'

const SECOND_MILLISECONDS = 1000
const MINUTE_MILLISECONDS = 60 * SECOND_MILLISECONDS
const HOUR_MINUTES = 60

const words = toolWords.countdown

/** Remaining time as text: `23 h 59 min`, below an hour `46 min`, in the last minute `42 s`. It is rounded up. */
export function formatCountdown(leftMs: number): string {
  if (leftMs <= MINUTE_MILLISECONDS) return words.seconds(Math.max(0, Math.ceil(leftMs / SECOND_MILLISECONDS)))
  const minutes = Math.ceil(leftMs / MINUTE_MILLISECONDS)
  return minutes < HOUR_MINUTES
    ? words.minutes(minutes)
    : words.hours(Math.floor(minutes / HOUR_MINUTES), minutes % HOUR_MINUTES)
}

/** Milliseconds until the text of formatCountdown changes. */
export function millisecondsUntilChange(leftMs: number): number {
  const step = leftMs <= MINUTE_MILLISECONDS ? SECOND_MILLISECONDS : MINUTE_MILLISECONDS
  return leftMs % step || step
}

/**
 * Milliseconds until a time, 0 afterwards. The component renders again whenever the text of the countdown changes, so
 * it should be small.
 */
export function useTimeLeft(timeMs: number): number {
  const [, rerender] = useReducer((times: number) => times + 1, 0)
  const leftMs = Math.max(0, timeMs - serverNow())
  useEffect(() => {
    if (leftMs === 0) return
    const timer = setTimeout(rerender, millisecondsUntilChange(leftMs))
    return () => clearTimeout(timer)
  })
  return leftMs
}
