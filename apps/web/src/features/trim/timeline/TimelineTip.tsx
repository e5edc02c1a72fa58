import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { drawThumbnail } from '../drawing/draw-thumbnail.ts'
import { secondsToX, type TimelineLayout, xToSeconds } from '../drawing/timeline-view.ts'
import type { Thumbnails } from '../drawing/use-thumbnails.ts'
import type { End } from './move-trim-end.ts'

interface TimelineTipProps {
  layout: TimelineLayout
  range: TimeRange
  durationSeconds: number
  thumbnails: Thumbnails | null
  /** Renders the exact frame at an end; null while exact frames are not available. */
  exactFrame: ((seconds: number, end: End) => ReactNode) | null
}

/** Position of the mouse in pixels, or the end that a finger drags. */
type TipTarget = { x: number } | { end: End }

/** Half the width of the tip, and the smallest distance of its centre from the edges of the timeline. */
const HALF_PX = 84

/** Shows time and frame under the mouse on the timeline, or those of the end that a finger drags. */
export function TimelineTip({ layout, range, durationSeconds, thumbnails, exactFrame }: TimelineTipProps) {
  const anchor = useRef<HTMLDivElement>(null)
  const [tipTarget, setTipTarget] = useState<TipTarget | null>(null)

  useEffect(() => {
    const bed = anchor.current?.closest<HTMLElement>('.timeline-bed')
    if (!bed) return
    const endOf = (target: EventTarget | null): End | null => {
      const end = target instanceof Element ? target.closest<HTMLElement>('.timeline-handle')?.dataset.end : null
      return end === 'start' || end === 'end' ? end : null
    }
    function onPointer({ pointerType, target, clientX, buttons }: PointerEvent): void {
      const end = endOf(target)
      if (pointerType !== 'mouse') setTipTarget(end && { end })
      else setTipTarget(end || buttons > 0 ? null : { x: clientX - bed!.getBoundingClientRect().left })
    }
    const hide = (): void => setTipTarget(null)
    const controller = new AbortController()
    const { signal } = controller
    for (const name of ['pointerdown', 'pointermove'] as const) bed.addEventListener(name, onPointer, { signal })
    for (const name of ['pointerleave', 'pointerup', 'pointercancel'] as const)
      bed.addEventListener(name, hide, { signal })
    return () => controller.abort()
  }, [])

  const end = tipTarget && 'end' in tipTarget ? tipTarget.end : null
  const endSeconds = end === 'start' ? range.startTime : range.endTime
  const x = tipTarget && ('x' in tipTarget ? tipTarget.x : secondsToX(endSeconds, layout))
  const seconds = end ? endSeconds : x === null ? 0 : Math.min(durationSeconds, Math.max(0, xToSeconds(x, layout)))
  const left = x === null ? 0 : Math.min(layout.widthPx - HALF_PX, Math.max(HALF_PX, x))
  return (
    <div ref={anchor} className="timeline-tip" hidden={x === null} style={{ left }} aria-hidden="true" translate="no">
      {x !== null && (
        <>
          <div className="timeline-tip-frame">
            <Tile thumbnails={thumbnails} seconds={seconds} />
            {end && exactFrame?.(endSeconds, end)}
          </div>
          <span className="time">{formatTimecode(seconds, end ? 3 : 1)}</span>
        </>
      )}
    </div>
  )
}

/** The thumbnail of a time. */
function Tile({ thumbnails, seconds }: Pick<TimelineTipProps, 'thumbnails'> & { seconds: number }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  // Every render draws again, because a sheet of thumbnails may have loaded.
  useEffect(() => {
    drawThumbnail(canvas.current, thumbnails, seconds)
  })
  return <canvas ref={canvas} />
}
