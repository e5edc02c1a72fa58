import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { useLayoutEffect, useRef, useState } from 'react'
import { withDecimals } from '../../../data/formatting/numbers.ts'

const EDGE_PX = 10
const GAP_PX = 12
const MIN_LINE_PX = 60

interface TimelineFlagsProps {
  range: TimeRange
  startX: number
  endX: number
  timelineWidth: number
}

/** Start, length and end above the timeline. The length is drawn on a dimension line. */
export function TimelineFlags({ range, startX, endX, timelineWidth }: TimelineFlagsProps) {
  const startFlag = useRef<HTMLSpanElement>(null)
  const endFlag = useRef<HTMLSpanElement>(null)
  const [widths, setWidths] = useState({ start: 80, end: 80 })
  const startText = formatTimecode(range.startTime, 3)
  const endText = formatTimecode(range.endTime, 3)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the digits are monospaced, so only their number changes the width.
  useLayoutEffect(() => {
    const measure = (): void =>
      setWidths({ start: startFlag.current?.offsetWidth ?? 80, end: endFlag.current?.offsetWidth ?? 80 })
    measure()
    document.fonts?.ready.then(measure)
  }, [startText.length, endText.length])

  const places = placeFlags({ startX, endX, startWidth: widths.start, endWidth: widths.end, timelineWidth })
  // Prerendered pages have no width and may have no style attributes: the style sheet places their flags.
  const isPlaced = timelineWidth > 0
  const length = range.endTime - range.startTime
  return (
    <div className="timeline-flags time" aria-hidden="true" translate="no">
      <span ref={startFlag} className="timeline-flag" style={{ left: isPlaced ? places.startLeft : undefined }}>
        {startText}
      </span>
      {places.line && (
        <span
          className="timeline-dimension"
          style={{ left: places.line.left, width: places.line.width }}
          data-tight={places.line.width < 130 || undefined}
        >
          {length < 60 ? `${withDecimals(length, 2)} s` : formatTimecode(length, 2)}
        </span>
      )}
      <span ref={endFlag} className="timeline-flag" style={{ left: isPlaced ? places.endLeft : undefined }}>
        {endText}
      </span>
    </div>
  )
}

interface FlagSizes {
  /** Positions of the two cuts, in pixels. */
  startX: number
  endX: number
  startWidth: number
  endWidth: number
  timelineWidth: number
}

/**
 * Places both times just outside their cuts, within the timeline and without overlap. `line` is the dimension line
 * between them; null where there is no room for it.
 */
export function placeFlags({ startX, endX, startWidth, endWidth, timelineWidth }: FlagSizes) {
  const rightmost = timelineWidth - EDGE_PX
  const startLimit = rightmost - endWidth - GAP_PX - startWidth
  const startLeft = Math.max(EDGE_PX, Math.min(startX - startWidth, startLimit))
  const afterStart = startLeft + startWidth + GAP_PX
  const endLeft = Math.max(afterStart, Math.min(endX, rightmost - endWidth))
  const lineLeft = Math.max(startX, startLeft + startWidth) + GAP_PX
  const lineWidth = Math.min(endX, endLeft) - GAP_PX - lineLeft
  return { startLeft, endLeft, line: lineWidth < MIN_LINE_PX ? null : { left: lineLeft, width: lineWidth } }
}
