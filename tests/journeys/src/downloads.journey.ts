import { videoIds } from '@kerf/standins/youtube/videos'
import { describe, expect } from 'vitest'
import type { Asked } from './harness/answered-requests.ts'
import { it, itAtLength } from './harness/at-length.ts'
import { PATIENTLY, PHONE } from './harness/browser.ts'
import { expectExactAudio, expectExactClip } from './harness/exact-clip.ts'
import { cut, requestsOf, visitWithSample, withChanges, withOwnClock } from './harness/sample-clip.ts'
import { openStage } from './harness/stage.ts'
import { asksForDownload, asksForStatus, type Visit } from './harness/visit.ts'
import { FRAME_RATE, linkTo } from './harness/youtube.ts'

// One cut at a time, so that the second has to wait in line.
const stage = openStage({ youtube: true, environment: { WORKER_CONCURRENCY: '1' } })

const LINK = linkTo(videoIds.ordinary)
const AUDIO = 'Audio (MP3, 320 kbps)'

/** A visitor with the stand-in's video open, at a range that no other journey has: equal requests share one clip. */
async function visitWithRange(start: string, end: string): Promise<Visit> {
  const visit = await stage.visit()
  await visit.submitLink(LINK)
  await visit.arriveAtVideo('Stand-in test video')
  await visit.typeRange(start, end)
  return visit
}

describe('several downloads at once', () => {
  it('each have their own progress, place in line and cancel, in every tab and after a reload', async () => {
    const visit = await visitWithRange('0:01.100', '0:04.300')
    await visit.button('Apply Trim').click()
    await visit.seeToast('Trim Updated')
    const second = await visit.openTab(visit.page.url())
    await second.seeVideo('Stand-in test video')

    stage.youtube.standin.configure({ stallMedia: true })
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    await visit.optionButton(AUDIO, 'Download').click()
    await visit
      .option(AUDIO)
      .getByText(/1st in line/)
      .waitFor()

    // The other tab sees it happen, and so does the page when it is loaded again.
    await visit.page.reload()
    for (const tab of [visit, second]) {
      for (const label of ['360p', AUDIO] as const) {
        await tab.optionButton(label, /^Processing\.\.\./).waitFor()
        await tab
          .option(label)
          .getByRole('progressbar', { name: `${label}, progress` })
          .waitFor({ state: 'attached' })
      }
      await tab
        .option(AUDIO)
        .getByText(/1st in line/)
        .waitFor()
      await tab.seeText(/1 of 3 downloads left today\./)
    }

    await second.optionButton(AUDIO, `Cancel ${AUDIO}`).click()
    await second.seeToast('Download Cancelled')
    for (const tab of [visit, second]) {
      await tab.optionButton(AUDIO, 'Download').waitFor()
      await tab.optionButton('360p', /^Processing\.\.\./).waitFor()
      await tab.seeText(/2 of 3 downloads left today\./)
    }
    stage.youtube.standin.configure({ stallMedia: false })
    for (const tab of [visit, second]) await tab.seeToast('Download Ready!')
    await expectExactClip((await second.save('360p')).bytes, { startTime: 1.1, endTime: 4.3 }, FRAME_RATE)
  })

  it('from two tabs at the same moment are each of the range that its tab shows', async () => {
    const visit = await visitWithRange('0:01.300', '0:04.100')
    const second = await visit.openTab(visit.page.url())
    await second.seeVideo('Stand-in test video')
    await second.typeRange('0:05.100', '0:07.300')
    await Promise.all([visit.optionButton('360p', 'Download').click(), second.optionButton(AUDIO, 'Download').click()])
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await second.optionButton(AUDIO, /^Download \(/).waitFor()
    await expectExactClip((await visit.save('360p')).bytes, { startTime: 1.3, endTime: 4.1 }, FRAME_RATE)
    await expectExactAudio((await second.save(AUDIO)).bytes, { startTime: 5.1, endTime: 7.3 })
  })

  it('of other ranges than the one shown can be distinguished, and can be saved all the same', async () => {
    const visit = await visitWithRange('0:01.200', '0:02.600')
    await cut(visit)
    await visit.typeRange('0:05', '0:07')
    await visit.option('360p').getByText('Your clip of 0:01.2 to 0:02.6:').waitFor()
    stage.youtube.standin.configure({ stallMedia: true })
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    await visit.typeTime('End Time', '0:08')
    await visit
      .option('360p')
      .getByText(/cutting 0:05 to 0:07$/)
      .waitFor()
    // While that one is cut, the earlier one is at hand. What is said of it goes by itself, maybe before the file comes.
    const [saved] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.seeToast('Download Started'),
      visit.optionButton('360p', 'Save your clip of 0:01.2 to 0:02.6').click(),
    ])
    expect(saved.suggestedFilename()).toBe('kerf_360p.mp4')
    stage.youtube.standin.configure({ stallMedia: false })
    await visit.option('360p').getByText('Your clip of 0:05 to 0:07:').waitFor()
    await visit.optionButton('360p', 'Download').waitFor()
  })
})

