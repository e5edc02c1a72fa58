import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { memo } from 'react'
import type { Tick } from './ruler-ticks.ts'

/** Ticks and their labels. */
export const TimelineRuler = memo(function TimelineRuler({ ticks }: { ticks: readonly Tick[] }) {
  return (
    <div className="timeline-ruler time" aria-hidden="true" translate="no">
      {ticks.map((tick) => (
        <span key={tick.seconds} data-labelled={tick.label !== null || undefined} style={{ left: tick.x }}>
          {tick.label}
        </span>
      ))}
    </div>
  )
})

interface RangeMarksProps {
  ranges: readonly TimeRange[]
  toX: (seconds: number) => number
}

/** Marks of the listed ranges along the upper edge of the timeline. The list has the same ranges as text. */
export function RangeMarks({ ranges, toX }: RangeMarksProps) {
  return (
    <div className="timeline-marks">
      {ranges.map(({ startTime, endTime }, place) => {
        const left = toX(startTime)
        // biome-ignore lint/suspicious/noArrayIndexKey: the same range may be listed twice, and a mark holds no state.
        return <b key={place} style={{ left, width: toX(endTime) - left }} />
      })}
    </div>
  )
}
