import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect, it } from 'vitest'
import { PATIENTLY, PHONE } from './harness/browser.ts'
import { openStage, type VisitOptions } from './harness/stage.ts'
import { dragByFinger, dragByMouse, measureStrip } from './harness/strip.ts'
import type { Visit } from './harness/visit.ts'
import { linkTo } from './harness/youtube.ts'

const stage = openStage({ youtube: true })

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
    expect(await duration.textContent()).toBe('0:05.000')
  })

  it('follow a finger while the page stays where it is', async () => {
    const visit = await openSample({ screen: PHONE })
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
  })

  it('come to a click: the nearer one, and never closer than five seconds', async () => {
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
  })

  it('obey the keyboard, and say where they are', async () => {
    const visit = await openSample()
    const spoken = (name: 'Start' | 'End') => visit.slider(name).getAttribute('aria-valuetext')
    expect(await spoken('End')).toBe('1 minute')
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
    expect(await spoken('Start')).toBe('59 seconds')
    await visit.page.keyboard.press('Home')
    await visit.page.keyboard.press('.')
    expect(await spoken('Start')).toBe('0.033 seconds')

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

describe('the playhead', () => {
  it('is where I and O set the ends', async () => {
    const visit = await openSample()
    await visit.slider('Playhead').focus()
    await visit.page.keyboard.press('Shift+ArrowRight')
    await visit.page.keyboard.press('Shift+ArrowRight')
    await visit.page.keyboard.press('i')
    await expectRange(visit, 10, WHOLE)
    await visit.page.keyboard.press('Shift+ArrowRight')
    await visit.page.keyboard.press('.')
    await visit.page.keyboard.press('o')
    await expectRange(visit, 10, 15.033)
    expect(await visit.slider('Playhead').getAttribute('aria-valuetext')).toBe('15.033 seconds')
  })

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

  it('belongs to YouTube for a video of YouTube: its own player, limited to the selection', async () => {
    const visit = await stage.visit()
    await visit.context.route('https://www.youtube-nocookie.com/**', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<p>The player</p>' }),
    )
    await visit.submitLink(linkTo(videoIds.ordinary))
    await visit.seeVideo('Stand-in test video')
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
  it('can be typed, down to one second', async () => {
    const visit = await openSample()
    await visit.typeTime('End Time', '10')
    await visit.typeTime('Start Time', '0:09,5')
    await expectRange(visit, 9, 10)
    await visit.seeText('Set to 0:09.000: as far as the video and the other end allow.')
    expect(await visit.timeField('Start Time').inputValue()).toBe('0:09.000')
    await visit.typeTime('End Time', '2:00')
    await expectRange(visit, 9, WHOLE)
    await visit.seeText('Set to 1:00.000: as far as the video and the other end allow.')
  })

  it.each(['abc', '1:75', '-3', '', '1:2:3:4'])('that make no sense are told and put back: %j', async (typed) => {
    const visit = await openSample()
    await visit.typeTime('Start Time', '0:05.250')
    await visit.timeField('Start Time').fill(typed)
    await visit.timeField('Start Time').press('Tab')
    await visit.seeText('That is no time. Write it like 1:23.450.')
    expect(await visit.timeField('Start Time').inputValue()).toBe('0:05.250')
    await expectRange(visit, 5.25, WHOLE)
    expect(await visit.timeField('Start Time').getAttribute('aria-invalid')).toBe('true')
  })

  it('can be nudged by one frame', async () => {
    const visit = await openSample()
    await visit.button('Start Time, 1 frame later').click()
    expect(await visit.timeField('Start Time').inputValue()).toBe('0:00.033')
    await visit.button('Start Time, 1 frame later').click()
    expect(await visit.timeField('Start Time').inputValue()).toBe('0:00.066')
    await visit.button('Start Time, 1 frame earlier').click()
    expect(await visit.timeField('Start Time').inputValue()).toBe('0:00.033')
    await visit.button('End Time, 1 frame earlier').click()
    expect(await visit.timeField('End Time').inputValue()).toBe('0:59.966')
    // The keyboard presses them as well, once for each press.
    await visit.button('End Time, 1 frame earlier').press('Enter')
    expect(await visit.timeField('End Time').inputValue()).toBe('0:59.933')
  })

  it('survive a reload, applied or not', async () => {
    const visit = await openSample()
    await visit.typeRange('0:11', '0:22')
    await visit.page.reload()
    await visit.seeVideo('One day outside, in six shots')
    await expectRange(visit, 11, 22)
  })
})

describe('the zoom', () => {
  it('shows the selection or the whole, closer or from further away', async () => {
    const visit = await openSample()
    await visit.typeRange('0:20', '0:30')
    const isPressed = (name: string) => visit.button(name).getAttribute('aria-pressed')
    const pixelsPerSecond = async () => (await measureStrip(visit)).pixelsPerSecond
    const whole = await pixelsPerSecond()
    expect(await isPressed('Whole')).toBe('true')

    await visit.button('Range').click()
    await expect.poll(pixelsPerSecond, PATIENTLY).toBeCloseTo((whole * 60) / 24, 0)
    expect([await isPressed('Range'), await isPressed('Whole')]).toEqual(['true', 'false'])
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
})

describe('the one next step', () => {
  it('is the download; once the range differs it is Apply Trim, and after that the download again', async () => {
    const visit = await stage.visit()
    const paintOf = (name: string) =>
      visit.button(name).evaluate((element: Element) => getComputedStyle(element).backgroundColor)
    const primary = await paintOf('Process')
    /** The names of all buttons in the colour that is kept for the next step. */
    const nextSteps = async () => {
      const buttons = await visit.page.getByRole('button').all()
      const painted = await Promise.all(
        buttons.map(async (button) => {
          const paint = await button.evaluate((element: Element) => getComputedStyle(element).backgroundColor)
          return paint === primary ? ((await button.textContent()) ?? '') : null
        }),
      )
      return painted.filter((name) => name !== null)
    }
    expect(await nextSteps()).toEqual(['Process'])
    await visit.openSample()
    await expect.poll(nextSteps, PATIENTLY).toEqual(['Download'])
    await visit.typeTime('Start Time', '0:10')
    await expect.poll(nextSteps, PATIENTLY).toEqual(['Apply Trim'])
    await visit.button('Apply Trim').click()
    await visit.seeToast('Trim Updated', '0:10.000 to 1:00.000')
    await expect.poll(nextSteps, PATIENTLY).toEqual(['Download'])
  })
})
