import type { Filmstrip } from '@kerf/contract/video'
import { nearerEnd, type TimeRange } from '@kerf/domain/ranges/time-range'
import { type KeyboardEvent, type MouseEvent, type ReactNode, useMemo, useRef } from 'react'
import { messages } from '#messages/site.ts'
import { useDrag } from '../../../browser/use-drag.ts'
import { useElementWidth } from '../../../browser/use-element-width.ts'
import { useLatest } from '../../../browser/use-latest.ts'
import { useMediaQuery, usePhone } from '../../../browser/use-media-query.ts'
import { spokenTime } from '../../../data/formatting/spoken-time.ts'
import {
  edgePull,
  pannedView,
  secondsToX,
  type TimelineLayout,
  type View,
  viewSeconds,
  viewShowing,
  xToSeconds,
} from '../drawing/timeline-view.ts'
import { type Thumbnails, useThumbnails } from '../drawing/use-thumbnails.ts'
import type { WaveformState } from '../drawing/use-waveform.ts'
import type { End, MovedBy } from './move-trim-end.ts'
import { timelineTicks } from './ruler-ticks.ts'
import { TimelineCanvas } from './TimelineCanvas.tsx'
import { TimelineFlags } from './TimelineFlags.tsx'
import { TimelineHandle } from './TimelineHandle.tsx'
import { TimelineRuler } from './TimelineRuler.tsx'
import { keyTarget } from './timeline-keys.ts'
import { usePinch, useWheel } from './zoom-gestures.ts'

export interface TimelineProps {
  range: TimeRange
  durationSeconds: number
  frameRate: number
  filmstrip: Filmstrip | null
  view: View
  onViewChange: (view: View) => void
  /** Called when an end is moved. `layout` is the scale on which it was moved. */
  onMove: (end: End, toSeconds: number, by: MovedBy, layout: TimelineLayout) => void
  /** Omitted where there is nothing to play. */
  playheadSeconds?: number
  onPlayhead?: (seconds: number) => void
  waveform?: WaveformState
  /** Called when a handle or the playhead is pressed, and when it is released. */
  onPress?: (pressed: boolean) => void
  /** Additional content on the timeline. */
  overlay?: (layout: TimelineLayout, thumbnails: Thumbnails | null) => ReactNode
  /** Content below the timeline, on the same scale. */
  below?: (layout: TimelineLayout) => ReactNode
  /** Whether the timeline runs off both edges of the screen: on a phone, or always. */
  bleed: 'phone' | 'always'
}

/**
 * Space at both ends of a timeline that runs off the screen. It keeps handles away from the edges, where swipes begin.
 */
const BLEED_PAD_PX = 24
const KERF_PX = 3
/** A press that moved further than this is no click. */
const CLICK_SLOP_PX = 6
/** Speed of scrolling at full edge pull, in visible windows a second. */
const EDGE_SCROLL_SPEED = 0.8

