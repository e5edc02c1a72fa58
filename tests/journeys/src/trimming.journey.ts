import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect } from 'vitest'
import { it, itAtLength } from './harness/at-length.ts'
import { PATIENTLY, PHONE } from './harness/browser.ts'
import { retellVideos } from './harness/retold-video.ts'
import { openStage, type VisitOptions } from './harness/stage.ts'
import { dragByFinger, dragByMouse, measureStrip, pinch } from './harness/strip.ts'
import type { Visit } from './harness/visit.ts'
import { linkTo } from './harness/youtube.ts'

const stage = openStage({ youtube: false })

/** The length of the sample. */
const WHOLE = 60
/** A hand is exact to a pixel or two, and a pixel of the strip is less than this. */
const PIXEL_SECONDS = 0.5

async function openSample(options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit(options)
  await visit.openSample()
  expect(await visit.range()).toEqual([0, WHOLE])
  return visit
}

async function expectRange(visit: Visit, startSeconds: number, endSeconds: number, within = 0.0005): Promise<void> {
  await expect
    .poll(async () => {
      const [start, end] = await visit.range()
      return Math.max(Math.abs(start - startSeconds), Math.abs(end - endSeconds))
    }, PATIENTLY)
    .toBeLessThanOrEqual(within)
}

describe('the handles', () => {
  it('follow the mouse, and leave five seconds between them', async () => {
    const visit = await openSample()
    const strip = await measureStrip(visit)
    await dragByMouse(visit, strip.start, { x: 10 * strip.pixelsPerSecond, y: 30 })
    await expectRange(visit, 10, WHOLE, PIXEL_SECONDS)
    await dragByMouse(visit, strip.end, { x: -20 * strip.pixelsPerSecond, y: -30 })
    await expectRange(visit, 10, 40, PIXEL_SECONDS)

    const [, end] = await visit.range()
    const now = await measureStrip(visit)
    await dragByMouse(visit, now.start, { x: 45 * strip.pixelsPerSecond, y: 0 })
    await expectRange(visit, end - 5, end)
    const duration = visit.page.getByRole('status', { name: 'Duration' })
    await expect.poll(() => duration.textContent(), PATIENTLY).toBe('0:05.000')
    await visit.seeText('By hand it stops at 5 seconds. Type the times or step by frames for less.')
  })

  it('come to a click, the nearer one and never closer than five seconds, and obey the keyboard', async () => {
    const visit = await openSample()
    const strip = await measureStrip(visit)
    const click = (seconds: number) => visit.page.mouse.click(strip.placeOf(seconds).x, strip.placeOf(seconds).y)
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
    expect(await visit.page.getByText('set start, end here').isVisible()).toBe(true)
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
    const { pixelsPerSecond, start } = await measureStrip(visit)
    expect(await visit.button('Snap').getAttribute('aria-pressed')).toBe('false')
    await dragByMouse(visit, start, { x: 10.4 * pixelsPerSecond, y: 0 })
    await expectRange(visit, 10.4, WHOLE, PIXEL_SECONDS)
    expect((await visit.at('Start')) % 1).not.toBe(0)

    await visit.button('Snap').click()
    const strip = await measureStrip(visit)
    await dragByMouse(visit, strip.start, { x: 4.3 * strip.pixelsPerSecond, y: 0 })
    await expectRange(visit, 15, WHOLE)
    await dragByMouse(visit, strip.end, { x: -9.8 * strip.pixelsPerSecond, y: 0 })
    await expectRange(visit, 15, 50)
    // Typing is exact all the same.
    await visit.typeTime('Start Time', '0:14.6')
    await expectRange(visit, 14.6, 50)

    await visit.page.reload()
    await visit.seeVideo('One day outside, in six shots')
    expect(await visit.button('Snap').getAttribute('aria-pressed')).toBe('true')
  })

  it('brings them to frames when it is zoomed in so far that frames can be seen, by a drawing that says what it does', async () => {
    // Short, so that the hand stays away from the edges of the strip, where the window would move along.
    const visit = await stage.visit({ path: '/?url=sample&start=20&end=21.2' })
    await visit.arriveAtVideo('One day outside, in six shots')
    await visit.button('Snap').click()
    await visit.button('Zoom in').click()
    const strip = await measureStrip(visit)
    await dragByMouse(visit, strip.end, { x: 0.11 * strip.pixelsPerSecond, y: 0 })
    await expectRange(visit, 20, 21.3)

    const pixelsPerSecond = async () => (await measureStrip(visit)).pixelsPerSecond
    await visit.button('Zoom out').click()
    await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo(strip.pixelsPerSecond / 2, 0)
    await visit.button('Whole').click()
    await expect.poll(() => visit.button('Whole').getAttribute('aria-pressed'), PATIENTLY).toBe('true')
    expect(await pixelsPerSecond()).toBeLessThan(strip.pixelsPerSecond / 8)

    // What a mere drawing means is said to whoever points at it or comes to it by the keyboard, until Escape.
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

describe('the sound', () => {
  it('is drawn below the pictures: bright in what is kept, and in what falls away not', async () => {
    const visit = await stage.visit()
    await visit.answer('*/sound-of-this-test', () => ({
      json: { peaksPerSecond: 10, peaks: Array.from({ length: 600 }, () => 80) },
    }))
    await retellVideos(visit, (video) => {
      video.waveform = { peaksPerSecond: 10, address: '/sound-of-this-test' }
    })
    await visit.openSample()
    await visit.typeRange('0:20', '0:40')
    const film = visit.page.locator('.trim-panel canvas.strip-film')
    await expect.poll(async () => Number(await film.getAttribute('data-sound-bars')), PATIENTLY).toBeGreaterThan(300)
    const brightest = () =>
      film.evaluate((element: Element) => {
        const canvas = element as HTMLCanvasElement
        const line = canvas.getContext('2d')?.getImageData(0, Math.round(canvas.height * 0.85), canvas.width, 1).data
        return [0.1, 0.5, 0.9].map((share) => {
          const from = Math.round(canvas.width * share)
          return Math.max(...Array.from({ length: 12 }, (_, index) => line?.[(from + index) * 4] ?? 0))
        })
      })
    // It is drawn first as the video came, and once more for the range that was typed.
    const shares = async () => {
      const [before = 0, kept = 0, after = 0] = await brightest()
      return { kept: kept > 200, before: before < kept / 1.5, after: after < kept / 1.5, dark: before <= 30 }
    }
    await expect.poll(shares, PATIENTLY).toEqual({ kept: true, before: true, after: true, dark: false })
  })

  itAtLength('that cannot be had leaves the film as it is', async () => {
    const visit = await stage.visit()
    visit.expectComplaint(/status of 404 .*\/no-sound/)
    await visit.answer('*/no-sound', () => ({ status: 404 }))
    await retellVideos(visit, (video) => {
      video.waveform = { peaksPerSecond: 10, address: '/no-sound' }
    })
    await visit.openSample()
    const film = visit.page.locator('.trim-panel canvas.strip-film')
    await expect.poll(() => film.getAttribute('data-sound-bars'), PATIENTLY).toBe('0')
    await visit.typeRange('0:20', '0:40')
    await expectRange(visit, 20, 40)
  })
})

describe('the overview', () => {
  it('shows the whole of a long video, and brings the window to where it is pressed', async () => {
    const visit = await stage.visit()
    const heard: (string | null)[] = []
    await visit.answer('*/sound-in-pieces?*', (asked) => {
      const { searchParams } = new URL(asked.url())
      heard.push(searchParams.get('from'))
      const fromSeconds = Number(searchParams.get('from'))
      const peaks = Array.from({ length: 10 * (Number(searchParams.get('to')) - fromSeconds) }, () => 80)
      return { json: { peaksPerSecond: 10, fromSeconds, peaks } }
    })
    await retellVideos(visit, (video) => {
      video.duration = 1200
      video.endTime = 1200
      video.waveform = { peaksPerSecond: 10, address: '/sound-in-pieces', inPieces: true }
    })
    await visit.openSample()
    // Of the sound, no more is fetched than the minute that the strip shows.
    const film = visit.page.locator('.trim-panel canvas.strip-film')
    await expect.poll(async () => Number(await film.getAttribute('data-sound-bars')), PATIENTLY).toBeGreaterThan(100)
    expect(heard).toEqual(['0'])
    const ruler = (place: string) => visit.page.locator(`${place} .strip-ruler`).textContent()
    await expect.poll(() => ruler('.trim-overview'), PATIENTLY).toContain('15:00')
    await expect.poll(() => ruler('.strip'), PATIENTLY).toContain('0:30')
    const line = await visit.page.locator('.trim-overview-line').boundingBox()
    if (!line) throw new Error('There is no overview.')
    await visit.page.mouse.click(line.x + line.width / 2, line.y + line.height / 2)
    await expect.poll(() => ruler('.strip'), PATIENTLY).toContain('10:00')
    await dragByMouse(visit, { x: line.x + line.width / 2, y: line.y + 20 }, { x: line.width / 4, y: 0 })
    await expect.poll(() => ruler('.strip'), PATIENTLY).toContain('15:00')
    await expect.poll(() => heard, PATIENTLY).toContain('900')

    // A handle out of view comes into it with the keyboard.
    await visit.slider('Start').focus()
    await expect.poll(() => ruler('.strip'), PATIENTLY).toContain('0:30')
    await visit.typeRange('5:00', '5:10')
    await visit.button('Range').click()
    await expect.poll(() => ruler('.strip'), PATIENTLY).toContain('5:04')
  })
})

async function followsFinger(visit: Visit): Promise<void> {
  const scrolled = () => visit.page.evaluate(() => Math.round(scrollY))
  const strip = await measureStrip(visit)
  const before = await scrolled()
  await dragByFinger(visit, strip.start, { x: 20 * strip.pixelsPerSecond, y: -120 })
  await expectRange(visit, 20, WHOLE, PIXEL_SECONDS)
  await dragByFinger(visit, strip.end, { x: -15 * strip.pixelsPerSecond, y: 90 })
  await expectRange(visit, 20, 45, PIXEL_SECONDS)
  expect(await scrolled()).toBe(before)

  // The same finger a little further up, on the words, does scroll: the page can be left.
  const title = await visit.page.getByRole('heading', { name: 'Advanced Trim Selection' }).boundingBox()
  await dragByFinger(visit, { x: title?.x ?? 0, y: (title?.y ?? 0) + 4 }, { x: 0, y: -120 })
  await expect.poll(scrolled, PATIENTLY).toBeGreaterThan(before + 50)
}

/** Around them, and nothing is selected. */
async function zoomsWithTwoFingers(visit: Visit): Promise<void> {
  await visit.typeRange('0:20', '0:40')
  const before = await measureStrip(visit)
  const [left, right] = [before.placeOf(25), before.placeOf(35)]
  const apart = 60
  await pinch(
    visit,
    [left, right],
    [
      { x: left.x - apart, y: left.y },
      { x: right.x + apart, y: right.y },
    ],
  )
  const closer = async () => (await measureStrip(visit)).pixelsPerSecond / before.pixelsPerSecond
  const expected = (right.x - left.x + 2 * apart) / (right.x - left.x)
  await expect.poll(closer, PATIENTLY).toBeCloseTo(expected, 0)
  await expectRange(visit, 20, 40)
  // The moments are still below the fingers.
  const after = await measureStrip(visit)
  expect(after.placeOf(25).x).toBeCloseTo(left.x - apart, -1)
  expect(after.placeOf(35).x).toBeCloseTo(right.x + apart, -1)
}

describe('on a phone', () => {
  it('a swipe over the film scrolls the page, a finger takes a handle while the page stays, and two fingers zoom', async () => {
    const visit = await openSample({ screen: PHONE })
    // The keys are listed where there is a keyboard.
    expect(await visit.page.getByText('set start, end here').isVisible()).toBe(false)

    // Handles at both ends can be taken well inside the screen.
    const strip = await measureStrip(visit)
    expect([strip.placeOf(0).x, strip.placeOf(WHOLE).x]).toEqual([24, PHONE.width - 24])
    const scrolled = () => visit.page.evaluate(() => Math.round(scrollY))
    const before = await scrolled()
    await dragByFinger(visit, strip.placeOf(30), { x: 0, y: -100 })
    await expect.poll(scrolled, PATIENTLY).toBeGreaterThan(before + 40)
    await expectRange(visit, 0, WHOLE)

    await followsFinger(visit)
    await zoomsWithTwoFingers(visit)
  })

  itAtLength('that lies on its side, what is said never covers the button beside the link', async () => {
    const visit = await stage.visit({ screen: { width: 740, height: 360 } })
    await visit.openSample()
    await visit.seeToast('Success')
    const process = await visit.button('Process').boundingBox()
    const toast = await visit.toasts.first().boundingBox()
    if (!process || !toast) throw new Error('Something is not there.')
    const apart = toast.y >= process.y + process.height || toast.x + toast.width <= process.x
    expect(apart).toBe(true)
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
    await visit.seeText('Set to 0:09.000: as far as the video and the other end allow.')
    await expect.poll(() => visit.timeField('Start Time').inputValue(), PATIENTLY).toBe('0:09.000')
    await visit.typeTime('End Time', '2:00')
    await expectRange(visit, 9, WHOLE)
    await visit.seeText('Set to 1:00.000: as far as the video and the other end allow.')

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
    const complaint = visit.page.getByText('That is no time. Write it like 1:23.450.')
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

/** In short: Range with the overview, the others with snapping to frames; two fingers; and strip-geometry.test.ts. */
itAtLength('the zoom shows the selection or the whole, closer or from further away', async () => {
  const visit = await openSample()
  await visit.typeRange('0:20', '0:30')
  // All of it fits the strip: there is nothing to look over.
  expect(await visit.page.locator('.trim-overview').count()).toBe(0)
  const isPressed = (name: string) => visit.button(name).getAttribute('aria-pressed')
  const pixelsPerSecond = async () => (await measureStrip(visit)).pixelsPerSecond
  const whole = await pixelsPerSecond()
  expect(await isPressed('Whole')).toBe('true')

  await visit.button('Range').click()
  await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo((whole * 60) / 24, 0)
  await expect
    .poll(async () => [await isPressed('Range'), await isPressed('Whole')], PATIENTLY)
    .toEqual(['true', 'false'])
  await visit.button('Zoom out').click()
  await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo((whole * 60) / 48, 0)
  await visit.button('Zoom in').click()
  await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo((whole * 60) / 24, 0)

  // Zoomed in, the same way of the hand is a shorter time.
  const strip = await measureStrip(visit)
  await dragByMouse(visit, strip.start, { x: -2 * strip.pixelsPerSecond, y: 0 })
  await expectRange(visit, 18, 30, PIXEL_SECONDS)
  await visit.button('Whole').click()
  await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo(whole, 0)
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
