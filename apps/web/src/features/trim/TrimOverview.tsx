import type { Video } from '@kerf/contract/video'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { prepareCanvas, tokenColour } from '../../browser/prepare-canvas.ts'
import { onThemeChange } from '../../browser/theme.ts'
import { useDrag } from '../../browser/use-drag.ts'
import { useElementWidth } from '../../browser/use-element-width.ts'
import { drawTimeline, timelineColours } from './drawing/draw-timeline.ts'
import { drawWaveform } from './drawing/draw-waveform.ts'
import { secondsToX, type TimelineLayout, type View, viewAround, viewSeconds } from './drawing/timeline-view.ts'
import { type Thumbnails, useThumbnails } from './drawing/use-thumbnails.ts'
import type { WaveformState } from './drawing/use-waveform.ts'
import { useWaveformPieces } from './drawing/waveform-pieces.ts'
import { overviewTicks } from './timeline/ruler-ticks.ts'
import { RangeMarks, TimelineRuler } from './timeline/TimelineRuler.tsx'
import { TimelineTicks } from './timeline/TimelineTicks.tsx'

const NARROWEST_RANGE_PX = 3
const KERF_PX = 3

interface TrimOverviewProps {
  video: Video
  range: TimeRange
  view: View
  onViewChange: (view: View) => void
  waveform: WaveformState
  /** Called with the waveform whenever more segments of it have loaded. */
  onWaveform: (waveform: WaveformState) => void
  /** Listed ranges, which are cut together. */
  marks: readonly TimeRange[]
  /** Marked times in seconds, ascending. */
  ticks: readonly number[]
  /** Draws the marks of the video; null without marks. */
  overlay: ((layout: TimelineLayout) => ReactNode) | null
}

/** Overview of a long video, with the window that the timeline shows. A press or a drag moves the window. */
export function TrimOverview({
  video,
  range,
  view,
  onViewChange,
  waveform,
  onWaveform,
  marks,
  ticks: markedTimes,
  overlay,
}: TrimOverviewProps) {
  const durationSeconds = video.duration
  useWaveformPieces(video, view, onWaveform)
  const canvas = useRef<HTMLCanvasElement>(null)
  const line = useRef<HTMLDivElement>(null)
  const width = useElementWidth(line)
  const ticks = useMemo(() => (width > 0 ? overviewTicks(durationSeconds, width) : []), [durationSeconds, width])
  const layout = useMemo(
    () => ({ view: { fromSeconds: 0, toSeconds: durationSeconds }, widthPx: width, padPx: 0 }),
    [durationSeconds, width],
  )
  const notches = useMemo(() => video.chapters.map(({ startTime }) => startTime), [video])
  const { thumbnails, arrivals } = useThumbnails(video.filmstrip)
  const [themeChanges, setThemeChanges] = useState(0)
  useEffect(() => onThemeChange(() => setThemeChanges((count) => count + 1)), [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: arrivals, width and theme changes only trigger a redraw.
  useEffect(() => {
    if (!canvas.current) return
    if (thumbnails) drawThumbnails(canvas.current, durationSeconds, range, thumbnails, waveform)
    else drawOverview(canvas.current, durationSeconds, range, view, waveform)
  }, [durationSeconds, range, view, waveform, thumbnails, arrivals, width, themeChanges])

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
    // The keyboard has the zoom buttons and the time fields for the same purpose.
    <div aria-hidden="true">
      <div ref={line} className="trim-overview-line" onPointerDown={press}>
        <canvas ref={canvas} className="size-full" />
        {overlay?.(layout)}
        <RangeMarks ranges={marks} toX={toX} />
        <TimelineTicks ticks={notches} layout={layout} isFoot />
        <TimelineTicks ticks={markedTimes} layout={layout} />
        <i style={{ left: toX(view.fromSeconds) - 4, width: toX(viewSeconds(view)) + 8 }} />
      </div>
      <TimelineRuler ticks={ticks} />
    </div>
  )
}

/** Space above and below the thumbnails. */
const INSET_PX = 6

/** Draws the whole video as a small timeline. */
function drawThumbnails(
  canvas: HTMLCanvasElement,
  durationSeconds: number,
  range: TimeRange,
  thumbnails: Thumbnails,
  waveform: WaveformState,
): void {
  const prepared = prepareCanvas(canvas)
  if (!prepared) return
  const { context, width, height } = prepared
  const layout = { view: { fromSeconds: 0, toSeconds: durationSeconds }, widthPx: width, padPx: 0 }
  const startX = Math.min(secondsToX(range.startTime, layout), width - NARROWEST_RANGE_PX)
  const endX = Math.max(startX + NARROWEST_RANGE_PX, secondsToX(range.endTime, layout))
  context.translate(0, INSET_PX)
  drawTimeline(context, {
    layout,
    durationSeconds,
    startX,
    endX,
    thumbnails,
    waveform,
    heightPx: height - 2 * INSET_PX,
    gapPx: KERF_PX,
    colours: timelineColours(canvas),
  })
  context.fillStyle = tokenColour(canvas, '--accent')
  for (const x of [startX, endX - 2]) context.fillRect(x, -2, 2, height - 2 * INSET_PX + 4)
}

/** Draws the whole video as a bar, in which the range is filled and the window of the timeline has another shade. */
function drawOverview(
  canvas: HTMLCanvasElement,
  durationSeconds: number,
  range: TimeRange,
  view: View,
  waveform: WaveformState,
): void {
  const prepared = prepareCanvas(canvas)
  if (!prepared) return
  const { context, width, height } = prepared
  const toX = (seconds: number): number => (seconds / durationSeconds) * width
  const fillBox = (fromX: number, toXpx: number, inset: number, token: string): void => {
    context.fillStyle = tokenColour(canvas, token)
    context.fillRect(fromX, inset, toXpx - fromX, height - 2 * inset)
  }
  context.clearRect(0, 0, width, height)
  fillBox(0, width, 10, '--surface')
  fillBox(toX(view.fromSeconds), toX(view.toSeconds), 10, '--surface-2')
  const layout = { view: { fromSeconds: 0, toSeconds: durationSeconds }, widthPx: width, padPx: 0 }
  const drawWaveformIn = (fromX: number, toXpx: number, token: string): void => {
    if (waveform === null || waveform === 'coming') return
    const lane = { fromX, toX: toXpx, topPx: 10, heightPx: height - 20, colour: tokenColour(canvas, token) }
    drawWaveform(context, layout, waveform, lane)
  }
  drawWaveformIn(0, width, '--ink-3')
  const startX = Math.min(toX(range.startTime), width - NARROWEST_RANGE_PX)
  const endX = Math.max(startX + NARROWEST_RANGE_PX, toX(range.endTime))
  fillBox(startX - KERF_PX, endX + KERF_PX, 6, '--paper')
  fillBox(startX, endX, 6, '--ink')
  drawWaveformIn(startX, endX, '--on-ink')
  fillBox(startX, startX + 2, 4, '--accent')
  fillBox(endX - 2, endX, 4, '--accent')
}
