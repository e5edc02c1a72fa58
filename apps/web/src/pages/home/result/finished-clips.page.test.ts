import type { Download } from '@kerf/contract/download'
import * as downloadCalls from '@kerf/contract/download'
import { type Quota, readQuota } from '@kerf/contract/user'
import { describe, expect, it, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, reload } from '../../../testing/app.tsx'
import { exampleOwnDownload, exampleQuota, NO_CLIP_FIELDS } from '../../../testing/examples/account-examples.ts'
import {
  expectNoFaults,
  PHONE,
  pressOn,
  region,
  saveBy,
  see,
  seeFocus,
  seeNo,
  seeText,
  seeToast,
} from '../../../testing/screen.ts'
import { answerRequests, LostConnection, requestedPaths, scriptCall } from '../../../testing/scripted-server.ts'
import { openSample, option, optionButton, scriptVideo, seeSample, typeRange } from '../../../testing/video.ts'

const AUDIO_LABEL = 'Audio (MP3, 320 kbps)'
const HOUR_MILLISECONDS = 3_600_000
const STATUS_CALL_PATTERN = /\/api\/download\/[^/]+$/
const REMAINING_TIME_PATTERN = /^MP4, H\.264, deleted in (24 h|23 h 5\d min)$/

/** A finished clip of the range from 4 to 6 seconds. */
function finishedClip(changes: Partial<Download> = {}): Download {
  const expiresAt = new Date(Date.now() + 24 * HOUR_MILLISECONDS).toISOString()
  const clip = { quality: '360p', startTime: 4, endTime: 6, fileName: 'kerf_360p.mp4', expiresAt } as const
  const { title: _title, url: _url, ...download } = exampleOwnDownload('clip', clip)
  return { ...download, ...changes }
}

/** Answers the calls about one clip: it is requested, finished at once, read and deleted. */
function scriptClip(clip = finishedClip()) {
  let listedDownloads: Download[] = []
  scriptCall(downloadCalls.listDownloads, () => ({ downloads: listedDownloads }))
  scriptCall(downloadCalls.requestDownload, () => {
    listedDownloads = [clip]
    return { ...clip, ...NO_CLIP_FIELDS, status: 'processing' as const, progress: 0, stage: 'waiting' as const }
  })
  scriptCall(downloadCalls.readDownload, () => clip)
  scriptCall(downloadCalls.deleteDownload, () => {
    listedDownloads = []
    return undefined
  })
}

