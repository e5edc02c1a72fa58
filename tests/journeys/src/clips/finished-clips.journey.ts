import type { Quota } from '@kerf/contract/user'
import { describe, expect } from 'vitest'
import { isAtLength, it } from '../harness/at-length.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import {
  countRequests,
  cut,
  visitWithSample,
  withChanges,
  withOwnClock,
  withWrongClock,
} from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import { asksForStatus, type Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const AUDIO = 'Audio (MP3, 320 kbps)'
const HOUR_MS = 3_600_000

describe('a finished clip', () => {
  it('counts down to its expiry by itself, and then shows that it is gone', async () => {
    const visit = await visitWithSample(stage, withOwnClock)
    await cut(visit)
    const clip = visit.option('360p')
    await clip.getByText(/^MP4, H\.264, deleted in (24 h|23 h 5\d min)$/).waitFor()
    await visit.optionButton('360p', 'How exact is this?').click()
    await visit.seeText(/^Available until tomorrow \d\d:\d\d, (24 h|23 h 5\d min) from now\.$/)
    await visit.page.clock.fastForward(21 * HOUR_MS)
    await clip.getByText(/deleted in (3 h|2 h 5\d min)$/).waitFor()
    await visit.page.clock.fastForward(2.5 * HOUR_MS)
    await clip.getByText(/deleted in (30|2\d) min$/).waitFor()
    await visit.page.clock.fastForward((await timeLeft(visit)) - 50_000)
    await clip.getByText(/deleted in \d\d s$/).waitFor()
    // A timer is silent: screen readers do not announce each second.
    expect(await clip.getByRole('timer').first().getAttribute('aria-live')).toBe('off')

    // Only the server decides that a clip has expired, so the page polls it until then.
    const earlierRequests = countRequests(visit, /\/api\/download\/[^/]+$/)
    await visit.page.clock.fastForward(60_000)
    await expect.poll(() => countRequests(visit, /\/api\/download\/[^/]+$/), PATIENTLY).toBeGreaterThan(earlierRequests)
    await visit.optionButton('360p', /^Download \(/).waitFor()
    const expiredAnswer = { rewrite: (body: string) => withChanges(body, { status: 'expired', code: 'expired' }) }
    await visit.answer('*/api/download/*', (request) => (asksForStatus(request) ? expiredAnswer : undefined))
    await visit.page.clock.fastForward(60_000)
    await clip.getByText('EXPIRED', { exact: true }).waitFor()
    await clip.getByText('Expired and deleted, as promised', { exact: true }).waitFor()
    await visit.optionButton('360p', 'Cut again').waitFor()
  })

  it('counts down by the clock of the server, where that of the visitor is days ahead', async () => {
    const visit = await visitWithSample(stage, withWrongClock)
    await cut(visit)
    await visit
      .option('360p')
      .getByText(/^MP4, H\.264, deleted in (24 h|23 h 5\d min)$/)
      .waitFor()
    await visit.optionButton('360p', 'How exact is this?').click()
    await visit.seeText(/^Available until tomorrow \d\d:\d\d, (24 h|23 h 5\d min) from now\.$/)
  })

  it('is requested, saved, deleted and cut again by keyboard alone, without losing the focus', async () => {
    const visit = await visitWithSample(stage, undefined, 7.5)
    const hasFocus = (name: string | RegExp) => visit.seeFocus(visit.optionButton('360p', name))
    const status = await visit.hold(asksForStatus)
    await visit.optionButton('360p', 'Download').focus()
    await visit.page.keyboard.press('Enter')
    await hasFocus(/^Processing\.\.\./)
    status.release()
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await hasFocus(/^Download \(/)
    const downloadEvent = visit.page.waitForEvent('download')
    await visit.page.keyboard.press('Enter')
    await downloadEvent
    await visit.optionButton('360p', /^Download \(/).waitFor()
    for (const name of ['Play', 'Public link', 'How exact is this?', 'Delete now']) {
      await visit.optionButton('360p', name).waitFor()
      await visit.page.keyboard.press('Tab')
      await hasFocus(name)
    }
    // The button asks for confirmation, and resets when the focus moves away.
    await visit.page.keyboard.press('Enter')
    await hasFocus('Really delete?')
    await visit.page.keyboard.press('Tab')
    await visit.page.keyboard.press('Shift+Tab')
    await hasFocus('Delete now')
    await visit.page.keyboard.press('Enter')
    await hasFocus('Really delete?')
    await visit.page.keyboard.press('Enter')
    await hasFocus('Cut again')
  })

  it('shows a receipt of its exactness and cost, stays after a reload, and goes when another tab deletes it', async () => {
    const visit = await visitWithSample(stage)
    await cut(visit)
    await visit.seeToast('Download Ready!')
    await visit.optionButton('360p', 'How exact is this?').click()
    const stats = (part: string) => visit.page.getByRole('group', { name: part }).locator('dl > div').allTextContents()
    // The whole receipt appears at once, shortly after the press.
    await expect
      .poll(() => stats('Your clip'), PATIENTLY)
      .toEqual(['Frames60', 'First frame0:04.000', 'Last frame0:05.967', 'Length0:02.000', 'Frame size640 × 360'])
    const [originalLine, rebuiltLine, audioLine] = await stats('Accuracy')
    const count = (line: string | undefined) => Number(/\d+$/.exec(line ?? '')?.[0])
    expect(count(originalLine) + count(rebuiltLine)).toBe(60)
    expect(audioLine).toBe('Audio offset0.0 ms')
    expect(await stats('Processing')).toEqual([
      expect.stringMatching(/^Data read\d+\.\d MB$/),
      expect.stringMatching(/^Processing time\d+\.\d s$/),
    ])

    // A page that could not load its downloads tries again by itself.
    visit.expectComplaint(/status of 500 .*\/downloads$/)
    await visit.answerOnce('*/downloads', { status: 500 })
    await visit.page.reload()
    await visit.optionButton('360p', /^Download \(/).waitFor()

    // A clip that was deleted in another tab can be requested again in this one.
    const secondTab = await visit.openTab(visit.page.url())
    await secondTab.optionButton('360p', 'How exact is this?').click()
    await secondTab.optionButton('360p', 'Delete now').dblclick()
    await secondTab.optionButton('360p', 'Really delete?').click()
    await visit.optionButton('360p', 'Download').waitFor()
  })
})

it('a file that cannot be saved shows the error of the server for every way to save it', async () => {
  const visit = await visitWithSample(stage)
  await cut(visit)
  const address = '*/api/download/*/file'
  const press = () => visit.optionButton('360p', /^Download \(/).click()
  visit.expectComplaint(/status of 502 .*\/file$/)
  await visit.answerOnce(address, { status: 502, body: 'The gateway is asleep.' })
  await Promise.all([press(), visit.seeToast('Download Failed', 'Error 502: The gateway is asleep.')])

  visit.expectComplaint(/status of 416 .*\/file$/)
  await visit.answerOnce(address, { status: 416 })
  await Promise.all([press(), visit.seeToast('Download Failed', 'Downloaded file is empty')])
  // An empty file with status 200 shows the same error.
  await visit.answerOnce(address, { status: 200, body: '' })
  await visit.button('Dismiss').click()
  await Promise.all([press(), visit.seeToast('Download Failed', 'Downloaded file is empty')])

  visit.expectComplaint(/ERR_CONNECTION_REFUSED .*\/file$/)
  await visit.answerOnce(address, { fails: 'ConnectionRefused' })
  await Promise.all([
    press(),
    visit.seeToast('Download Failed', 'The server is not responding. Please try again in a moment.'),
  ])
  // The clip can still be saved after these errors.
  expect((await visit.save('360p')).name).toBe('kerf_360p.mp4')

  // Browsers inside other apps save no links, so the file opens in a window. Without a window its address is copied,
  // and without a clipboard an error is shown.
  await visit.page.evaluate('delete HTMLAnchorElement.prototype.download')
  // The browser reports the window's download on the page, and the window closes when the download begins.
  const windowEvent = visit.context.waitForEvent('page')
  const downloadEvent = visit.page.waitForEvent('download')
  await Promise.all([press(), windowEvent, visit.seeToast('Download Started', /^\d+\.\d MB$/)])
  expect((await downloadEvent).suggestedFilename()).toBe('kerf_360p.mp4')

  // This browser blocks the window.
  await visit.page.evaluate('window.open = () => null')
  await Promise.all([press(), visit.seeToast('Download Link Copied', 'Paste it into a new tab to save the clip.')])
  const copiedAddress = await visit.page.evaluate(() => navigator.clipboard.readText())
  expect(copiedAddress).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/download\/[\w-]+\/file$/)
  expect((await visit.context.request.get(copiedAddress)).status()).toBe(200)

  // A page without HTTPS has no clipboard.
  await visit.page.evaluate("Object.defineProperty(navigator, 'clipboard', { value: undefined })")
  await Promise.all([
    press(),
    visit.seeToast('Download Failed', 'This browser cannot save files. Please try another browser.'),
  ])

  // A clip that the server no longer has is expired, and its row says so.
  await visit.page.reload()
  await visit.optionButton('360p', /^Download \(/).waitFor()
  visit.expectComplaint(/status of 410 .*\/file$/)
  await visit.answerOnce(address, { status: 410, json: { error: 'This clip has expired.', code: 'expired' } })
  await Promise.all([
    press(),
    visit.seeToast('Download Failed', 'Error 410: This clip has expired. Files are deleted within 24 hours.'),
  ])
  await visit.option('360p').getByText('EXPIRED', { exact: true }).waitFor()
  await visit.optionButton('360p', 'Cut again').waitFor()
})

it('at the daily limit rows show it, finished clips can still be saved, and the page works again by itself the next day', async () => {
  const visit = await visitWithSample(stage, withOwnClock)
  await cut(visit)
  const { quota } = await scriptUsedQuota(visit, { used: 3 })
  await visit.page.reload()
  const band = visit.page.getByRole('main').getByRole('status').filter({ hasText: 'Daily limit reached.' })
  await band.getByText(/3 of 3 downloads used\./).waitFor()
  expect(await band.getByRole('link', { name: 'See plans' }).getAttribute('href')).toBe('/subscription')
  await band.getByText(/A free account has 5 a day\. Sign up$/).waitFor()
  const signUp = await band.getByRole('link', { name: 'Sign up' }).getAttribute('href')
  expect(decodeURIComponent(signUp ?? '')).toMatch(/^\/signup\?then=\/\?v=/)
  expect((await visit.save('360p')).name).toBe('kerf_360p.mp4')

  const limitButton = visit.optionButton(AUDIO, 'Limit Reached')
  await limitButton.click({ force: true })
  await visit.seeToast('Daily limit reached', /^Resets (at|tomorrow) .*, in .*\.$/)
  expect(countRequests(visit, /\/download$/)).toBe(1)
  expect(await limitButton.getAttribute('aria-disabled')).toBe('true')
  const description = await limitButton.evaluate(
    (button: Element) => document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent,
  )
  expect(description).toMatch(/^Daily limit reached\. 3 of 3 downloads used\./)
  await visit.expectNoFaults()

  const untilReset = Date.parse(quota.resetsAt.daily) - (await visit.page.evaluate(() => Date.now()))
  await visit.page.clock.fastForward(untilReset - 50_000)
  await band.getByText(/in \d\d s\.$/).waitFor()
  await scriptUsedQuota(visit, { used: 0, resetsAfterMs: 24 * HOUR_MS })
  await visit.page.clock.fastForward(60_000)
  await band.waitFor({ state: 'detached' })
  await visit.seeText(/3 of 3 downloads left today\./)
  await visit.optionButton(AUDIO, 'Download').waitFor()
})

it('a quota that is missing breaks nothing, and one that cannot be read is said', async () => {
  const answerEmpty = (visit: Visit) => visit.answer('*/api/user/quota', () => ({ status: 200, body: '{}' }))
  const visit = await visitWithSample(stage, answerEmpty)
  await visit.optionButton('360p', 'Download').waitFor()
  expect(await visit.page.getByText(/could not be read/).count()).toBe(0)
  for (const body of isAtLength ? ['', 'null'] : []) {
    await visit.answer('*/api/user/quota', () => ({ status: 200, body }))
    await visit.page.reload()
    await visit.openChoice()
    expect(await visit.page.getByText(/could not be read/).count()).toBe(0)
  }
  visit.expectComplaint(/status of 500 .*\/quota$/)
  await visit.answer('*/api/user/quota', () => ({ status: 500 }))
  await visit.page.reload()
  await visit.openChoice()
  await visit.seeText(/How many downloads you have left could not be read\./)
  await visit.optionButton('360p', 'Download').waitFor()
})

/** Milliseconds from the page's clock to the clip's expiry, as the server reports it. */
async function timeLeft(visit: Visit): Promise<number> {
  // A clip that another journey has cut is finished at once, and then the page never asks for its status.
  const recent = await visit.context.request.get(new URL('/api/download', visit.page.url()).href)
  const { expiresAt } = (await recent.json()).downloads[0]
  return Date.parse(expiresAt) - (await visit.page.evaluate(() => Date.now()))
}

/** Makes the page see this many downloads of the day as used. */
async function scriptUsedQuota(
  visit: Visit,
  { used, resetsAfterMs = 0 }: { used: number; resetsAfterMs?: number },
): Promise<{ quota: Quota }> {
  const quota: Quota = await (await visit.context.request.get(new URL('/api/user/quota', visit.page.url()).href)).json()
  const changedQuota: Quota = {
    ...quota,
    quota: { dailyDownloads: used, monthlyDownloads: used },
    resetsAt: { ...quota.resetsAt, daily: new Date(Date.parse(quota.resetsAt.daily) + resetsAfterMs).toISOString() },
  }
  await visit.answer('*/api/user/quota', () => ({ json: changedQuota }))
  return { quota: changedQuota }
}

it('on a phone the bar at the bottom cuts and saves, and opens the choice of forms, where the usable ones come first', async () => {
  const visit = await stage.visit({ screen: PHONE, path: '/?url=sample' })
  const bar = visit.page.getByRole('complementary', { name: 'Next step' })
  await bar.getByRole('button', { name: 'Download 360p, MP4', exact: true }).waitFor()
  const choice = visit.page.getByRole('region', { name: 'Download Options' })
  expect(await choice.count()).toBe(0)
  await visit.arriveAtVideo('One day outside, in six shots')
  const rows = choice.locator('.option-name')
  expect((await rows.allTextContents()).map((name) => name.slice(0, 3))).toEqual([
    '360',
    'Aud',
    '4K ',
    '108',
    '720',
    '480',
  ])
  await visit.typeRange('0:12', '0:14')
  await bar.getByRole('button', { name: 'Download 360p, MP4', exact: true }).click()
  await visit.seeToast('Download Ready!')
  await bar.getByRole('button', { name: /^Download \(/ }).waitFor()
  await visit.expectNoFaults()
  // A toast must not cover the next button, here at the upper edge.
  const saveButton = visit.optionButton('360p', /^Download \(/)
  await saveButton.evaluate((button: Element) => scrollBy(0, button.getBoundingClientRect().top - 16))
  await saveButton.press('Enter')
  await visit.seeToast('Download Started')
  const isButtonOnTop = () =>
    saveButton.evaluate((button: Element) => {
      const { x, y, width, height } = button.getBoundingClientRect()
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2))
    })
  await expect.poll(isButtonOnTop, PATIENTLY).toBe(true)
  expect(await visit.toasts.count()).toBe(1)
  await visit.optionButton('360p', 'Delete now').click()
  await visit.optionButton('360p', 'Really delete?').click()
  await visit.optionButton('360p', 'Cut again').waitFor()
})