export function Timeline(props: TimelineProps) {
  const { range, durationSeconds, frameRate, filmstrip, view, onViewChange, onMove, playheadSeconds, onPlayhead } =
    props
  const { waveform = null, onPress, overlay, below } = props
  const bed = useRef<HTMLDivElement>(null)
  const handles = { start: useRef<HTMLDivElement>(null), end: useRef<HTMLDivElement>(null) }
  const widthPx = useElementWidth(bed)
  const isPhone = usePhone()
  const isNarrow = useMediaQuery('(width < 640px)')
  const padPx = isPhone || props.bleed === 'always' ? BLEED_PAD_PX : 0
  const layout = useMemo(() => ({ view, widthPx, padPx }), [view, widthPx, padPx])
  const latest = useLatest({ layout, range })
  const ticks = useMemo(() => (widthPx > 0 ? timelineTicks(layout, frameRate) : []), [layout, widthPx, frameRate])
  const { thumbnails, arrivals } = useThumbnails(filmstrip)
  useWheel(bed, latest, durationSeconds, onViewChange)
  const isPinching = usePinch(bed, latest, durationSeconds, onViewChange)

  const bedX = (clientX: number): number => clientX - (bed.current?.getBoundingClientRect().left ?? 0)
  const secondsAt = (clientX: number): number => xToSeconds(bedX(clientX), latest.current.layout)

  function scrollAtEdge(clientX: number, elapsedSeconds: number, move: (clientX: number) => void): void {
    const { view: currentView, widthPx: currentWidthPx } = latest.current.layout
    const pull = edgePull(bedX(clientX), currentWidthPx)
    if (pull === 0 || viewSeconds(currentView) >= durationSeconds) return
    onViewChange(
      pannedView(currentView, pull * EDGE_SCROLL_SPEED * viewSeconds(currentView) * elapsedSeconds, durationSeconds),
    )
    move(clientX)
  }

  function beginHandle(end: End, clientX: number): (clientX: number) => void {
    const cut = secondsToX(end === 'start' ? range.startTime : range.endTime, layout)
    const grip = bedX(clientX) - cut
    handles[end].current?.focus({ preventScroll: true })
    onPress?.(true)
    return (toX) => onMove(end, secondsAt(toX - grip), 'drag', latest.current.layout)
  }
  const letGo = (): void => onPress?.(false)
  const dragHandle = { onFrame: scrollAtEdge, onEnd: letGo }
  const dragStart = useDrag({ begin: (event) => beginHandle('start', event.clientX), ...dragHandle })
  const dragEnd = useDrag({ begin: (event) => beginHandle('end', event.clientX), ...dragHandle })

  const press = useRef({ x: 0, moved: false })
  const panBed = useDrag({
    begin(event) {
      if (!isBed(event)) return null
      press.current = { x: event.clientX, moved: false }
      const grabbedSeconds = secondsAt(event.clientX)
      return (toX) => {
        if (isPinching.current) return
        if (Math.abs(toX - press.current.x) > CLICK_SLOP_PX) press.current.moved = true
        if (!press.current.moved || viewSeconds(latest.current.layout.view) >= durationSeconds) return
        onViewChange(pannedView(latest.current.layout.view, grabbedSeconds - secondsAt(toX), durationSeconds))
      }
    },
  })
  function clickBed(event: MouseEvent<HTMLElement>): void {
    if (!isBed(event) || press.current.moved || isPinching.current) return
    const seconds = secondsAt(event.clientX)
    const end = nearerEnd(range, seconds)
    onMove(end, seconds, 'click', layout)
    handles[end].current?.focus({ preventScroll: true })
    // Focus scrolls the view to the old time of the handle. The handle has moved within the view, so the view is
    // restored.
    onViewChange(view)
  }

  const dragPlayhead = useDrag({
    begin(event) {
      onPress?.(true)
      onPlayhead?.(secondsAt(event.clientX))
      return (toX) => onPlayhead?.(secondsAt(toX))
    },
    onEnd: letGo,
  })

  function onKey(event: KeyboardEvent, seconds: number, act: (toSeconds: number) => void): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const target = keyTarget(event, seconds, durationSeconds, frameRate)
    if (target === null) return
    event.preventDefault()
    act(target)
  }

  const ends = (['start', 'end'] as const).map((end) => ({
    end,
    seconds: end === 'start' ? range.startTime : range.endTime,
    onPointerDown: end === 'start' ? dragStart : dragEnd,
  }))
  const startX = secondsToX(range.startTime, layout)
  const endX = secondsToX(range.endTime, layout)
  const handlePx = isNarrow ? 16 : 14
  const playheadX = playheadSeconds === undefined ? null : secondsToX(playheadSeconds, layout)

  return (
    <div className="timeline">
      <TimelineFlags range={range} startX={startX} endX={endX} timelineWidth={widthPx} />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handles and the time fields do with the keyboard what a click here does. */}
      <div ref={bed} role="presentation" className="timeline-bed" onPointerDown={panBed} onClick={clickBed}>
        <TimelineCanvas
          layout={layout}
          range={range}
          durationSeconds={durationSeconds}
          gapPx={handlePx + KERF_PX}
          thumbnails={thumbnails}
          arrivals={arrivals}
          waveform={waveform}
        />
        {overlay?.(layout, thumbnails)}
        {playheadX !== null && playheadX >= 0 && playheadX <= widthPx && (
          <i className="timeline-playhead" style={{ left: playheadX }} />
        )}
        {ends.map(({ end, seconds, onPointerDown }) => (
          <TimelineHandle
            key={end}
            ref={handles[end]}
            end={end}
            seconds={seconds}
            durationSeconds={durationSeconds}
            x={end === 'start' ? startX : endX}
            timelineWidth={widthPx}
            onPointerDown={onPointerDown}
            onKeyDown={(event) =>
              onKey(event, seconds, (to) => onMove(end, to, isFrameKey(event) ? 'nudge' : 'key', layout))
            }
            onFocus={() => onViewChange(viewShowing(view, seconds, durationSeconds))}
          />
        ))}
      </div>
      {onPlayhead && playheadSeconds !== undefined ? (
        <div
          role="slider"
          tabIndex={0}
          className="timeline-foot"
          aria-label={messages.timeline.playhead}
          aria-valuemin={0}
          aria-valuemax={durationSeconds}
          aria-valuenow={playheadSeconds}
          aria-valuetext={spokenTime(playheadSeconds)}
          onPointerDown={dragPlayhead}
          // The page itself handles the keys of a frame step: they move the playhead wherever the focus is.
          onKeyDown={(event) => !isFrameKey(event) && onKey(event, playheadSeconds, onPlayhead)}
        >
          <TimelineRuler ticks={ticks} />
        </div>
      ) : (
        <div className="timeline-foot">
          <TimelineRuler ticks={ticks} />
        </div>
      )}
      {below?.(layout)}
    </div>
  )
}

const isFrameKey = ({ key }: KeyboardEvent): boolean => key === ',' || key === '.'

/** Whether the timeline itself was pressed, and not a handle on it. */
function isBed(event: MouseEvent<HTMLElement>): boolean {
  return event.target === event.currentTarget || event.target instanceof HTMLCanvasElement
}
