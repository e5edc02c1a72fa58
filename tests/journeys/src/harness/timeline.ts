import type { Visit } from './visit.ts'

export interface Point {
  x: number
  y: number
}

/**
 * Distance outside the selection at which a handle is grabbed. A handle is wider, but on a phone it extends beyond the
 * screen.
 */
const GRIP_PIXELS = 7

/**
 * Measures the timeline on the screen after it has stopped moving: the places of its handles and of times in the video.
 * The inner edge of a handle is the end of the selection.
 */
export async function measureTimeline(visit: Visit) {
  // A trial does not click. It scrolls to the slider and waits until two animation frames show it in the same place.
  await visit.slider('Start').click({ trial: true })
  await waitForScrollEnd(visit)
  const [startSeconds, endSeconds] = await visit.readRange()
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
    pointOf: (seconds: number): Point => ({ x: startCut + (seconds - startSeconds) * pixelsPerSecond, y }),
  }
}

/**
 * Waits for the end of an inertial scroll. On a busy machine it can pause for two frames and continue; nine frames
 * without movement mean that it has ended.
 */
async function waitForScrollEnd(visit: Visit): Promise<void> {
  await visit.page.evaluate(async () => {
    if (navigator.maxTouchPoints === 0) return
    for (
      let [stillFrames, previousScroll] = [0, scrollY];
      stillFrames < 9;
      stillFrames = scrollY === previousScroll ? stillFrames + 1 : 0
    ) {
      previousScroll = scrollY
      await new Promise(requestAnimationFrame)
    }
  })
}

/** Drags with the mouse, in steps, like a person. */
export async function dragByMouse(visit: Visit, from: Point, distance: { x: number; y: number }): Promise<void> {
  const { mouse } = visit.page
  await mouse.move(from.x, from.y)
  await mouse.down()
  await mouse.move(from.x + distance.x, from.y + distance.y, { steps: 6 })
  await mouse.up()
}

/** Moves one finger over the screen. The browser decides whether it drags the element below or scrolls. */
export function dragByFinger(visit: Visit, from: Point, distance: { x: number; y: number }): Promise<void> {
  return moveFingers(visit, [[from, { x: from.x + distance.x, y: from.y + distance.y }]])
}

/** Puts one finger after the other on the screen and moves all of them at once, in steps. */
export async function moveFingers(visit: Visit, paths: readonly (readonly [from: Point, to: Point])[]): Promise<void> {
  const steps = 12
  const session = await visit.context.newCDPSession(visit.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: Point[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints })
  const pointsAt = (step: number) =>
    paths.map(([from, to], id) => ({
      id,
      x: from.x + ((to.x - from.x) * step) / steps,
      y: from.y + ((to.y - from.y) * step) / steps,
    }))
  for (let fingers = 1; fingers <= paths.length; fingers += 1) await touch('touchStart', pointsAt(0).slice(0, fingers))
  for (let step = 1; step <= steps; step += 1) await touch('touchMove', pointsAt(step))
  await touch('touchEnd', [])
  await session.detach()
}

/** Chooses what the handles snap to, and waits until the choice takes effect. */
export async function chooseSnap(visit: Visit, mode: string): Promise<void> {
  await visit.openFold('Snap and zoom')
  await visit.field('Snap').selectOption(mode)
  await visit.page.locator('.trim-snap [aria-busy]').waitFor({ state: 'detached' })
}