describe('a download that is refused', () => {
  it('shows the error of the answer, and a fixed text for one that mentions a restriction', async () => {
    const visit = await visitWithSample(stage)
    visit.expectComplaint(/status of 4\d\d .*\/download$/)
    const answers: [answer: object | string, toast: string][] = [
      [
        { error: 'No.', details: 'This is subject to YouTube restrictions' },
        'This video cannot be downloaded due to YouTube restrictions. Please try a different video.',
      ],
      [
        { error: 'The uploader has not made it available in your region' },
        'This video is not available in your region. Please try a different video.',
      ],
      [{ error: 'The moon is full.' }, 'The moon is full.'],
      ['<h1>Bad request</h1>', 'Failed to download the video. Please try again.'],
      [
        { error: 'storage', code: 'storage_full' },
        'This server has no room for another clip at the moment. Please try again later.',
      ],
    ]
    for (const [answer, toast] of answers) {
      const body = typeof answer === 'string' ? answer : JSON.stringify(answer)
      await visit.answerOnce('*/download', { status: 422, body })
      await visit.optionButton('360p', 'Download').click()
      await visit.seeToast('Download Error', toast)
    }
    await visit.seeText(/3 of 3 downloads left today\./)
  })

  it('because the badges were out of date says Premium Feature and brings them up to date', async () => {
    const visit = await stage.visit()
    await visit.submitLink(LINK)
    await visit.arriveAtVideo('Stand-in test video')
    const allow = (body: string): string => {
      const { options } = JSON.parse(body)
      return withChanges(body, { options: options.map((option: object) => ({ ...option, access: 'allowed' })) })
    }
    const isVideo = /\/api\/video\/[^/]+$/
    const beOutOfDate = (asked: Asked) => (isVideo.test(asked.url()) ? { rewrite: allow } : undefined)
    const bringUpToDate = await visit.answer('*/api/video/*', beOutOfDate)
    await visit.page.reload()
    await visit.optionButton('480p', 'Download').waitFor()
    await bringUpToDate()

    visit.expectComplaint(/status of 403 .*\/download$/)
    await visit.optionButton('480p', 'Download').click()
    await visit.seeToast(
      'Premium Feature',
      'High-quality downloads are available with Pro subscription. Free users can download 360p and audio only.',
    )
    await visit.optionButton('480p', 'Sign Up Required').waitFor()
  })

  it('by a locked row is explained under a finger and to a keyboard, without a call', async () => {
    const visit = await stage.visit({ screen: PHONE })
    await visit.openSample()
    const locked = visit.optionButton('720p', 'Sign Up Required')
    expect(await locked.getAttribute('aria-disabled')).toBe('true')
    await locked.tap({ force: true })
    await visit.seeToast('Premium Feature')
    await visit.button('Dismiss').click()
    await expect.poll(() => visit.toasts.count(), PATIENTLY).toBe(0)
    await locked.focus()
    await visit.page.keyboard.press('Enter')
    await visit.seeToast('Premium Feature', /^High-quality downloads are available with Pro subscription\./)
    expect(requestsOf(visit, /\/download$/)).toBe(0)
  })
})

itAtLength(
  'looking at a download happens after a second, two seconds after a look that failed, and ends at a status nobody knows',
  async () => {
    const visit = await visitWithSample(stage, withOwnClock, '0:07')
    visit.expectComplaint(/status of 500 .*\/api\/download\//)
    const answers = [
      { status: 'processing', progress: 20, etaSeconds: 7 },
      500,
      { status: 'processing', progress: 60 },
      { status: 'paused' },
    ]
    const lookedAtMs: number[] = []
    await visit.answer('*/api/download/*', async (asked) => {
      if (!asksForStatus(asked)) return undefined
      lookedAtMs.push(await visit.page.evaluate(() => Date.now()))
      const answer = answers.shift()
      if (typeof answer !== 'object') return { status: answer ?? 404 }
      return { rewrite: (body) => withChanges(body, { position: null, etaSeconds: null, ...answer }) }
    })
    await visit.optionButton('360p', 'Download').click()
    await visit.option('360p').getByText('about 7 s left').waitFor()
    await expect.poll(() => lookedAtMs.length, PATIENTLY).toBe(4)
    const waits = lookedAtMs.slice(1).map((at, look) => Math.floor((at - (lookedAtMs[look] ?? 0)) / 1000))
    expect(waits).toEqual([1, 2, 1].map((seconds) => expect.toSatisfy((waited: number) => waited >= seconds)))
    // Nobody knows what to make of that: the row can be pressed again, and no more is asked.
    await visit.optionButton('360p', 'Download').waitFor()
    await visit.page.clock.runFor(10_000)
    expect(lookedAtMs.length).toBe(4)
  },
)

itAtLength('the same request in two tabs at the same time is the same download', async () => {
  const visit = await visitWithSample(stage, undefined, '0:08')
  await visit.button('Apply Trim').click()
  await visit.seeToast('Trim Updated')
  const second = await visit.openTab(visit.page.url())
  await second.optionButton('360p', 'Download').waitFor()
  expect(await second.range()).toEqual([4, 8])
  const requests = await visit.hold(asksForDownload)
  await visit.optionButton('360p', 'Download').click()
  await second.optionButton('360p', 'Download').click()
  await expect.poll(requests.count, PATIENTLY).toBe(2)
  requests.release()
  for (const tab of [visit, second]) {
    await tab.optionButton('360p', /^Download \(/).waitFor()
    await tab.seeText(/2 of 3 downloads left today\./)
  }
  const looks = visit.requestedUrls.filter((url) => /\/api\/download\/[^/]+$/.test(url))
  expect(new Set(looks).size).toBe(1)
})
