import { expect } from 'vitest'
import { drag, type Point } from './pointer.ts'
import { field } from './screen.ts'
import { openFold, slider, sliderSeconds } from './video.ts'

/** Distance outside the selection at which a handle is grabbed. */
const GRIP_PIXELS = 7

/**
 * Measures the timeline on the screen: the points of its handles and of times in the video. The selection is between
 * the inner edges of the handles.
 */
export function measureTimeline() {
  const startHandle = slider('Start').element()
  startHandle.scrollIntoView({ block: 'center', behavior: 'instant' })
  const startBox = startHandle.getBoundingClientRect()
  const endBox = slider('End').element().getBoundingClientRect()
  const startSeconds = sliderSeconds('Start')
  const pixelsPerSecond = (endBox.left - startBox.right) / (sliderSeconds('End') - startSeconds)
  const y = startBox.top + startBox.height / 2
  return {
    start: { x: startBox.right - GRIP_PIXELS, y },
    end: { x: endBox.left + GRIP_PIXELS, y },
    pixelsPerSecond,
    placeOf: (seconds: number): Point => ({ x: startBox.right + (seconds - startSeconds) * pixelsPerSecond, y }),
  }
}

/** Drags a handle by this many seconds, and by some pixels up or down. */
export async function dragHandle(name: 'Start' | 'End', seconds: number, downPixels = 0): Promise<void> {
  const { start, end, pixelsPerSecond } = measureTimeline()
  await drag(name === 'Start' ? start : end, { x: seconds * pixelsPerSecond, y: downPixels })
}

/** Chooses what the handles snap to, and waits until the choice takes effect. */
export async function chooseSnap(mode: string): Promise<void> {
  await openFold('Snap and zoom')
  await field('Snap').selectOptions(mode)
  await expect.poll(() => document.querySelector('.trim-snap [aria-busy]')).toBeNull()
}