/** Opens the sample at the range of the clip, and cuts it. */
async function openAndCut(): Promise<void> {
  await openSample('&start=4&end=6')
  await optionButton('360p', 'Download').click()
  await see(optionButton('360p', /^Download \(/))
}

/** Gives the page a clock that runs on by itself. */
const startClock = () => vi.useFakeTimers({ shouldAdvanceTime: true })

/** Lets time pass as on a device that sleeps: timers of the time before the last minute do not run. */
async function passTime(milliseconds: number): Promise<void> {
  const lastMinute = Math.min(milliseconds, 60_000)
  vi.setSystemTime(Date.now() + milliseconds - lastMinute)
  await vi.advanceTimersByTimeAsync(lastMinute)
}

describe('a finished clip', () => {
  it('counts down to its expiry, and then shows that it is gone', async () => {
    startClock()
    scriptVideo()
    const { expiresAt } = finishedClip()
    scriptClip(finishedClip({ expiresAt }))
    await openAndCut()
    const clip = option('360p')
    await see(clip.getByText(REMAINING_TIME_PATTERN))
    await optionButton('360p', 'How exact is this?').click()
    await seeText(/^Available until tomorrow \d\d:\d\d, (24 h|23 h 5\d min) from now\.$/)
    await passTime(21 * HOUR_MILLISECONDS)
    await see(clip.getByText(/deleted in (3 h|2 h 5\d min)$/))
    await passTime(2.5 * HOUR_MILLISECONDS)
    await see(clip.getByText(/deleted in (30|2\d) min$/))
    await passTime(Date.parse(expiresAt!) - Date.now() - 50_000)
    await see(clip.getByText(/deleted in \d\d s$/))
    // A timer is silent: screen readers do not announce each second.
    expect(clip.getByRole('timer').first().element().getAttribute('aria-live')).toBe('off')

    // Only the server decides that a clip has expired, so the page polls it until then.
    const countReads = () => requestedPaths().filter((path) => STATUS_CALL_PATTERN.test(path)).length
    const readsBefore = countReads()
    await passTime(60_000)
    await expect.poll(countReads).toBeGreaterThan(readsBefore)
    await see(optionButton('360p', /^Download \(/))
    scriptCall(downloadCalls.readDownload, () => finishedClip({ status: 'expired', code: 'expired' }))
    await passTime(60_000)
    await see(clip.getByText('EXPIRED'))
    await see(clip.getByText('Expired and deleted, as promised'))
    await see(optionButton('360p', 'Cut again'))
  })

  it('is requested, saved, deleted and recut by keyboard only, and keeps the focus', async () => {
    scriptVideo()
    scriptClip()
    const status = Promise.withResolvers<void>()
    scriptCall(downloadCalls.readDownload, async () => {
      await status.promise
      return finishedClip()
    })
    answerRequests(({ url }) => (url.pathname.endsWith('/file') ? new Response('.', { status: 206 }) : undefined))
    await openSample('&start=4&end=6')
    const hasFocus = (name: string | RegExp) => seeFocus(optionButton('360p', name))
    await pressOn(optionButton('360p', 'Download'), '{Enter}')
    await hasFocus(/^Processing\.\.\./)
    status.resolve()
    await hasFocus(/^Download \(/)
    await userEvent.keyboard('{Enter}')
    await seeToast('Download Started')
    await see(optionButton('360p', /^Download \(/))
    for (const name of ['Play', 'Public link', 'How exact is this?', 'Delete now']) {
      await see(optionButton('360p', name))
      await userEvent.tab()
      await hasFocus(name)
    }
    // The button asks for confirmation, and resets when the focus moves away.
    await userEvent.keyboard('{Enter}')
    await hasFocus('Really delete?')
    await userEvent.tab()
    await userEvent.tab({ shift: true })
    await hasFocus('Delete now')
    await userEvent.keyboard('{Enter}')
    await hasFocus('Really delete?')
    await userEvent.keyboard('{Enter}')
    await hasFocus('Cut again')
  })
})

describe('a file that cannot be saved', () => {
  const pressDownload = () => optionButton('360p', /^Download \(/).click()

  async function openWithFile(answer: () => Response | Promise<Response>): Promise<void> {
    scriptVideo()
    scriptClip()
    answerRequests(({ url }) => (url.pathname.endsWith('/file') ? answer() : undefined))
    await openAndCut()
  }

  it.each([
    [
      'of a gateway',
      () => new Response('The gateway is asleep.', { status: 502 }),
      'Error 502: The gateway is asleep.',
    ],
    ['that is empty', () => new Response(null, { status: 416 }), 'Downloaded file is empty'],
    ['that is empty, with status 200', () => new Response(''), 'Downloaded file is empty'],
    [
      'of a server that is gone',
      () => Promise.reject(new LostConnection()),
      'The server is not responding. Please try again in a moment.',
    ],
  ])('shows the error: one %s', async (_description, answer, sentence) => {
    let shouldFail = true
    await openWithFile(() => (shouldFail ? answer() : new Response('.', { status: 206 })))
    await pressDownload()
    await seeToast('Download Failed', sentence)
    // The clip can still be saved after these errors.
    shouldFail = false
    expect((await saveBy(optionButton('360p', /^Download \(/))).name).toBe('kerf_360p.mp4')
  })

  it("opens in a window inside another app's browser; else its address is copied or an error shown", async () => {
    await openWithFile(() => new Response('.', { status: 206 }))
    const download = Object.getOwnPropertyDescriptor(HTMLAnchorElement.prototype, 'download')!
    Reflect.deleteProperty(HTMLAnchorElement.prototype, 'download')
    try {
      const openWindow = vi.spyOn(window, 'open').mockReturnValue({ opener: window } as Window)
      await pressDownload()
      await seeToast('Download Started', /^\d+\.\d MB$/)
      expect(openWindow).toHaveBeenCalledWith(expect.stringMatching(/\/api\/download\/[\w-]+\/file/), '_blank')

      // This browser blocks the window.
      openWindow.mockReturnValue(null)
      const copy = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
      await pressDownload()
      await seeToast('Download Link Copied', 'Paste it into a new tab to save the clip.')
      expect(copy.mock.lastCall?.[0]).toMatch(/^http:\/\/[^/]+\/api\/download\/[\w-]+\/file$/)

      // A page without HTTPS has no clipboard.
      copy.mockRejectedValue(new TypeError())
      await pressDownload()
      await seeToast('Download Failed', 'This browser cannot save files. Please try another browser.')
    } finally {
      Object.defineProperty(HTMLAnchorElement.prototype, 'download', download)
    }
  })

  it('is shown as expired if the server no longer has the clip', async () => {
    await openWithFile(() => Response.json({ error: 'This clip has expired.', code: 'expired' }, { status: 410 }))
    await pressDownload()
    await seeToast('Download Failed', 'Error 410: This clip has expired. Files are deleted within 24 hours.')
    await see(option('360p').getByText('EXPIRED'))
    await see(optionButton('360p', 'Cut again'))
  })
})

describe('the remaining downloads', () => {
  it('at the daily limit are shown in the rows, and return by themselves the next day', async () => {
    startClock()
    scriptVideo()
    scriptClip()
    answerRequests(({ url }) => (url.pathname.endsWith('/file') ? new Response('.', { status: 206 }) : undefined))
    const quotaWith = (usedCount: number, resetsInHours: number): Quota =>
      exampleQuota({
        viewer: 'anonymous',
        limits: { dailyLimit: 3, monthlyLimit: 10, longestClipSeconds: null },
        quota: { dailyDownloads: usedCount, monthlyDownloads: usedCount },
        resetsAt: {
          daily: new Date(Date.now() + resetsInHours * HOUR_MILLISECONDS).toISOString(),
          monthly: new Date(Date.now() + 300 * HOUR_MILLISECONDS).toISOString(),
        },
      })
    let quota = quotaWith(3, 5)
    await openAndCut()
    scriptCall(readQuota, () => quota)
    await reload()
    await seeSample()
    const band = page.getByRole('main').getByRole('status').filter({ hasText: 'Daily limit reached.' })
    await seeText(/3 of 3 downloads used\./, band)
    await expect.element(band.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/subscription')
    await seeText(/A free account has 5 a day\. Sign up$/, band)
    const signUp = band.getByRole('link', { name: 'Sign up' }).element().getAttribute('href')
    expect(decodeURIComponent(signUp ?? '')).toMatch(/^\/signup\?then=\/\?v=/)
    expect((await saveBy(optionButton('360p', /^Download \(/))).name).toBe('kerf_360p.mp4')

    const limitButton = optionButton(AUDIO_LABEL, 'Limit Reached')
    await limitButton.click({ force: true })
    await seeToast('Daily limit reached', /^Resets (at|tomorrow) .*, in .*\.$/)
    expect(requestedPaths().filter((path) => path.endsWith('/download'))).toHaveLength(1)
    await expect.element(limitButton).toHaveAttribute('aria-disabled', 'true')
    await expect.element(limitButton).toHaveAccessibleDescription(/^Daily limit reached\. 3 of 3 downloads used\./)
    await expectNoFaults()

    await passTime(Date.parse(quota.resetsAt.daily) - Date.now() - 50_000)
    await seeText(/in \d\d s\.$/, band)
    quota = quotaWith(0, 24)
    await passTime(60_000)
    await seeNo(band)
    await seeText(/3 of 3 downloads left today\./)
    await see(optionButton(AUDIO_LABEL, 'Download'))
  })

  it.each(['{}', '', 'null'])('break nothing if they are missing (%j)', async (body) => {
    scriptVideo()
    answerRequests(({ url }) => (url.pathname === readQuota.path ? new Response(body) : undefined))
    await openSample()
    await see(optionButton('360p', 'Download'))
    expect(page.getByText(/could not be read/).length).toBe(0)
  })

  it('are shown as unknown if they cannot be read', async () => {
    scriptVideo()
    answerRequests(({ url }) => (url.pathname === readQuota.path ? new Response('', { status: 500 }) : undefined))
    await openSample()
    await seeText(/How many downloads you have left could not be read\./)
    await see(optionButton('360p', 'Download'))
  })
})

it('on a phone, the bottom bar cuts and saves, and opens the choice of formats, usable ones first', async () => {
  await page.viewport(PHONE.width, PHONE.height)
  scriptVideo()
  scriptClip(finishedClip({ startTime: 12, endTime: 14 }))
  answerRequests(({ url }) => (url.pathname.endsWith('/file') ? new Response('.', { status: 206 }) : undefined))
  await open('/?url=sample')
  const bar = page.getByRole('complementary', { name: 'Next step' })
  await see(bar.getByRole('button', { name: 'Download 360p, MP4' }))
  const choice = region('Download Options')
  await seeNo(choice)
  await seeSample()
  const rows = choice.getByCss('.option-name')
  expect(rows.elements().map(({ textContent }) => textContent?.slice(0, 3))).toEqual([
    '360',
    'Aud',
    '4K ',
    '108',
    '720',
    '480',
  ])
  await typeRange('0:12', '0:14')
  await bar.getByRole('button', { name: 'Download 360p, MP4' }).click()
  await seeToast('Download Ready!')
  await see(bar.getByRole('button', { name: /^Download \(/ }))
  await expectNoFaults()
  // A toast must not cover the next button, here at the upper edge.
  const saveButton = optionButton('360p', /^Download \(/)
  scrollBy({ top: saveButton.element().getBoundingClientRect().top - 16, behavior: 'instant' })
  await pressOn(saveButton, '{Enter}')
  await seeToast('Download Started')
  const isButtonOnTop = () => {
    const { x, y, width, height } = saveButton.element().getBoundingClientRect()
    return saveButton.element().contains(document.elementFromPoint(x + width / 2, y + height / 2))
  }
  await expect.poll(isButtonOnTop).toBe(true)
  expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem').length).toBe(1)
  await optionButton('360p', 'Delete now').click()
  await optionButton('360p', 'Really delete?').click()
  await see(optionButton('360p', 'Cut again'))
})
