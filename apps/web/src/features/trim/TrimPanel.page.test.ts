import { beforeEach, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { reload } from '../../testing/app.tsx'
import { SAMPLE_SECONDS } from '../../testing/examples/video-examples.ts'
import { clickAt } from '../../testing/pointer.ts'
import { button, expectToFit, pressOn, see, seeInput, seeNo, seeText } from '../../testing/screen.ts'
import { chooseSnap, dragHandle, measureTimeline } from '../../testing/timeline.ts'
import {
  openFold,
  openSample,
  scriptVideo,
  seeRange,
  seeSample,
  slider,
  sliderSeconds,
  typeRange,
  typeTime,
} from '../../testing/video.ts'

/** Tolerance of a drag, which is exact to about two pixels of the timeline. */
const PIXEL_SECONDS = 0.5

const timeField = (name: 'Start Time' | 'End Time') => page.getByRole('textbox', { name })
const seeTime = (name: 'Start Time' | 'End Time', time: string) =>
  expect.poll(() => (timeField(name).element() as unknown as HTMLInputElement).value).toBe(time)

beforeEach(() => void scriptVideo())

it('the handles follow the mouse, leave five seconds between them, move to a click, follow the keyboard, and announce their positions', async () => {
  await openSample()
  await seeRange(0, SAMPLE_SECONDS)
  const timeline = measureTimeline()
  await dragHandle('Start', 10, 30)
  await seeRange(10, SAMPLE_SECONDS, PIXEL_SECONDS)
  await dragHandle('End', -20, -30)
  await seeRange(10, 40, PIXEL_SECONDS)

  const end = sliderSeconds('End')
  await dragHandle('Start', 45)
  await seeRange(end - 5, end)
  await expect.element(page.getByRole('status', { name: 'Duration' })).toHaveTextContent('0:05.000')
  await seeText('Dragging stops at 5 seconds. For a shorter clip, type the times or step by frames.')

  // A click moves the nearer handle.
  await clickAt(timeline.placeOf(50))
  await seeRange(end - 5, 50, PIXEL_SECONDS)
  await clickAt(timeline.placeOf(8))
  await seeRange(8, 50, PIXEL_SECONDS)
  await typeRange('0:20', '0:26')
  await seeRange(20, 26)
  await clickAt(measureTimeline().placeOf(24))
  await seeRange(20, 25)

  await typeRange('0:00', '1:00')
  const seeSpoken = (name: 'Start' | 'End', text: string) =>
    expect.element(slider(name)).toHaveAttribute('aria-valuetext', text)
  await seeSpoken('End', '1 minute')
  slider('Start').element().focus()
  for (const [keys, seconds] of [
    ['{Shift>}{ArrowRight}{/Shift}', 5],
    ['.', 5.033],
    ['{Home}', 0],
    ['{End}', SAMPLE_SECONDS - 1],
  ] as const) {
    await userEvent.keyboard(keys)
    await seeRange(seconds, SAMPLE_SECONDS)
  }
  await seeSpoken('Start', '59 seconds')
  await pressOn(slider('End'), '{Home}')
  await seeRange(59, SAMPLE_SECONDS)
  await userEvent.keyboard(',')
  await seeRange(59, SAMPLE_SECONDS)
})

it('dragged handles snap to whole seconds or frames, which is shown and remembered', async () => {
  await openSample('&start=20&end=21.2')
  await openFold('Snap and zoom')
  await seeInput('Snap', 'off')
  await chooseSnap('Frames')
  // The drag is short, so that the pointer stays away from the edges of the timeline, where the window would scroll.
  await button('Zoom in').click()
  const zoomedTimeline = measureTimeline()
  await dragHandle('End', 0.11)
  await seeRange(20, 21.3)
  await seeText('Snapped to a frame')

  await button('Zoom out').click()
  await expect.poll(() => measureTimeline().pixelsPerSecond).toBeCloseTo(zoomedTimeline.pixelsPerSecond / 2, 0)
  await button('Whole').click()
  await expect.element(button('Whole')).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => measureTimeline().pixelsPerSecond).toBeLessThan(zoomedTimeline.pixelsPerSecond / 8)
  await chooseSnap('Seconds')
  await dragHandle('Start', -5.3)
  await seeRange(15, 21.3)
  await seeText('Snapped to a full second')
  // Typed times do not snap.
  await typeTime('Start Time', '0:14.6')
  await seeRange(14.6, 21.3)
  await seeNo(page.getByText(/^Snapped to/))

  // The meaning of an icon is shown on hover and on keyboard focus, until Escape.
  const tip = (name: string) => page.getByRole('tooltip', { name })
  await button('Zoom out').hover()
  await see(tip('Zoom out'))
  await button('Zoom in').hover()
  await see(tip('Zoom in'))
  await expect.poll(() => page.getByRole('tooltip').length).toBe(1)
  await userEvent.keyboard('{Escape}')
  await seeNo(tip('Zoom in'))
  await pressOn(button('Zoom out'), '{Tab}')
  await see(tip('Zoom in'))

  await reload()
  await seeSample()
  await seeText('Snap: Seconds')
  await openFold('Snap and zoom')
  await seeInput('Snap', 'seconds')
})

