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

/** Nudges when clicked, and goes on for as long as it is held. A finger that only begins to scroll here nudges nothing. */
export function NudgeButton({ label, onNudge, children }: NudgeButtonProps) {
  const nudge = useLatest(onNudge)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  useEffect(() => () => clearTimeout(timer.current), [])

  function repeat(): void {
    held.current = true
    nudge.current()
    timer.current = setTimeout(repeat, REPEAT_MS)
  }
  function press(): void {
    held.current = false
    clearTimeout(timer.current)
    timer.current = setTimeout(repeat, HOLD_MS)
  }
  function leave(): void {
    held.current = false
    clearTimeout(timer.current)
  }
  function click(): void {
    // The click that ends a hold has been paid for by the repeats.
    if (!held.current) nudge.current()
    held.current = false
  }
  return (
    <Button
      variant="quiet"
      size="bench"
      className="nudge"
      aria-label={label}
      onPointerDown={(event) => event.button === 0 && press()}
      onPointerUp={() => clearTimeout(timer.current)}
      onPointerLeave={leave}
      onPointerCancel={leave}
      onContextMenu={(event) => event.preventDefault()}
      onClick={click}
    >
      {children}
    </Button>
  )
}
