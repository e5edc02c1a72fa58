import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect, useRef, useState } from 'react'
import { prepareCanvas } from '../../../browser/prepare-canvas.ts'
import { onThemeChange } from '../../../browser/theme.ts'
import { drawTimeline, timelineColours } from '../drawing/draw-timeline.ts'
import { secondsToX, type TimelineLayout } from '../drawing/timeline-view.ts'
import type { Thumbnails } from '../drawing/use-thumbnails.ts'
import type { WaveformState } from '../drawing/use-waveform.ts'

interface TimelineCanvasProps {
  layout: TimelineLayout
  range: TimeRange
  durationSeconds: number
  gapPx: number
  thumbnails: Thumbnails | null
  /** Number that changes when more thumbnails have loaded. */
  arrivals: number
  waveform: WaveformState
}

export function TimelineCanvas({
  layout,
  range,
  durationSeconds,
  gapPx,
  thumbnails,
  arrivals,
  waveform,
}: TimelineCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [themeChanges, setThemeChanges] = useState(0)
  useEffect(() => onThemeChange(() => setThemeChanges((count) => count + 1)), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals and theme changes only trigger a redraw.
  useEffect(() => {
    const element = canvas.current
    const prepared = element && prepareCanvas(element)
    if (!prepared) return
    const bars = drawTimeline(prepared.context, {
      layout,
      heightPx: prepared.height,
      durationSeconds,
      startX: secondsToX(range.startTime, layout),
      endX: secondsToX(range.endTime, layout),
      gapPx,
      thumbnails,
      waveform,
      colours: timelineColours(element),
    })
    element.dataset.waveformBars = String(bars)
  }, [layout, range, durationSeconds, gapPx, thumbnails, arrivals, waveform, themeChanges])

  return <canvas ref={canvas} className="timeline-canvas size-full" />
}
