import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { useLayoutEffect, useRef, useState } from 'react'
import { withDecimals } from '../../../data/formatting/figures.ts'
import { placeFlags } from './flag-places.ts'

interface StripFlagsProps {
  range: TimeRange
  startX: number
  endX: number
  stripWidth: number
}

/** Start, length and end above the strip, as on a technical drawing. */
export function StripFlags({ range, startX, endX, stripWidth }: StripFlagsProps) {
  const startFlag = useRef<HTMLSpanElement>(null)
  const endFlag = useRef<HTMLSpanElement>(null)
  const [widths, setWidths] = useState({ start: 80, end: 80 })
  const startText = formatTimecode(range.startTime, 3)
  const endText = formatTimecode(range.endTime, 3)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the figures are monospaced, so only their number changes the width.
  useLayoutEffect(() => {
    const measure = (): void =>
      setWidths({ start: startFlag.current?.offsetWidth ?? 80, end: endFlag.current?.offsetWidth ?? 80 })
    measure()
    document.fonts?.ready.then(measure)
  }, [startText.length, endText.length])

  const places = placeFlags({ startX, endX, startWidth: widths.start, endWidth: widths.end, stripWidth })
  // Pages that are written beforehand have no width yet, and may carry no style attributes: the style sheet says it for them.
  const placed = stripWidth > 0
  const length = range.endTime - range.startTime
  return (
    <div className="strip-flags time" aria-hidden="true">
      <span ref={startFlag} className="strip-flag" style={{ left: placed ? places.startLeft : undefined }}>
        {startText}
      </span>
      {places.line && (
        <span
          className="strip-dimension"
          style={{ left: places.line.left, width: places.line.width }}
          data-tight={places.line.width < 130 || undefined}
        >
          {length < 60 ? `${withDecimals(length, 2)} s` : formatTimecode(length, 2)}
        </span>
      )}
      <span ref={endFlag} className="strip-flag" style={{ left: placed ? places.endLeft : undefined }}>
        {endText}
      </span>
    </div>
  )
}
