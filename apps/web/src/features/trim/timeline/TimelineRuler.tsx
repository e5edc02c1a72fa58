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
