import type { Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { useEffect, useMemo, useRef, useState } from 'react'
import { onThemeChange } from '../../browser/theme.ts'
import { useDrag } from '../../browser/use-drag.ts'
import { useElementWidth } from '../../browser/use-element-width.ts'
import { drawOverview } from './drawing/draw-overview.ts'
import { type View, viewAround, viewSeconds } from './drawing/timeline-view.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import { useWaveformSegments } from './drawing/waveform-segments.ts'
import { overviewTicks } from './timeline/ruler-ticks.ts'
import { RangeMarks, TimelineRuler } from './timeline/TimelineRuler.tsx'

interface TrimOverviewProps {
  video: Video
  range: TimeRange
  view: View
  onViewChange: (view: View) => void
  waveform: WaveformState
  /** The waveform that comes in segments, whenever more of it has come. */
  onWaveform: (waveform: WaveformState) => void
  /** Ranges that are listed to be cut in one go. */
  marks: readonly TimeRange[]
}

/** The whole of a long video, and in it the window that the timeline shows. Pressing or dragging moves the window. */
export function TrimOverview({ video, range, view, onViewChange, waveform, onWaveform, marks }: TrimOverviewProps) {
  const durationSeconds = video.duration
  useWaveformSegments(video, view, onWaveform)
  const canvas = useRef<HTMLCanvasElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const width = useElementWidth(line)
  const ticks = useMemo(() => (width > 0 ? overviewTicks(durationSeconds, width) : []), [durationSeconds, width])
  const [themeChanges, setThemeChanges] = useState(0)
  useEffect(() => onThemeChange(() => setThemeChanges((count) => count + 1)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: width and theme changes have nothing to pass on, only to redraw for.
  useEffect(() => {
    if (canvas.current) drawOverview(canvas.current, durationSeconds, range, view, waveform)
  }, [durationSeconds, range, view, waveform, width, themeChanges])

  const press = useDrag({
    begin(event) {
      const left = line.current?.getBoundingClientRect().left ?? 0
      const moveTo = (clientX: number): void => {
        const middle = ((clientX - left) / Math.max(1, width)) * durationSeconds
        onViewChange(viewAround(middle, viewSeconds(view), durationSeconds))
      }
      moveTo(event.clientX)
      return moveTo
    },
  })

  const toX = (seconds: number): number => (seconds / durationSeconds) * width
  return (
    // The zoom buttons and the fields do by keyboard what this does by hand.
    <div aria-hidden="true">
      <div ref={line} className="trim-overview-line" onPointerDown={press}>
        <canvas ref={canvas} />
        <RangeMarks ranges={marks} toX={toX} />
        <i style={{ left: toX(view.fromSeconds) - 4, width: toX(viewSeconds(view)) + 8 }} />
      </div>
      <TimelineRuler ticks={ticks} />
    </div>
  )
}
