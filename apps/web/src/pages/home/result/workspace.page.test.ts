import type { Video } from '@kerf/contract/video'
import { describe, expect, it, vi } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { open } from '../../../testing/app.tsx'
import { exampleVideo, SAMPLE_TITLE } from '../../../testing/examples/video-examples.ts'
import {
  button,
  DESKTOP,
  expectNoFaults,
  heading,
  PHONE,
  pressOn,
  region,
  see,
  seeFocus,
  seeNo,
  seeText,
  seeToast,
  seeVisibleText,
} from '../../../testing/screen.ts'
import { measureTimeline } from '../../../testing/timeline.ts'
import {
  openSample,
  scriptClips,
  scriptVideo,
  seeRange,
  slider,
  sliderSeconds,
  typeRange,
  typeTime,
} from '../../../testing/video.ts'

const TABLET = { width: 1024, height: 768 }
const TALL_PHONE = { width: 412, height: 915 }
const PHONE_ON_ITS_SIDE = { width: 740, height: 360 }
const MAX_BUTTONS = 14
const MAX_FIELDS = 3

const actionBar = page.getByRole('complementary', { name: 'Next step' })
const downloadButton = actionBar.getByRole('button', { name: /^Download/ })
const monitor = page.getByCss('#monitor')
const tip = page.getByCss('.timeline-tip')
const timeField = (name: 'Start Time' | 'End Time') => page.getByRole('textbox', { name })
const undo = button('Undo')

const boxOf = (part: Locator) => part.element().getBoundingClientRect()

/** Whether the full height of an element is on the screen. Overlapping elements do not count. */
function isOnScreen(part: Locator): boolean {
  const { left, top, right, bottom } = boxOf(part)
  const slack = 1
  return top >= -slack && bottom <= innerHeight + slack && left < innerWidth && right > 0
}

/** Opens a video that can be played, and leaves the choice of forms closed. */
async function openVideo(screen: typeof PHONE, changes: Partial<Video> = {}): Promise<void> {
  await page.viewport(screen.width, screen.height)
  scriptVideo({ preview: '/preview-of-this-test', ...changes })
  await open('/?url=sample')
  await seeFocus(heading(SAMPLE_TITLE))
  await see(downloadButton)
}

describe.each([DESKTOP, TABLET, PHONE])('on a screen of $width x $height,', (screen) => {
  it('frame, timeline, both times and the action are visible together, among few buttons', async () => {
    await openVideo(screen)
    await see(region('Make it fit'))
    const parts = [
      monitor,
      slider('Start'),
      slider('Playhead'),
      timeField('Start Time'),
      timeField('End Time'),
      actionBar.getByRole('button', { name: /^360p/ }),
      downloadButton,
    ]
    expect(parts.map(isOnScreen)).toEqual(parts.map(() => true))
    const area = page.getByCss('#video-interface')
    const countVisible = (controls: Locator) =>
      controls.elements().filter((control) => control.checkVisibility()).length
    expect(countVisible(area.getByRole('button'))).toBeLessThanOrEqual(MAX_BUTTONS)
    expect(countVisible(area.getByCss('input, select, textarea'))).toBeLessThanOrEqual(MAX_FIELDS)
    // Download is the one primary button.
    const primaryButtons = area.getByCss('.btn-primary').elements()
    expect(primaryButtons.map((element) => (element as HTMLElement).innerText)).toEqual(['Download'])
    await expectNoFaults()
  })
})

it.each([TALL_PHONE, DESKTOP])(
  'on a screen of $width x $height, no button moves while it is pressed, even if a typed time is corrected',
  async (screen) => {
    await page.viewport(screen.width, screen.height)
    scriptVideo()
    await openSample('&start=10&end=20')
    await timeField('Start Time').fill('2:00')
    const { x, y, width, height } = boxOf(button('Apply Trim'))
    await userEvent.pointer([{ coords: { x: x + width / 2, y: y + height / 2 } }, { keys: '[MouseLeft>]' }])
    await seeText(/^The range is from /)
    await see(undo)
    // A pressed button is drawn one pixel lower.
    expect(boxOf(button('Apply Trim')).toJSON()).toMatchObject({ x, y: y + 1, width, height })
    await userEvent.pointer([{ keys: '[/MouseLeft]' }])
    await seeToast('Trim Updated')
  },
)