it('times can be typed, nudged by a frame, and survive a reload; invalid ones stay as typed', async () => {
  await openSample()
  await typeTime('End Time', '10')
  await typeTime('Start Time', '0:09,5')
  await seeRange(9, 10)
  await seeText('Set to 0:09.000, the closest possible time.')
  await seeTime('Start Time', '0:09.000')
  await typeTime('End Time', '2:00')
  await seeRange(9, SAMPLE_SECONDS)
  await seeText('Set to 1:00.000, the closest possible time.')

  await button('Start Time, 1 frame later').click()
  await seeTime('Start Time', '0:09.033')
  // Enter presses the button, once for each key press.
  await pressOn(button('End Time, 1 frame earlier'), '{Enter}')
  await seeTime('End Time', '0:59.966')

  // Times survive a reload even if Apply was not pressed.
  await typeRange('0:11', '0:22')
  await expect.poll(() => location.search).toMatch(/start=11&end=22$/)
  await reload()
  await seeSample()
  await seeRange(11, 22)

  // Invalid times stay until they are corrected or a handle moves.
  await typeTime('End Time', '1:00')
  const startField = timeField('Start Time')
  const complaint = page.getByText('Enter a time like 1:23.450.')
  await typeTime('Start Time', '0:05.250')
  await startField.fill('1:75')
  await pressOn(startField, '{Tab}')
  await see(complaint)
  await seeTime('Start Time', '1:75')
  await expect.element(startField).toHaveAttribute('aria-invalid', 'true')
  await seeRange(5.25, SAMPLE_SECONDS)
  await typeTime('Start Time', '0:06')
  await seeRange(6, SAMPLE_SECONDS)
  await seeNo(complaint)
  await expect.element(startField).not.toHaveAttribute('aria-invalid', 'true')

  await typeTime('Start Time', 'soon')
  await see(complaint)
  await pressOn(slider('Start'), '{ArrowRight}')
  await seeTime('Start Time', '0:07.000')
  await seeNo(complaint)

  await startField.fill('later')
  await pressOn(startField, '{Escape}')
  await seeTime('Start Time', '0:07.000')
})

it('times over an hour fit, and a note about a range disappears when it changes', async () => {
  scriptVideo({ duration: 40_000, endTime: 40_000 })
  await openSample('&start=0&end=39999')
  const boxOf = (selector: string) => page.getByCss(selector).element().getBoundingClientRect()
  for (const width of [1440, 1280, 360]) {
    await page.viewport(width, 900)
    expectToFit(String(width))
    expect(boxOf('.trim-acts > :last-child').right).toBeLessThanOrEqual(boxOf('.trim-panel').right + 0.5)
    const [duration, preview] = [boxOf('#trim-duration'), boxOf('.trim-acts > :first-child')]
    expect(preview.left >= duration.right || preview.top >= duration.bottom - 1).toBe(true)
  }
  // A start after the end moves the end along. Afterwards only the end is moved.
  await typeTime('End Time', '0:10')
  await typeTime('Start Time', '0:20')
  await seeText(/^The range is from 0:20\.000 to /)
  await pressOn(slider('End'), '{ArrowRight}')
  await seeNo(page.getByText(/^The range is from/))
})
