import type { KeyboardEvent, PointerEvent, Ref } from 'react'
import { messages } from '#messages/site.ts'
import { spokenTime } from '../../../data/formatting/spoken-time.ts'
import type { End } from './move-trim-end.ts'

interface TimelineHandleProps {
  ref: Ref<HTMLDivElement>
  end: End
  seconds: number
  durationSeconds: number
  /**
   * Position of the cut, in pixels. A handle out of view is hidden at the edge, where the keyboard still reaches it.
   */
  x: number
  timelineWidth: number
  onPointerDown: (event: PointerEvent<HTMLElement>) => void
  onKeyDown: (event: KeyboardEvent) => void
  onFocus: () => void
}

/** A slider that is wholly outside the range: its inner edge is the cut, its hit area reaches outward only. */
export function TimelineHandle(props: TimelineHandleProps) {
  const { ref, end, seconds, durationSeconds, x, timelineWidth, onPointerDown, onKeyDown, onFocus } = props
  const inView = x >= -1 && x <= timelineWidth + 1
  return (
    <div
      ref={ref}
      role="slider"
      tabIndex={0}
      className="timeline-handle"
      data-end={end}
      data-away={!inView || undefined}
      style={{ left: Math.min(timelineWidth, Math.max(0, x)) || undefined }}
      aria-label={messages.timeline[end]}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={durationSeconds}
      aria-valuenow={seconds}
      aria-valuetext={spokenTime(seconds)}
      onPointerDown={onPointerDown}
      onKeyDown={onKeyDown}
      onFocus={onFocus}
    />
  )
}
