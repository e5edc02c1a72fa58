import type { Transcript } from '@kerf/contract/video'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { DAY_SENTENCES, MARGIN_SECONDS, spokenTimes } from '../../../../apps/web/src/testing/examples/spoken-day.ts'
import { ENGLISH_CAPTIONS, transcriptOf } from '../../../../apps/web/src/testing/examples/video-examples.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { expectRange, rewriteVideos } from '../harness/sample-clip.ts'
import { openTestbed, type VisitOptions } from '../harness/servers/testbed.ts'
import { scriptSpeech } from '../harness/spoken-sample.ts'
import type { Point } from '../harness/timeline.ts'
import type { Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false })

/** Opens the sample with this transcript, and at this range if one is given. */
async function visitSpoken(transcript: Transcript, options: VisitOptions = {}, range = ''): Promise<Visit> {
  const visit = await testbed.visit({ path: '/favicon.svg', ...options })
  await scriptSpeech(visit, { transcript: () => transcript })
  // Noise, with about a tenth of a second of silence every ten seconds.
  await rewriteVideos(visit, (video) => {
    video.captions = [ENGLISH_CAPTIONS]
    video.waveform = { peaksPerSecond: 25, address: '/audio-of-this-test' }
  })
  await visit.answer('*/audio-of-this-test', () => ({
    json: { peaksPerSecond: 25, peaks: Array.from({ length: 1500 }, (_, peak) => (peak % 250 < 3 ? 0 : 70)) },
  }))
  await visit.goToSample(range)
  await list(visit).waitFor()
  await expect
    .poll(() => visit.page.locator('.timeline-canvas').getAttribute('data-waveform-bars'), PATIENTLY)
    .not.toBe('0')
  return visit
}

const list = (visit: Visit): Locator => visit.page.getByRole('grid', { name: 'What is said, with times' })
const search = (visit: Visit): Locator => visit.page.getByRole('searchbox', { name: 'Search what is said' })
const word = (visit: Visit, text: string): Locator =>
  list(visit).getByRole('gridcell', { name: text, exact: true }).first()
const isInView = (target: Locator): Promise<boolean> =>
  target.evaluate((element: Element) => {
    const [box, frame] = [element, element.closest('.transcript-list')!].map((part) => part.getBoundingClientRect())
    return box!.top >= frame!.top && box!.bottom <= frame!.bottom
  })

async function middleOf(target: Locator): Promise<Point> {
  const box = await target.boundingBox()
  if (!box) throw new Error('It is not on the screen.')
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

describe('a video with captions', () => {
  it('opens at the range, follows playback until somebody scrolls, and resumes on request', async () => {
    const sentences = Array.from({ length: 60 }, (_, second) => `This is said in second ${second} of the video.`)
    const visit = await visitSpoken(transcriptOf(sentences, 1), {}, '&start=30&end=50')
    const row = (second: number): Locator => list(visit).locator(`[data-row="${second}"]`)
    await expect.poll(() => row(30).getAttribute('data-now'), PATIENTLY).toBe('true')
    expect(await isInView(row(30))).toBe(true)
    await visit.button('Preview Selection').click()
    await expect.poll(() => row(31).getAttribute('data-now'), PATIENTLY).toBe('true')
    expect(await isInView(row(31))).toBe(true)
    expect(await visit.button('Follow playback').count()).toBe(0)

    await list(visit).hover()
    // The list corrects its scroll position while rows are measured. On a slow machine this can stop the wheel's
    // movement.
    const scrollToTop = async (): Promise<boolean> => {
      await visit.page.mouse.wheel(0, -10_000)
      return (await row(0).count()) === 1 && isInView(row(0))
    }
    await expect.poll(scrollToTop, PATIENTLY).toBe(true)
    await visit.button('Follow playback').waitFor()
    await expect.poll(() => visit.readPosition('Playhead'), PATIENTLY).toBeGreaterThan(33)
    expect(await isInView(row(0))).toBe(true)
    await visit.button('Follow playback').click()
    await expect.poll(() => list(visit).locator('[data-row][data-now]').count(), PATIENTLY).toBe(1)
    await expect.poll(() => isInView(list(visit).locator('[data-row][data-now]')), PATIENTLY).toBe(true)
  })
})

describe('on a phone', () => {
  it('a tap sets an end, a long press selects words, a swipe scrolls; there are no accessibility faults', async () => {
    // This transcript is longer than a phone's screen.
    const visit = await visitSpoken(transcriptOf([...DAY_SENTENCES, ...DAY_SENTENCES, ...DAY_SENTENCES], 10), {
      screen: PHONE,
    })
    await list(visit).scrollIntoViewIfNeeded()
    await word(visit, 'We').tap()
    await expectRange(visit, 9.94, 60, 0.001)

    const session = await visit.context.newCDPSession(visit.page)
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: Point[]) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints })
    const [from, to] = [await middleOf(word(visit, 'wind')), await middleOf(word(visit, 'kind'))]
    const readScroll = () => list(visit).evaluate((element: Element) => element.scrollTop)
    const scrollBefore = await readScroll()
    await touch('touchStart', from)
    await visit.page.locator('.transcript-list[data-dragging]').waitFor()
    await touch('touchMove', { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 })
    await touch('touchMove', to)
    await touch('touchEnd')
    const [start, end] = spokenTimes(1, 'wind', 'kind')
    await expectRange(visit, start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)
    expect(await readScroll()).toBe(scrollBefore)

    await touch('touchStart', to)
    for (let step = 1; step <= 8; step += 1) await touch('touchMove', { x: to.x, y: to.y - 15 * step })
    await touch('touchEnd')
    await expect.poll(readScroll, PATIENTLY).toBeGreaterThan(scrollBefore)
    await expectRange(visit, start - MARGIN_SECONDS, end + MARGIN_SECONDS, 0.001)

    await search(visit).fill('the')
    await visit.seeText(/^1 of \d+$/)
    await visit.expectNoFaults()
  })
})
