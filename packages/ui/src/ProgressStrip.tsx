import type { CSSProperties } from 'react'

/** A strip being cut through: what lies left of the front is done. `percent` is 0..100. */
export function ProgressStrip({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      className="progress-strip"
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(percent)}
      style={{ '--progress': percent } as CSSProperties}
    >
      <i className="done" />
      <i className="rest" />
      <i className="front" />
    </div>
  )
}
