import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { memo } from 'react'
import type { Tick } from './ruler-ticks.ts'

/** Ticks and their labels. */
export const StripRuler = memo(function StripRuler({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div className="strip-ruler time" aria-hidden="true">
      {ticks.map((tick) => (
        <span key={tick.seconds} data-labelled={tick.label !== null || undefined} style={{ left: tick.x }}>
          {tick.label}
        </span>
      ))}
    </div>
  )
})

interface StripMarksProps {
  ranges: readonly TimeRange[]
  toX: (seconds: number) => number
}

/** Where the listed ranges lie, along the upper edge of the film; the list says the same in words. */
export function StripMarks({ ranges, toX }: StripMarksProps) {
  return (
    <div className="strip-marks">
      {ranges.map(({ startTime, endTime }, place) => {
        const left = toX(startTime)
        // biome-ignore lint/suspicious/noArrayIndexKey: the same range may be listed twice, and a mark holds no state.
        return <b key={place} style={{ left, width: toX(endTime) - left }} />
      })}
    </div>
  )
}
