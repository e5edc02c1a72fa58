import { memo } from 'react'
import { secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'

/** Nearer ones are one tick. */
const LEAST_GAP_PX = 4
const TICK_PX = 12

interface TimelineTicksProps {
  /** In seconds, ascending. */
  ticks: readonly number[]
  layout: TimelineLayout
  /** Along the lower edge, and only notches: where chapters begin. */
  isFoot?: boolean
}

/** Times that were searched for, along the upper edge of the timeline. What is marked says the same in words. */
export const TimelineTicks = memo(function TimelineTicks({ ticks, layout, isFoot = false }: TimelineTicksProps) {
  const places = tickPlaces(ticks, layout)
  if (places.length === 0) return null
  const path = places.map((x) => `M${x} 0v${TICK_PX}`).join('')
  return (
    <svg className={isFoot ? 'timeline-notches' : 'timeline-ticks'} aria-hidden="true" data-ticks={places.length}>
      <path d={path} />
      <path d={path} />
    </svg>
  )
})

/** Where ticks are drawn, in whole pixels: those in view, and of those that lie on top of each other the first. */
export function tickPlaces(ticks: readonly number[], layout: TimelineLayout): number[] {
  const places: number[] = []
  for (const seconds of ticks) {
    const x = Math.round(secondsToX(seconds, layout))
    if (x < 0 || x - (places.at(-1) ?? Number.NEGATIVE_INFINITY) < LEAST_GAP_PX) continue
    if (x > layout.widthPx) break
    places.push(x)
  }
  return places
}
