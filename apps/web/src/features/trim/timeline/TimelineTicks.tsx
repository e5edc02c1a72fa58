import { memo } from 'react'
import { secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'

/** Ticks closer than this are drawn as one. */
const MIN_GAP_PX = 4
const TICK_PX = 12

interface TimelineTicksProps {
  /** Times in seconds, ascending. */
  ticks: readonly number[]
  layout: TimelineLayout
  /** Whether the ticks are notches along the lower edge, as for the starts of chapters. */
  isFoot?: boolean
}

/**
 * Marks of times along an edge of the timeline: results of a search, or starts of chapters. A list has them as text.
 */
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

/** Positions of the ticks in view, in whole pixels. Of ticks closer than `MIN_GAP_PX`, only the first is drawn. */
export function tickPlaces(ticks: readonly number[], layout: TimelineLayout): number[] {
  const places: number[] = []
  for (const seconds of ticks) {
    const x = Math.round(secondsToX(seconds, layout))
    if (x < 0 || x - (places.at(-1) ?? Number.NEGATIVE_INFINITY) < MIN_GAP_PX) continue
    if (x > layout.widthPx) break
    places.push(x)
  }
  return places
}
