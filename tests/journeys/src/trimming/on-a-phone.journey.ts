import { readFile } from 'node:fs/promises'
import { parseCrop } from '@kerf/domain/formats/crop'
import { videoIds } from '@kerf/standins/youtube/videos'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectExactClip, expectExactCroppedClip } from '../harness/exact-clip.ts'
import { isOnScreen } from '../harness/is-on-screen.ts'
import { expectRange, openWholeSample, PIXEL_SECONDS, SAMPLE_SECONDS, visitSample } from '../harness/sample-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { dragByFinger, measureTimeline, moveFingers } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

// These tests cover touch only. workspace.page.test.ts covers the layout of each screen.

const testbed = openTestbed({ youtube: false })

const MAX_TAPS = 4

const actionBar = (visit: Visit): Locator => visit.page.getByRole('complementary', { name: 'Next step' })
const downloadButton = (visit: Visit): Locator => actionBar(visit).getByRole('button', { name: /^Download/ })

/** Waits for a video as `arriveAtVideo` does, and leaves the choice of forms closed. */
async function waitForVideo(visit: Visit, title: string): Promise<void> {
  await visit.page
    .getByRole('heading', { level: 1, name: title, exact: true })
    .and(visit.page.locator(':focus'))
    .waitFor()
  await downloadButton(visit).waitFor()
}

