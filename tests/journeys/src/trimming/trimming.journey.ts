import { expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import {
  expectRange,
  openWholeSample,
  PIXEL_SECONDS,
  rewriteVideos,
  SAMPLE_SECONDS,
  visitSample,
} from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { chooseSnap, dragByMouse, measureTimeline } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const openSample = (): Promise<Visit> => openWholeSample(stage)

it('the handles follow the mouse, leave five seconds between them, move to a click, follow the keyboard, and announce their positions', async () => {
  const visit = await openSample()
  const timeline = await measureTimeline(visit)
  await dragByMouse(visit, timeline.start, { x: 10 * timeline.pixelsPerSecond, y: 30 })
  await expectRange(visit, 10, SAMPLE_SECONDS, PIXEL_SECONDS)
  await dragByMouse(visit, timeline.end, { x: -20 * timeline.pixelsPerSecond, y: -30 })
  await expectRange(visit, 10, 40, PIXEL_SECONDS)

  const [, end] = await visit.range()
  const movedTimeline = await measureTimeline(visit)
  await dragByMouse(visit, movedTimeline.start, { x: 45 * timeline.pixelsPerSecond, y: 0 })
  await expectRange(visit, end - 5, end)
  const duration = visit.page.getByRole('status', { name: 'Duration' })
  await expect.poll(() => duration.textContent(), PATIENTLY).toBe('0:05.000')
  await visit.seeText('Dragging stops at 5 seconds. For a shorter clip, type the times or step by frames.')

  // A click moves the nearer handle.
  const click = (seconds: number) => visit.page.mouse.click(timeline.placeOf(seconds).x, timeline.placeOf(seconds).y)
  await click(50)
  await expectRange(visit, end - 5, 50, PIXEL_SECONDS)
  await click(8)
  await expectRange(visit, 8, 50, PIXEL_SECONDS)
  await visit.typeRange('0:20', '0:26')
  await click(24)
  await expectRange(visit, 20, 25)

  await visit.typeRange('0:00', '1:00')
  const expectSpoken = (name: 'Start' | 'End', text: string) =>
    expect.poll(() => visit.slider(name).getAttribute('aria-valuetext'), PATIENTLY).toBe(text)
  await expectSpoken('End', '1 minute')
  await visit.slider('Start').focus()
  for (const [key, seconds] of [
    ['Shift+ArrowRight', 5],
    ['.', 5.033],
    ['Home', 0],
    ['End', SAMPLE_SECONDS - 1],
  ] as const) {
    await visit.page.keyboard.press(key)
    await expectRange(visit, seconds, SAMPLE_SECONDS)
  }
  await expectSpoken('Start', '59 seconds')
  await visit.slider('End').focus()
  await visit.page.keyboard.press('Home')
  await expectRange(visit, 59, SAMPLE_SECONDS)
  await visit.page.keyboard.press(',')
  await expectRange(visit, 59, SAMPLE_SECONDS)
})

it('the keys work with the focus anywhere, but do not interfere with typing or pressing a button', async () => {
  const visit = await openSample()
  const { keyboard } = visit.page
  await keyboard.press('?')
  const sheet = visit.page.getByRole('dialog', { name: 'Keys' })
  await sheet.getByText('set start or end here').waitFor()
  // In a dialog the keys have no effect.
  await keyboard.press('i')
  await keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  // The focus is on the title, outside of the panel.
  for (const key of ['.', '.', '.', ',']) await keyboard.press(key)
  await expect.poll(() => visit.at('Playhead'), PATIENTLY).toBe(0.066)
  await keyboard.press('i')
  await expectRange(visit, 0.066, SAMPLE_SECONDS)
  await keyboard.press('Space')
  await visit.seeToast('Preview Opened')
  await visit.button('Pause').waitFor()
  await visit.openFold('More')
  await visit.button('Copy link to this trim').focus()
  await keyboard.press('Space')
  await visit.seeToast('Link Copied')
  expect(await visit.button('Close Preview').isVisible()).toBe(true)
  await visit.page.getByRole('heading', { level: 1 }).focus()
  await keyboard.press('Space')
  await visit.seeToast('Preview Closed')

  await visit.linkField.focus()
  await keyboard.type('i o, .')
  expect(await visit.linkField.inputValue()).toBe('i o, .')
  await expectRange(visit, 0.066, SAMPLE_SECONDS)
  await visit.button('Preview Selection').waitFor()

  // I and O set the ends to the playhead.
  await visit.slider('Playhead').focus()
  await keyboard.press('Home')
  await expect.poll(() => visit.at('Playhead'), PATIENTLY).toBe(0)
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('i')
  await expectRange(visit, 5, SAMPLE_SECONDS)
  await keyboard.press('Shift+ArrowRight')
  await keyboard.press('.')
  await keyboard.press('o')
  await expectRange(visit, 5, 10.033)
  await expect.poll(() => visit.slider('Playhead').getAttribute('aria-valuetext'), PATIENTLY).toBe('10.033 seconds')
})

it('snapping moves dragged handles to whole seconds or to frames, says so, and is remembered for the next visit', async () => {
  const visit = await visitSample(stage, '&start=20&end=21.2')
  await visit.openFold('Snap and zoom')
  expect(await visit.field('Snap').inputValue()).toBe('off')
  await chooseSnap(visit, 'Frames')
  // The drag is short, so that the pointer stays away from the edges of the timeline, where the window would scroll.
  await visit.button('Zoom in').click()
  const zoomedTimeline = await measureTimeline(visit)
  await dragByMouse(visit, zoomedTimeline.end, { x: 0.11 * zoomedTimeline.pixelsPerSecond, y: 0 })
  await expectRange(visit, 20, 21.3)
  await visit.seeText('Snapped to a frame')

  const pixelsPerSecond = async () => (await measureTimeline(visit)).pixelsPerSecond
  await visit.button('Zoom out').click()
  await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo(zoomedTimeline.pixelsPerSecond / 2, 0)
  await visit.button('Whole').click()
  await expect.poll(() => visit.button('Whole').getAttribute('aria-pressed'), PATIENTLY).toBe('true')
  const wholeTimeline = await measureTimeline(visit)
  expect(wholeTimeline.pixelsPerSecond).toBeLessThan(zoomedTimeline.pixelsPerSecond / 8)
  await chooseSnap(visit, 'Seconds')
  await dragByMouse(visit, wholeTimeline.start, { x: -5.3 * wholeTimeline.pixelsPerSecond, y: 0 })
  await expectRange(visit, 15, 21.3)
  await visit.seeText('Snapped to a full second')
  // Typed times do not snap.
  await visit.typeTime('Start Time', '0:14.6')
  await expectRange(visit, 14.6, 21.3)
  expect(await visit.page.getByText(/^Snapped to/).count()).toBe(0)

  // The meaning of an icon is shown on hover and on keyboard focus, until Escape.
  const tip = (text: string) => visit.page.getByRole('tooltip', { name: text, exact: true })
  await visit.button('Zoom out').hover()
  await tip('Zoom out').waitFor()
  await visit.button('Zoom in').hover()
  await tip('Zoom in').waitFor()
  await expect.poll(() => visit.page.getByRole('tooltip').count(), PATIENTLY).toBe(1)
  await visit.page.keyboard.press('Escape')
  await tip('Zoom in').waitFor({ state: 'detached' })
  await visit.button('Zoom out').focus()
  await visit.page.keyboard.press('Tab')
  await tip('Zoom in').waitFor()

  await visit.page.reload()
  await visit.seeVideo('One day outside, in six shots')
  await visit.seeText('Snap: Seconds')
  await visit.openFold('Snap and zoom')
  expect(await visit.field('Snap').inputValue()).toBe('seconds')
})

it('the playhead moves through the selection while the preview opened by Space is playing', async () => {
  const visit = await openSample()
  await visit.typeRange('0:30', '0:31')
  await visit.slider('Start').focus()
  await visit.page.keyboard.press('Space')
  await visit.seeToast('Preview Opened')
  await visit.page.getByLabel('Preview of One day outside, in six shots').waitFor()
  await visit.seeText('The downloaded file will contain only the trimmed section.')
  const playhead = () => visit.at('Playhead')
  await expect.poll(playhead, PATIENTLY).toBeGreaterThan(30.1)
  // The playhead reaches the end and starts again; it never leaves the selection.
  const positions: number[] = []
  const hasRestarted = async () => {
    positions.push(await playhead())
    return positions.some((position, index) => position < (positions[index - 1] ?? position))
  }
  await expect.poll(hasRestarted, PATIENTLY).toBe(true)
  expect(Math.min(...positions)).toBeGreaterThanOrEqual(30)
  expect(Math.max(...positions)).toBeLessThan(31.2)
})

it('the times can be typed, down to one second, nudged by a frame, survive a reload, and stay as typed if they are invalid', async () => {
  const visit = await openSample()
  await visit.typeTime('End Time', '10')
  await visit.typeTime('Start Time', '0:09,5')
  await expectRange(visit, 9, 10)
  await visit.seeText('Set to 0:09.000, the closest possible time.')
  await expect.poll(() => visit.timeField('Start Time').inputValue(), PATIENTLY).toBe('0:09.000')
  await visit.typeTime('End Time', '2:00')
  await expectRange(visit, 9, SAMPLE_SECONDS)
  await visit.seeText('Set to 1:00.000, the closest possible time.')

  const expectTime = (name: 'Start Time' | 'End Time', time: string) =>
    expect.poll(() => visit.timeField(name).inputValue(), PATIENTLY).toBe(time)
  await visit.button('Start Time, 1 frame later').click()
  await expectTime('Start Time', '0:09.033')
  // Enter presses the button, once for each key press.
  await visit.button('End Time, 1 frame earlier').press('Enter')
  await expectTime('End Time', '0:59.966')

  // Times survive a reload even if Apply was not pressed.
  await visit.typeRange('0:11', '0:22')
  await visit.page.reload()
  await visit.seeVideo('One day outside, in six shots')
  await expectRange(visit, 11, 22)

  // Invalid times stay until they are corrected or a handle moves.
  await visit.typeTime('End Time', '1:00')
  const field = visit.timeField('Start Time')
  const complaint = visit.page.getByText('Enter a time like 1:23.450.')
  await visit.typeTime('Start Time', '0:05.250')
  await field.fill('1:75')
  await field.press('Tab')
  await complaint.waitFor()
  expect(await field.inputValue()).toBe('1:75')
  expect(await field.getAttribute('aria-invalid')).toBe('true')
  await expectRange(visit, 5.25, SAMPLE_SECONDS)
  await visit.typeTime('Start Time', '0:06')
  await expectRange(visit, 6, SAMPLE_SECONDS)
  expect(await complaint.count()).toBe(0)
  expect(await field.getAttribute('aria-invalid')).not.toBe('true')

  await visit.typeTime('Start Time', 'soon')
  await complaint.waitFor()
  await visit.slider('Start').focus()
  await visit.page.keyboard.press('ArrowRight')
  await expect.poll(() => field.inputValue(), PATIENTLY).toBe('0:07.000')
  expect(await complaint.count()).toBe(0)

  await field.fill('later')
  await field.press('Escape')
  await expect.poll(() => field.inputValue(), PATIENTLY).toBe('0:07.000')
})

it('from an hour on nothing overhangs, and what is said of a range goes with it', async () => {
  const visit = await stage.visit({ path: '/favicon.svg' })
  await rewriteVideos(visit, (video) => {
    video.duration = 40_000
  })
  await visit.goToSample('&start=0&end=39999')
  const rightOf = (selector: string) =>
    visit.page.locator(selector).evaluate((element: Element) => element.getBoundingClientRect().right)
  for (const width of [1440, 1280, 360]) {
    await visit.page.setViewportSize({ width, height: 900 })
    await visit.expectToFit()
    expect(await rightOf('.trim-acts > :last-child')).toBeLessThanOrEqual((await rightOf('.trim-panel')) + 0.5)
    const duration = await visit.page.locator('#trim-duration').boundingBox()
    const preview = await visit.page.locator('.trim-acts > :first-child').boundingBox()
    const isBeside = preview!.x >= duration!.x + duration!.width
    expect(isBeside || preview!.y >= duration!.y + duration!.height - 1).toBe(true)
  }
  // A start after the end moves the end along. Afterwards the end is moved alone.
  await visit.typeTime('End Time', '0:10')
  await visit.typeTime('Start Time', '0:20')
  await visit.page.getByText(/^The range is from 0:20\.000 to /).waitFor()
  await visit.slider('End').press('ArrowRight')
  await visit.page.getByText(/^The range is from/).waitFor({ state: 'detached' })
})

it('a phone, whose number pad has no colon, has one at the time that is typed', async () => {
  const visit = await visitSample(stage, '', { screen: PHONE })
  const colon = visit.page.getByRole('button', { name: 'Colon' })
  expect(await colon.count()).toBe(0)
  await visit.typeTime('End Time', '\uff10\uff1a\uff14\uff10')
  const field = visit.timeField('Start Time')
  await field.tap()
  await visit.page.keyboard.type('0')
  await colon.tap()
  await visit.page.keyboard.type('15')
  await visit.seeFocus(field)
  expect(await field.inputValue()).toBe('0:15')
  await field.press('Enter')
  await expectRange(visit, 15, 40)
})