it('changes can be undone and redone, by keys and buttons, and a drag is one step', async () => {
  scriptVideo()
  await openSample()
  await seeNo(undo)
  await typeTime('Start Time', '0:10')
  await see(undo)
  await typeTime('End Time', '0:20')
  await seeRange(10, 20)
  // The focus is still in the field.
  await userEvent.keyboard('{Control>}z{/Control}')
  await seeRange(10, 60)
  await undo.click()
  await seeRange(0, 60)
  await expect.element(undo).toBeDisabled()
  await button('Redo').click()
  await pressOn(page.getByRole('heading', { level: 1 }), '{Control>}{Shift>}z{/Shift}{/Control}')
  await seeRange(10, 20)

  // The browser undoes text that is being typed.
  await timeField('Start Time').click()
  await userEvent.keyboard('3')
  await userEvent.keyboard('{Control>}z{/Control}')
  await seeRange(10, 20)
  await userEvent.keyboard('{Escape}')

  const timeline = measureTimeline()
  const [middlePosition, end] = [22, 24].map((seconds) => timeline.placeOf(seconds))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await userEvent.pointer([{ coords: timeline.end }, { keys: '[MouseLeft>]' }, { coords: middlePosition! }])
  // A drag goes on after a rest.
  await vi.advanceTimersByTimeAsync(5000)
  await userEvent.pointer([{ coords: end! }, { keys: '[/MouseLeft]' }])
  vi.useRealTimers()
  await expect.poll(() => sliderSeconds('End')).toBeGreaterThan(23)
  await userEvent.keyboard('{Control>}z{/Control}')
  await seeRange(10, 20)
})

it('a mouse on the timeline shows its time, and D downloads', async () => {
  scriptVideo()
  const calls = scriptClips()
  await openSample('&start=10&end=20')
  const { x, y } = measureTimeline().placeOf(15)
  await userEvent.pointer([{ coords: { x, y } }])
  await seeVisibleText(tip, /^0:1[45]\.\d$/)
  await userEvent.pointer([{ coords: { x, y: y - 200 } }])
  await expect.element(tip).not.toBeVisible()
  await userEvent.keyboard('d')
  await expect.poll(() => calls.length).toBe(1)
})

it('on a phone in landscape, frame and timeline are side by side, with the times below', async () => {
  await openVideo(PHONE_ON_ITS_SIDE)
  const [monitorBox, timelineBox, fieldBox] = [
    boxOf(monitor),
    boxOf(page.getByCss('.timeline-canvas').last()),
    boxOf(timeField('End Time')),
  ]
  expect(monitorBox.width).toBeGreaterThan(200)
  expect(timelineBox.x).toBeGreaterThan(monitorBox.right)
  expect(timelineBox.width).toBeGreaterThan(250)
  expect(fieldBox.y).toBeGreaterThan(timelineBox.bottom)
  expect(fieldBox.width).toBeGreaterThan(120)
})

describe('an unusual video', () => {
  it('has its own shape if it is upright, with its times on the same phone screen', async () => {
    await openVideo(PHONE, { aspect: 9 / 16 })
    const { width, height, top } = boxOf(monitor)
    expect(width / height).toBeCloseTo(9 / 16, 1)
    scrollTo(0, top + scrollY)
    for (const part of [monitor, timeField('Start Time'), timeField('End Time'), downloadButton])
      expect(isOnScreen(part), part.selector).toBe(true)
  })

  it('has no frame steps if it is audio only', async () => {
    const options = exampleVideo('anonymous').options.filter(({ quality }) => quality === 'audio')
    scriptVideo({ options })
    await openSample()
    await seeNo(button('Start Time, 1 frame later'))
    await seeNo(button('Play the edges'))
    await typeRange('0:10', '0:12.5')
    await seeRange(10, 12.5)
  })
})