describe('a visitor pastes a link and saves the clip', () => {
  /** Opens the page and pastes a link. Counts the taps from here on. */
  async function openAndPaste() {
    const visit = await testbed.visit({ screen: PHONE })
    let taps = 0
    // On a busy machine Chromium drops the click of some touches soon after a drag, so this clicks with the mouse.
    const tap = async (control: Locator): Promise<void> => {
      taps += 1
      await control.click()
    }
    await tap(visit.linkField)
    await visit.page.evaluate((link) => navigator.clipboard.writeText(link), linkTo(videoIds.ordinary))
    // The menu of a phone pastes with one tap, and the link is processed at once.
    taps += 1
    await visit.page.keyboard.press('Control+V')
    await waitForVideo(visit, 'Stand-in test video')
    return { visit, tap, taps: () => taps }
  }

  async function saveClip(visit: Visit, tap: (control: Locator) => Promise<void>): Promise<void> {
    const [startTime, endTime] = await visit.readRange()
    expect(startTime).toBeGreaterThan(2)
    await tap(downloadButton(visit))
    const button = actionBar(visit).getByRole('button', { name: /^Download \(/ })
    await button.waitFor()
    const downloadEvent = visit.page.waitForEvent('download')
    await tap(button)
    await expectExactClip(await readFile(await (await downloadEvent).path()), { startTime, endTime }, FRAME_RATE)
  }

  it('in four taps without scrolling, by dragging both ends', async () => {
    const { visit, tap, taps } = await openAndPaste()
    const top = await visit.page.evaluate(() => scrollY)
    const timeline = await measureTimeline(visit)
    await dragByFinger(visit, timeline.start, { x: 4 * timeline.pixelsPerSecond, y: 0 })
    await dragByFinger(visit, timeline.end, { x: -8 * timeline.pixelsPerSecond, y: 0 })
    await saveClip(visit, tap)
    expect(await visit.page.evaluate(() => scrollY)).toBe(top)
    console.log(`paste to saved clip by dragging: ${taps()} taps`)
    expect(taps()).toBeLessThanOrEqual(MAX_TAPS)
  })

  it('in two more taps, by typing both times', async () => {
    const { visit, tap, taps } = await openAndPaste()
    for (const [name, time] of [
      ['Start Time', '4'],
      ['End Time', '9.5'],
    ] as const) {
      await tap(visit.timeField(name))
      await visit.page.keyboard.press('Control+A')
      await visit.page.keyboard.type(time)
      await visit.page.keyboard.press('Enter')
    }
    await expect.poll(() => visit.readRange(), PATIENTLY).toEqual([4, 9.5])
    await saveClip(visit, tap)
    console.log(`paste to saved clip by typing: ${taps()} taps`)
    expect(taps()).toBeLessThanOrEqual(MAX_TAPS + 2)
  })
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
  const [left, rightPoint] = [timelineBefore.pointOf(25), timelineBefore.pointOf(35)]
  const spreadPixels = 60
  await moveFingers(visit, [
    [left, { x: left.x - spreadPixels, y: left.y }],
    [rightPoint, { x: rightPoint.x + spreadPixels, y: rightPoint.y }],
  ])
  const measureZoom = async () => (await measureTimeline(visit)).pixelsPerSecond / timelineBefore.pixelsPerSecond
  const expectedZoom = (rightPoint.x - left.x + 2 * spreadPixels) / (rightPoint.x - left.x)
  await expect.poll(measureZoom, PATIENTLY).toBeCloseTo(expectedZoom, 0)
  await expectRange(visit, 20, 40)
  // The same times are still below the fingers.
  const timelineAfter = await measureTimeline(visit)
  expect(timelineAfter.pointOf(25).x).toBeCloseTo(left.x - spreadPixels, -1)
  expect(timelineAfter.pointOf(35).x).toBeCloseTo(rightPoint.x + spreadPixels, -1)
}

it('a swipe over the video scrolls the page, a finger drags a handle without scrolling, and two fingers zoom', async () => {
  const visit = await openWholeSample(testbed, { screen: PHONE })
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

it('a finger that drags an end has the frame above it', async () => {
  const phone = await visitSample(testbed, '&start=10&end=20', { screen: PHONE })
  const handle = await measureTimeline(phone)
  const session = await phone.context.newCDPSession(phone.page)
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', places: { x: number; y: number }[]) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: places })
  await touch('touchStart', [handle.start])
  for (let step = 1; step <= 8; step++) await touch('touchMove', [{ x: handle.start.x + 5 * step, y: handle.start.y }])
  const frame = phone.page.locator('.timeline-tip [data-frame-seconds]')
  await frame.waitFor()
  const measureOffset = async () =>
    Number(await frame.getAttribute('data-frame-seconds')) - (await phone.readPosition('Start'))
  await expect.poll(async () => Math.abs(await measureOffset()), PATIENTLY).toBeLessThan(1 / 30 + 0.001)
  const [tipBox, finger] = [await phone.page.locator('.timeline-tip').boundingBox(), handle.start]
  expect(tipBox!.y + tipBox!.height).toBeLessThan(finger.y)
  await touch('touchEnd', [])
  await phone.page.locator('.timeline-tip').waitFor({ state: 'hidden' })
})

it('the video stays visible above the keyboard while a time is typed', async () => {
  const visit = await visitSample(testbed, '', { screen: PHONE })
  await visit.timeField('End Time').tap()
  // The keyboard covers the lower part of the screen.
  const areaAboveKeyboard = { width: PHONE.width, height: 440 }
  await visit.page.setViewportSize(areaAboveKeyboard)
  await visit.timeField('End Time').evaluate((field: Element) => field.scrollIntoView({ block: 'nearest' }))
  const checkVisibility = () =>
    Promise.all(
      [visit.page.locator('#monitor'), visit.timeField('End Time')].map((part) => isOnScreen(part, areaAboveKeyboard)),
    )
  await expect.poll(checkVisibility, PATIENTLY).toEqual([true, true])
})

const panelOf = (visit: Visit): Locator => visit.region('Make it fit')
const choiceButton = (visit: Visit, name: string): Locator => panelOf(visit).getByRole('button', { name, exact: true })
const cropFrame = (visit: Visit): Locator => visit.page.getByRole('slider', { name: /^Crop frame/ })
const queryOf = (visit: Visit) => new URL(visit.page.url()).searchParams

async function openPanel(visit: Visit): Promise<void> {
  await choiceButton(visit, 'Make it fit').click()
  await choiceButton(visit, '9:16').waitFor()
}

async function middleOf(locator: Locator): Promise<{ x: number; y: number }> {
  const box = await locator.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The crop in the address; null if there is none. */
const readCrop = (visit: Visit) => {
  const crop = parseCrop(queryOf(visit).get('crop') ?? '')
  return typeof crop === 'string' ? null : crop
}

it('a visitor drags an upright crop, sets a limit of 10 MB, and saves exactly that', async () => {
  const visit = await testbed.visit({ screen: PHONE })
  await visit.submitLink(linkTo(videoIds.ordinary))
  await visit.arriveAtVideo('Stand-in test video')
  const range = { startTime: 7.511, endTime: 8.6 }
  await visit.typeRange('0:07.511', '0:08.600')
  await openPanel(visit)
  await choiceButton(visit, '9:16').click()
  await visit.seeFocus(cropFrame(visit))
  await dragByFinger(visit, await middleOf(cropFrame(visit)), { x: 200, y: 0 })
  // The crop is at the right edge, where the end of each stamp is.
  await expect.poll(() => readCrop(visit)?.left, PATIENTLY).toBeCloseTo(1 - 0.3164, 3)
  await visit.expectNoFaults()
  await visit.button('Done').click()
  await visit.seeFocus(choiceButton(visit, '9:16'))
  await visit.field('File size').selectOption('At most 10\u00a0MB')
  await visit.seeText('9:16 · 10\u00a0MB', panelOf(visit))

  const downloadRequest = visit.page.waitForRequest((request) => request.url().endsWith('/download'))
  await visit.optionButton('360p', 'Download').click()
  const crop = readCrop(visit)!
  expect((await downloadRequest).postDataJSON()).toEqual({
    quality: '360p',
    format: 'mp4',
    ranges: [range],
    maxBytes: 10_000_000,
    crop,
  })
  await visit.optionButton('360p', /^Download \(/).waitFor()
  const { bytes } = await visit.save('360p')
  expect(bytes.length).toBeLessThanOrEqual(10_000_000)
  const { width, height } = await expectExactCroppedClip(bytes, range, FRAME_RATE, crop)
  expect(height).toBe(360)
  expect(Math.abs(width / height - 9 / 16)).toBeLessThan(0.01)
  await visit.optionButton('360p', 'How exact is this?').click()
  await visit.seeText(`${width} × ${height}`)
  await visit
    .option('360p')
    .getByText(/Every frame was re-encoded: cropped, made to fit 10\sMB\./)
    .waitFor()
})
