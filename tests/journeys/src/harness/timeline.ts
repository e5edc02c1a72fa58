import type { CDPSession } from 'playwright-core'
import type { Visit } from './visit.ts'

export interface Place {
  x: number
  y: number
}

/** So far outside the cut a hand takes a handle: its area reaches further, but on a phone beyond the edge of the screen. */
const GRIP_PIXELS = 7

/** The timeline on the screen: where its handles are, and where a time of the video lies. */
export interface Timeline {
  start: Place
  end: Place
  pixelsPerSecond: number
  placeOf(seconds: number): Place
}

/** Measures the timeline, once it is at rest, from its two handles: the cut is at the inner edge of a handle. */
export async function measureTimeline(visit: Visit): Promise<Timeline> {
  // A trial does not click: it scrolls there, and waits for two images in which the slider stands where it stood.
  await visit.slider('Start').click({ trial: true })
  await scrollEnd(visit)
  const [startSeconds, endSeconds] = await visit.range()
  const startBox = await visit.slider('Start').boundingBox()
  const endBox = await visit.slider('End').boundingBox()
  if (!startBox || !endBox) throw new Error('The timeline is not on the screen.')
  const startCut = startBox.x + startBox.width
  const pixelsPerSecond = (endBox.x - startCut) / (endSeconds - startSeconds)
  const y = startBox.y + startBox.height / 2
  return {
    start: { x: startCut - GRIP_PIXELS, y },
    end: { x: endBox.x + GRIP_PIXELS, y },
    pixelsPerSecond,
    placeOf: (seconds) => ({ x: startCut + (seconds - startSeconds) * pixelsPerSecond, y }),
  }
}

/** On a busy machine a smooth scroll, or what a finger has set going, can pause for two images and go on: nine are none of that. */
async function scrollEnd(visit: Visit): Promise<void> {
  await visit.page.evaluate(async () => {
    for (let [still, place] = [0, scrollY]; still < 9; still = scrollY === place ? still + 1 : 0) {
      place = scrollY
      await new Promise(requestAnimationFrame)
    }
  })
}

/** Drags with the mouse, in steps, as a hand does. */
export async function dragByMouse(visit: Visit, from: Place, by: { x: number; y: number }): Promise<void> {
  const { mouse } = visit.page
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(from.x + by.x, from.y + by.y, { steps: 12 })
  await mouse.up()
}

/** Draws one finger over the screen. The browser decides what that is: a drag of what lies below, or a scroll. */
export async function dragByFinger(visit: Visit, from: Place, by: { x: number; y: number }): Promise<void> {
  const steps = 12
  const session: CDPSession = await visit.context.newCDPSession(visit.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  await touch('touchStart', [from])
  for (let step = 1; step <= steps; step += 1) {
    await touch('touchMove', [{ x: from.x + (by.x * step) / steps, y: from.y + (by.y * step) / steps }])
  }
  await touch('touchEnd', [])
  await session.detach()
}

/** Puts two fingers on the screen and moves both, in steps. */
export async function pinch(visit: Visit, from: readonly [Place, Place], to: readonly [Place, Place]): Promise<void> {
  const steps = 10
  const session: CDPSession = await visit.context.newCDPSession(visit.page)
  const between = (one: Place, other: Place, step: number): Place => ({
    x: one.x + ((other.x - one.x) * step) / steps,
    y: one.y + ((other.y - one.y) * step) / steps,
  })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Place[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map((point, id) => ({ ...point, id })) })
  await touch('touchStart', [from[0]])
  await touch('touchStart', [...from])
  for (let step = 1; step <= steps; step += 1) {
    await touch('touchMove', [between(from[0], to[0], step), between(from[1], to[1], step)])
  }
  await touch('touchEnd', [])
  await session.detach()
}
