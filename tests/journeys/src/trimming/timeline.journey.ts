import { expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectRange, openWholeSample, PIXEL_SECONDS, rewriteVideos, SAMPLE_SECONDS } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { dragByFinger, measureTimeline, moveFingers } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

it('the audio is drawn below the images: bright inside the selection, dim outside', async () => {
  const visit = await stage.visit()
  await visit.answer('*/audio-of-this-test', () => ({
    json: { peaksPerSecond: 10, peaks: Array.from({ length: 600 }, () => 80) },
  }))
  await rewriteVideos(visit, (video) => {
    video.waveform = { peaksPerSecond: 10, address: '/audio-of-this-test' }
  })
  await visit.openSample()
  await visit.typeRange('0:20', '0:40')
  const timelineCanvas = visit.page.locator('.trim-panel canvas.timeline-canvas')
  await expect
    .poll(async () => Number(await timelineCanvas.getAttribute('data-waveform-bars')), PATIENTLY)
    .toBeGreaterThan(300)
  const measureBrightness = () =>
    timelineCanvas.evaluate((element: Element) => {
      const canvas = element as HTMLCanvasElement
      const line = canvas.getContext('2d')?.getImageData(0, Math.round(canvas.height * 0.85), canvas.width, 1).data
      return [0.1, 0.5, 0.9].map((share) => {
        const firstColumn = Math.round(canvas.width * share)
        return Math.max(...Array.from({ length: 12 }, (_, index) => line?.[(firstColumn + index) * 4] ?? 0))
      })
    })
  // The waveform is drawn for the new video, and again for the typed range.
  const compareBrightness = async () => {
    const [beforeSelection = 0, inSelection = 0, afterSelection = 0] = await measureBrightness()
    return {
      inside: inSelection > 200,
      before: beforeSelection < inSelection / 1.5,
      after: afterSelection < inSelection / 1.5,
      dark: beforeSelection <= 30,
    }
  }
  await expect.poll(compareBrightness, PATIENTLY).toEqual({ inside: true, before: true, after: true, dark: false })
})

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
  const [left, right] = [timelineBefore.pointOf(25), timelineBefore.pointOf(35)]
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
  expect(timelineAfter.pointOf(25).x).toBeCloseTo(left.x - spreadPixels, -1)
  expect(timelineAfter.pointOf(35).x).toBeCloseTo(right.x + spreadPixels, -1)
}

it('on a phone a swipe over the video scrolls the page, a finger drags a handle without scrolling, and two fingers zoom', async () => {
  const visit = await openWholeSample(stage, { screen: PHONE })
  // Keyboard shortcuts are listed only where there is a keyboard.
  expect(await visit.page.getByText('set start or end here').isVisible()).toBe(false)

  // Handles at both ends can be taken well inside the screen.
  const timeline = await measureTimeline(visit)
  expect([timeline.pointOf(0).x, timeline.pointOf(SAMPLE_SECONDS).x]).toEqual([24, PHONE.width - 24])
  const readScroll = () => visit.page.evaluate(() => Math.round(scrollY))
  const scrollBefore = await readScroll()
  await dragByFinger(visit, timeline.pointOf(30), { x: 0, y: -100 })
  await expect.poll(readScroll, PATIENTLY).toBeGreaterThan(scrollBefore + 40)
  await expectRange(visit, 0, SAMPLE_SECONDS)

  await expectHandlesToFollowFinger(visit)
  await expectZoomByTwoFingers(visit)
})
