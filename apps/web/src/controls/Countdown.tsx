import { formatCountdown, useTimeLeft } from '../data/downloads/countdown.ts'

/** Running countdown. Screen readers can read it, but do not announce each change. */
export function Countdown({ until }: { until: string }) {
  const leftMs = useTimeLeft(Date.parse(until))
  return (
    <span role="timer" aria-live="off" translate="no" className="whitespace-nowrap">
      {formatCountdown(leftMs)}
    </span>
  )
}
