import { Button } from '@kerf/ui/Button'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLatest } from '../../browser/use-latest.ts'

interface NudgeButtonProps {
  label: string
  onNudge: () => void
  children: ReactNode
}

const HOLD_MS = 400
const REPEAT_MS = 70

/** Nudges once when pressed, and goes on while it is held. */
export function NudgeButton({ label, onNudge, children }: NudgeButtonProps) {
  const nudge = useLatest(onNudge)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const stop = (): void => clearTimeout(timer.current)
  useEffect(() => () => clearTimeout(timer.current), [])

  function repeat(): void {
    nudge.current()
    timer.current = setTimeout(repeat, REPEAT_MS)
  }
  return (
    <Button
      variant="quiet"
      size="bench"
      className="nudge"
      aria-label={label}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        stop()
        nudge.current()
        timer.current = setTimeout(repeat, HOLD_MS)
      }}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
      onClick={(event) => {
        // Pointers have nudged already; a key or a screen reader clicks without one.
        if (event.detail === 0) nudge.current()
      }}
    >
      {children}
    </Button>
  )
}
