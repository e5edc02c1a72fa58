import type { CSSProperties } from 'react'
import { buttonClass } from './Button.tsx'

interface BusyButtonProps {
  label: string
  /** 0..100 */
  percent: number
  /** Names the progress for screen readers, separately from the button's changing text. */
  progressLabel: string
  className?: string
}

/** A button whose work is in progress: it is disabled, and a cut moves across it as the work progresses. */
export function BusyButton({ label, percent, progressLabel, className }: BusyButtonProps) {
  const shown = Math.round(percent)
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
          {shown}%
        </span>
      </button>
      <span
        className="sr-only"
        role="progressbar"
        aria-label={progressLabel}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={shown}
      />
    </>
  )
}
