import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect } from 'vitest'
import { it, itAtLength } from './harness/at-length.ts'
import { PATIENTLY } from './harness/browser.ts'
import { openStage } from './harness/stage.ts'
import { dragByMouse, measureTimeline } from './harness/timeline.ts'
import { expectRange, openWholeSample, PIXEL_SECONDS, WHOLE } from './harness/trimmed-sample.ts'
import type { Visit } from './harness/visit.ts'
import { linkTo } from './harness/youtube.ts'

const stage = openStage({ youtube: false })

const openSample = (): Promise<Visit> => openWholeSample(stage)

describe('the handles', () => {
  it('follow the mouse, and leave five seconds between them', async () => {
    const visit = await openSample()
    const timeline = await measureTimeline(visit)
    await dragByMouse(visit, timeline.start, { x: 10 * timeline.pixelsPerSecond, y: 30 })
    await expectRange(visit, 10, WHOLE, PIXEL_SECONDS)
    await dragByMouse(visit, timeline.end, { x: -20 * timeline.pixelsPerSecond, y: -30 })
    await expectRange(visit, 10, 40, PIXEL_SECONDS)

    const [, end] = await visit.range()
    const now = await measureTimeline(visit)
    await dragByMouse(visit, now.start, { x: 45 * timeline.pixelsPerSecond, y: 0 })
    await expectRange(visit, end - 5, end)
    const duration = visit.page.getByRole('status', { name: 'Duration' })
    await expect.poll(() => duration.textContent(), PATIENTLY).toBe('0:05.000')
    await visit.seeText('Dragging stops at 5 seconds. For a shorter clip, type the times or step by frames.')
  })

  it('come to a click, the nearer one and never closer than five seconds, and obey the keyboard', async () => {
    const visit = await openSample()
    const timeline = await measureTimeline(visit)
    const click = (seconds: number) => visit.page.mouse.click(timeline.placeOf(seconds).x, timeline.placeOf(seconds).y)
    await click(50)
    await expectRange(visit, 0, 50, PIXEL_SECONDS)
    await click(8)
    await expectRange(visit, 8, 50, PIXEL_SECONDS)
    await click(47)
    await expectRange(visit, 8, 47, PIXEL_SECONDS)

    await visit.typeRange('0:20', '0:26')
    await click(24)
    await expectRange(visit, 20, 25)

    // They say where they are.
    await visit.typeRange('0:00', '1:00')
    await expectRange(visit, 0, WHOLE)
    const expectSpoken = (name: 'Start' | 'End', text: string) =>
      expect.poll(() => visit.slider(name).getAttribute('aria-valuetext'), PATIENTLY).toBe(text)
    await expectSpoken('End', '1 minute')
    await visit.slider('Start').focus()
    const presses = [
      ['ArrowRight', 1],
      ['Shift+ArrowRight', 6],
      ['.', 6.033],
      ['.', 6.066],
      [',', 6.033],
      ['ArrowLeft', 5.033],
      ['Shift+ArrowLeft', 0.033],
      ['Home', 0],
      ['End', WHOLE - 1],
    ] as const
    for (const [key, seconds] of presses) {
      await visit.page.keyboard.press(key)
      await expectRange(visit, seconds, WHOLE)
    }
    await expectSpoken('Start', '59 seconds')
    await visit.page.keyboard.press('Home')
    await visit.page.keyboard.press('.')
    await expectSpoken('Start', '0.033 seconds')

    await visit.slider('End').focus()
    await visit.page.keyboard.press('Shift+ArrowLeft')
    await visit.page.keyboard.press(',')
    await expectRange(visit, 0.033, 54.966)
    await visit.page.keyboard.press('Home')
    await expectRange(visit, 0.033, 1.033)
    await visit.page.keyboard.press('End')
    await expectRange(visit, 0.033, WHOLE)
  })
})

describe('the keys', () => {
  it('work wherever the focus is, but take nothing from those who type or press a button', async () => {
    const visit = await openSample()
    const { keyboard } = visit.page
    expect(await visit.page.getByText('set start or end here').isVisible()).toBe(true)
    // The focus is on the title, outside of the panel.
    for (const key of ['.', '.', '.', ',']) await keyboard.press(key)
    await expect.poll(() => visit.at('Playhead'), PATIENTLY).toBe(0.066)
    await keyboard.press('i')
    await expectRange(visit, 0.066, WHOLE)
    await keyboard.press('Space')
    await visit.seeToast('Preview Opened')
    await visit.button('Pause').waitFor()
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
    await expectRange(visit, 0.066, WHOLE)
    await visit.button('Preview Selection').waitFor()

    // Where the playhead is, I and O set the ends.
    await visit.slider('Playhead').focus()
    await keyboard.press('Home')
    await expect.poll(() => visit.at('Playhead'), PATIENTLY).toBe(0)
    await keyboard.press('Shift+ArrowRight')
    await keyboard.press('Shift+ArrowRight')
    await keyboard.press('i')
    await expectRange(visit, 10, WHOLE)
    await keyboard.press('Shift+ArrowRight')
    await keyboard.press('.')
    await keyboard.press('o')
    await expectRange(visit, 10, 15.033)
    await expect.poll(() => visit.slider('Playhead').getAttribute('aria-valuetext'), PATIENTLY).toBe('15.033 seconds')
  })
})

