import type { CSSProperties } from 'react'

export function ProgressBar({ percent, label }: { percent: number; label: string }) {
  return (
    <div
      className="progress-bar"
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
