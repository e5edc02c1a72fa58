import { expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectRange, openWholeSample, PIXEL_SECONDS, SAMPLE_SECONDS } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { dragByFinger, measureTimeline, moveFingers } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

async function expectHandlesToFollowFinger(visit: Visit): Promise<void> {
  const readScroll = () => visit.page.evaluate(() => Math.round(scrollY))
  const timeline = await measureTimeline(visit)
  const scrollBefore = await readScroll()
  await dragByFinger(visit, timeline.start, { x: 20 * timeline.pixelsPerSecond, y: -120 })
  await expectRange(visit, 20, SAMPLE_SECONDS, PIXEL_SECONDS)
  await dragByFinger(visit, timeline.end, { x: -15 * timeline.pixelsPerSecond, y: 90 })
  await expectRange(visit, 20, 45, PIXEL_SECONDS)
  expect(await readScroll()).toBe(scrollBefore)

  // A swipe a little further up, on the title, does scroll, so the page can be left.
  const title = await visit.page.getByRole('heading', { name: 'Advanced Trim Selection' }).boundingBox()
  await dragByFinger(visit, { x: title?.x ?? 0, y: (title?.y ?? 0) + 4 }, { x: 0, y: -120 })
  await expect.poll(readScroll, PATIENTLY).toBeGreaterThan(scrollBefore + 50)
}

/** Expects that two fingers zoom the timeline around their places, without changing the selection. */
async function expectZoomByTwoFingers(visit: Visit): Promise<void> {
  await visit.typeRange('0:20', '0:40')
  const timelineBefore = await measureTimeline(visit)
  const [left, right] = [timelineBefore.placeOf(25), timelineBefore.placeOf(35)]
  const spreadPixels = 60
  await moveFingers(visit, [
    [left, { x: left.x - spreadPixels, y: left.y }],
    [right, { x: right.x + spreadPixels, y: right.y }],
  ])
  const measureZoom = async () => (await measureTimeline(visit)).pixelsPerSecond / timelineBefore.pixelsPerSecond
  const expectedZoom = (right.x - left.x + 2 * spreadPixels) / (right.x - left.x)
  await expect.poll(measureZoom, PATIENTLY).toBeCloseTo(expectedZoom, 0)
  await expectRange(visit, 20, 40)
  // The same times are still below the fingers.
  const timelineAfter = await measureTimeline(visit)
  expect(timelineAfter.placeOf(25).x).toBeCloseTo(left.x - spreadPixels, -1)
  expect(timelineAfter.placeOf(35).x).toBeCloseTo(right.x + spreadPixels, -1)
}

it('on a phone a swipe over the video scrolls the page, a finger drags a handle without scrolling, and two fingers zoom', async () => {
  const visit = await openWholeSample(stage, { screen: PHONE })
  // Keyboard shortcuts are listed only where there is a keyboard.
  expect(await visit.page.getByText('set start or end here').isVisible()).toBe(false)

  // Handles at both ends can be taken well inside the screen.
  const timeline = await measureTimeline(visit)
  expect([timeline.placeOf(0).x, timeline.placeOf(SAMPLE_SECONDS).x]).toEqual([24, PHONE.width - 24])
  const readScroll = () => visit.page.evaluate(() => Math.round(scrollY))
  const scrollBefore = await readScroll()
  await dragByFinger(visit, timeline.placeOf(30), { x: 0, y: -100 })
  await expect.poll(readScroll, PATIENTLY).toBeGreaterThan(scrollBefore + 40)
  await expectRange(visit, 0, SAMPLE_SECONDS)

  await expectHandlesToFollowFinger(visit)
  await expectZoomByTwoFingers(visit)
})