describe('snapping', () => {
  it('is off at first; switched on, it brings dragged handles to whole seconds, also the next time', async () => {
    const visit = await openSample()
    const { pixelsPerSecond, start } = await measureTimeline(visit)
    expect(await visit.button('Snap').getAttribute('aria-pressed')).toBe('false')
    await dragByMouse(visit, start, { x: 10.4 * pixelsPerSecond, y: 0 })
    await expectRange(visit, 10.4, WHOLE, PIXEL_SECONDS)
    expect((await visit.at('Start')) % 1).not.toBe(0)

    await visit.button('Snap').click()
    const timeline = await measureTimeline(visit)
    await dragByMouse(visit, timeline.start, { x: 4.3 * timeline.pixelsPerSecond, y: 0 })
    await expectRange(visit, 15, WHOLE)
    await dragByMouse(visit, timeline.end, { x: -9.8 * timeline.pixelsPerSecond, y: 0 })
    await expectRange(visit, 15, 50)
    // Typing is exact all the same.
    await visit.typeTime('Start Time', '0:14.6')
    await expectRange(visit, 14.6, 50)

    await visit.page.reload()
    await visit.seeVideo('One day outside, in six shots')
    expect(await visit.button('Snap').getAttribute('aria-pressed')).toBe('true')
  })

  it('brings them to frames when it is zoomed in so far that frames can be seen, by a drawing that says what it does', async () => {
    // Short, so that the hand stays away from the edges of the timeline, where the window would move along.
    const visit = await stage.visit({ path: '/?url=sample&start=20&end=21.2' })
    await visit.arriveAtVideo('One day outside, in six shots')
    await visit.button('Snap').click()
    await visit.button('Zoom in').click()
    const timeline = await measureTimeline(visit)
    await dragByMouse(visit, timeline.end, { x: 0.11 * timeline.pixelsPerSecond, y: 0 })
    await expectRange(visit, 20, 21.3)

    const pixelsPerSecond = async () => (await measureTimeline(visit)).pixelsPerSecond
    await visit.button('Zoom out').click()
    await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo(timeline.pixelsPerSecond / 2, 0)
    await visit.button('Whole').click()
    await expect.poll(() => visit.button('Whole').getAttribute('aria-pressed'), PATIENTLY).toBe('true')
    expect(await pixelsPerSecond()).toBeLessThan(timeline.pixelsPerSecond / 8)

    // What a mere drawing means is shown on hover and on keyboard focus, until Escape.
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
  })
})

describe('the playhead', () => {
  it('runs through the selection while Space has the preview open', async () => {
    const visit = await openSample()
    await visit.typeRange('0:30', '0:32')
    await visit.slider('Start').focus()
    await visit.page.keyboard.press('Space')
    await visit.seeToast('Preview Opened')
    await visit.page.getByLabel('Preview of One day outside, in six shots').waitFor()
    await visit.seeText(/^0:30\.000 to 0:32\.000\. The downloaded file will contain only the trimmed section\.$/)
    const playhead = () => visit.at('Playhead')
    await expect.poll(playhead, PATIENTLY).toBeGreaterThan(30.1)
    // It comes to the end and begins again; beyond the selection it never goes.
    const seen: number[] = []
    const comesRound = async () => {
      seen.push(await playhead())
      return seen.some((now, index) => now < (seen[index - 1] ?? now))
    }
    await expect.poll(comesRound, PATIENTLY).toBe(true)
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(30)
    expect(Math.max(...seen)).toBeLessThan(32.2)

    await visit.slider('Start').focus()
    await visit.page.keyboard.press('Space')
    await visit.seeToast('Preview Closed')
    await visit.button('Preview Selection').waitFor()
    expect(await visit.page.getByLabel('Preview of One day outside, in six shots').count()).toBe(0)
  })

  itAtLength('belongs to YouTube for a video of YouTube: its own player, limited to the selection', async () => {
    const visit = await stage.visit()
    await visit.context.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The player</p>' }),
    )
    await visit.submitLink(linkTo(videoIds.ordinary))
    await visit.arriveAtVideo('Stand-in test video')
    await visit.typeRange('0:04.567', '0:09.123')
    await visit.button('Preview Selection').click()
    await visit.seeToast('Preview Opened')
    const player = visit.page.getByTitle('Preview of Stand-in test video')
    const address = new URL((await player.getAttribute('src')) ?? '')
    expect(address.pathname).toBe(`/embed/${videoIds.ordinary}`)
    // The platform takes whole seconds: nothing of the selection may be missing.
    expect(address.searchParams.get('start')).toBe('4')
    expect(address.searchParams.get('end')).toBe('10')
    await player.contentFrame().getByText('The player').waitFor()
    await visit.button('Close Preview').click()
    await visit.seeToast('Preview Closed')
  })
})

