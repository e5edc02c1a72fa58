import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'

/** Drawn chapter of the band. */
interface Segment {
  place: number
  /** Position in the timeline, in pixels. */
  left: number
  width: number
  /** Whether at least the beginning of the title fits. */
  hasRoom: boolean
}

const GAP_PX = 2
const NARROWEST_PX = 4
const MIN_NAME_WIDTH_PX = 44

/** Visible parts of the chapters. Very narrow ones are left out, except the one at `stop`, which may have the focus. */
export function segmentsOf(chapters: readonly TimeRange[], layout: TimelineLayout, stop: number): Segment[] {
  const { widthPx } = layout
  const segments: Segment[] = []
  let drawnEnd = Number.NEGATIVE_INFINITY
  for (const [place, { startTime, endTime }] of chapters.entries()) {
    const left = Math.max(0, secondsToX(startTime, layout))
    const right = Math.min(widthPx, secondsToX(endTime, layout))
    if (left > widthPx - GAP_PX) break
    if (right < GAP_PX) continue
    const width = Math.max(NARROWEST_PX, right - left - GAP_PX)
    if (left + width < drawnEnd + NARROWEST_PX && place !== stop) continue
    segments.push({ place, left, width, hasRoom: width >= MIN_NAME_WIDTH_PX })
    drawnEnd = left + width
  }
  return segments
}
