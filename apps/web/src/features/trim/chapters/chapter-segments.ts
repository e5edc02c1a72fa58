import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'

/** A chapter as the band draws it. */
interface Segment {
  place: number
  /** In pixels, inside the timeline. */
  left: number
  width: number
  /** At least the beginning of a name can be read. */
  hasRoom: boolean
}

const GAP_PX = 2
const NARROWEST_PX = 4
const NAME_PX = 44

/** The chapters in view, as far as each can be seen; `kept` is drawn however narrow it is, so that the keyboard can be on it. */
export function segmentsOf(chapters: readonly TimeRange[], layout: TimelineLayout, kept: number): Segment[] {
  const { widthPx } = layout
  const segments: Segment[] = []
  let drawnTo = Number.NEGATIVE_INFINITY
  for (const [place, { startTime, endTime }] of chapters.entries()) {
    const left = Math.max(0, secondsToX(startTime, layout))
    const right = Math.min(widthPx, secondsToX(endTime, layout))
    if (left > widthPx - GAP_PX) break
    if (right < GAP_PX) continue
    const width = Math.max(NARROWEST_PX, right - left - GAP_PX)
    if (left + width < drawnTo + NARROWEST_PX && place !== kept) continue
    segments.push({ place, left, width, hasRoom: width >= NAME_PX })
    drawnTo = left + width
  }
  return segments
}