describe('the times', () => {
  it('can be typed, down to one second, in any usual form, and survive a reload', async () => {
    const visit = await openSample()
    await visit.typeTime('End Time', '10')
    await visit.typeTime('Start Time', '0:09,5')
    await expectRange(visit, 9, 10)
    await visit.seeText('Set to 0:09.000, the closest possible time.')
    await expect.poll(() => visit.timeField('Start Time').inputValue(), PATIENTLY).toBe('0:09.000')
    await visit.typeTime('End Time', '2:00')
    await expectRange(visit, 9, WHOLE)
    await visit.seeText('Set to 1:00.000, the closest possible time.')

    // They are understood in seconds, minutes and hours, with a point or a comma.
    for (const [typed, seconds] of [
      ['7.25', 7.25],
      ['0:08,5', 8.5],
      ['00:00:09.125', 9.125],
      ['00:12', 12],
    ] as const) {
      await visit.typeTime('Start Time', typed)
      await expectRange(visit, seconds, WHOLE)
    }

    // They survive a reload, applied or not.
    await visit.typeRange('0:11', '0:22')
    await visit.page.reload()
    await visit.seeVideo('One day outside, in six shots')
    await expectRange(visit, 11, 22)
  })

  it('that make no sense stay as they were typed, until they are corrected or moved', async () => {
    const visit = await openSample()
    const field = visit.timeField('Start Time')
    const complaint = visit.page.getByText('Enter a time like 1:23.450.')
    await visit.typeTime('Start Time', '0:05.250')
    for (const typed of ['abc', '1:75', '-3', '', '1:2:3:4']) {
      await field.fill(typed)
      await field.press('Tab')
      await complaint.waitFor()
      expect(await field.inputValue()).toBe(typed)
      expect(await field.getAttribute('aria-invalid')).toBe('true')
      await expectRange(visit, 5.25, WHOLE)
    }
    await visit.typeTime('Start Time', '0:06')
    await expectRange(visit, 6, WHOLE)
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

    // They can be nudged by one frame.
    await visit.typeRange('0:00', '1:00')
    await expectRange(visit, 0, WHOLE)
    const expectTime = (name: 'Start Time' | 'End Time', time: string) =>
      expect.poll(() => visit.timeField(name).inputValue(), PATIENTLY).toBe(time)
    await visit.button('Start Time, 1 frame later').click()
    await expectTime('Start Time', '0:00.033')
    await visit.button('Start Time, 1 frame later').click()
    await expectTime('Start Time', '0:00.066')
    await visit.button('Start Time, 1 frame earlier').click()
    await expectTime('Start Time', '0:00.033')
    await visit.button('End Time, 1 frame earlier').click()
    await expectTime('End Time', '0:59.966')
    // The keyboard presses them as well, once for each press.
    await visit.button('End Time, 1 frame earlier').press('Enter')
    await expectTime('End Time', '0:59.933')
  })
})

describe('the one next step', () => {
  it('is the download; once the range differs it is Apply Trim, and after that the download again', async () => {
    const visit = await stage.visit()
    const paintOf = (name: string) =>
      visit.button(name).evaluate((element: Element) => getComputedStyle(element).backgroundColor)
    const primary = await paintOf('Process')
    /** The names of all buttons in the colour that is kept for the next step. */
    const nextSteps = () =>
      visit.page
        .getByRole('button')
        .evaluateAll(
          (buttons, paint) =>
            buttons
              .filter((button) => getComputedStyle(button).backgroundColor === paint)
              .map((button) => button.textContent),
          primary,
        )
    await expect.poll(nextSteps, PATIENTLY).toEqual(['Process'])
    await visit.openSample()
    await expect.poll(nextSteps, PATIENTLY).toEqual(['Download'])
    await visit.typeTime('Start Time', '0:10')
    await expect.poll(nextSteps, PATIENTLY).toEqual(['Apply Trim'])
    await visit.button('Apply Trim').click()
    await visit.seeToast('Trim Updated', '0:10.000 to 1:00.000')
    await expect.poll(nextSteps, PATIENTLY).toEqual(['Download'])
  })
})
