import { countdownWords, useTimeLeft } from '../data/downloads/countdown.ts'

/** A running countdown. A screen reader hears it where it is read, and is not interrupted by each minute that passes. */
export function Countdown({ until }: { until: string }) {
  const leftMs = useTimeLeft(Date.parse(until))
  return (
    <span role="timer" aria-live="off" translate="no" className="whitespace-nowrap">
      {countdownWords(leftMs)}
    </span>
  )
}
