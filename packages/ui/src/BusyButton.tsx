import type { CSSProperties } from 'react'
import { buttonClass } from './Button.tsx'

interface BusyButtonProps {
  label: string
  /** From 0 to 100. */
  percent: number
  /** Accessible name of the progress bar. */
  progressLabel: string
  className?: string
}

/** A disabled button that shows the progress of its work. */
export function BusyButton({ label, percent, progressLabel, className }: BusyButtonProps) {
  const roundedPercent = Math.round(percent)
  return (
    <>
      <button
        type="button"
        aria-disabled="true"
        className={buttonClass({}, `btn-busy ${className ?? ''}`)}
        style={{ '--progress': `${percent}%` } as CSSProperties}
      >
        <span>{label}</span>
        <span className="time" aria-hidden="true" translate="no">
          {roundedPercent}%
        </span>
      </button>
      <span
        className="sr-only"
        role="progressbar"
        aria-label={progressLabel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={roundedPercent}
      />
    </>
  )
}
