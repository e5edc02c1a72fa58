import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { videoIds } from '@kerf/standins/youtube/videos'
import { expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { expectExactAudio, expectExactClip, framesIn } from '../harness/exact-clip.ts'
import { playEveryFrame } from '../harness/play-every-frame.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { isDownloadRequest, isProcessRequest, isStatusRequest, type Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })

const LINK = linkTo(videoIds.ordinary)
const TITLE = 'Stand-in test video'

const RANGE = { startTime: 7.511, endTime: 8.6 }

it('a visitor pastes a YouTube link, sees its progress and the real video, and saves exactly the chosen part', async () => {
  const visit = await testbed.visit()
  const processing = await visit.holdRequests(isProcessRequest)
  await visit.page.evaluate((link) => navigator.clipboard.writeText(` ${link} `), LINK)
  await visit.button('Paste').click()
  // A complete link is processed at once.
  await seeProcessing(visit)
  processing.release()
  await visit.seeVideo(TITLE)
  await visit.seeToast('Success', 'Your video is ready. Set start and end.')
  await visit.processingDialog.waitFor({ state: 'detached' })

  await visit.seeText('Stand-in Channel')
  await visit.seeText('1,234,567 views')
  await visit.seeText(/^(\d+ (month|year)s? ago|last (month|year))$/)
  await visit.seeText('MP3 Audio')
  await visit.seeText('Fast Processing')
  // The stand-in has no 4K video, so none may be offered.
  expect(await visit.page.getByText('4K Available').count()).toBe(0)
  await visit.seeText(
    /^Platform notice\. Downloads from servers are currently limited by the video platform's policies\. This interface is a working demonstration of the full system: authentication, UI, role management and backend\./,
  )
  expect(await visit.readRange()).toEqual([0, 20])

  await visit.arriveAtVideo(TITLE)
  await visit.typeRange('0:07.511', '0:08.600')
  await visit.button('Apply Trim').click()
  await visit.seeToast('Trim Updated', '0:07.511 to 0:08.600')

  const clip = await downloadAndSave(visit)
  expect(clip.name).toBe('kerf_360p.mp4')
  await expectExactClip(clip.bytes, RANGE, FRAME_RATE)
  await expectEveryFramePlays(clip.bytes, RANGE)

  // The audio is saved without the video.
  await visit.optionButton('Audio (MP3, 320 kbps)', 'Download').click()
  await visit.seeToast('Download Ready!', /^Audio \(MP3, 320 kbps\), \d+\.\d MB$/)
  const file = await visit.save('Audio (MP3, 320 kbps)')
  expect(file.name).toBe('kerf_audio_only.mp3')
  await expectExactAudio(file.bytes, RANGE)
})

it('a browser that denies storage, tab channels, locks and the clipboard still cuts and saves', async () => {
  const visit = await testbed.visit({ path: '/favicon.svg' })
  await visit.context.addInitScript(() => {
    const closedProperty = { get: () => refuseAccess() }
    function refuseAccess(): never {
      throw new DOMException('closed', 'SecurityError')
    }
    for (const name of ['localStorage', 'sessionStorage', 'indexedDB', 'caches'])
      Object.defineProperty(globalThis, name, closedProperty)
    for (const name of ['locks', 'clipboard', 'serviceWorker'])
      Object.defineProperty(Navigator.prototype, name, { get: () => undefined })
    globalThis.BroadcastChannel = class {
      constructor() {
        refuseAccess()
      }
    } as unknown as typeof BroadcastChannel
  })
  await visit.goToSample()
  await visit.openFold('More')
  await visit.button('Copy link to this trim').click()
  await visit.seeToast('Link Not Copied', /You can copy the link from the address bar\.$/)
  await visit.typeRange('0:10', '0:12')
  await visit.optionButton('360p', /^Download/).click()
  await visit.seeToast('Download Ready!')
  await visit.save('360p')
})

async function seeProcessing(visit: Visit): Promise<void> {
  const dialog = visit.processingDialog
  await dialog.getByText('Please wait while we trim your video...', { exact: true }).waitFor()
  const bar = dialog.getByRole('progressbar', { name: 'Processing Video' })
  const percent = async () => Number(await bar.getAttribute('aria-valuenow'))
  await expect.poll(percent, PATIENTLY).toBeGreaterThan(3)
  // The request is held, so the bar may show no more than that the link is being sent.
  await dialog.getByText('Sending the link').waitFor()
  expect(await percent()).toBeLessThan(10)
  await dialog.getByText(/^\d+%$/).waitFor()
}

/** Downloads 360p, checks each stage in turn, and saves the clip. */
async function downloadAndSave(visit: Visit) {
  const request = await visit.holdRequests(isDownloadRequest)
  const status = await visit.holdRequests(isStatusRequest)
  await visit.optionButton('360p', 'Download').click()
  await visit.seeToast('Starting Download', '360p is being requested.')
  await visit.optionButton('360p', 'Downloading...').waitFor()
  request.release()
  await visit.seeToast('Processing Started', '360p is being cut.')
  await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
  await visit.option('360p').getByRole('progressbar', { name: '360p, progress' }).waitFor({ state: 'attached' })
  status.release()
  await visit.seeToast('Download Ready!', /^360p, \d+\.\d MB$/)
  const clip = await visit.save('360p')
  await visit.seeToast('Download Started', `${(clip.bytes.length / 1e6).toFixed(1)} MB`)
  return clip
}

async function expectEveryFramePlays(bytes: Uint8Array, range: TimeRange): Promise<void> {
  const numbers = framesIn(range, FRAME_RATE)
  const playback = await playEveryFrame(testbed.browser, bytes, numbers.length, FRAME_RATE)
  expect(playback.numbers).toEqual(numbers)
  expect(new Set(playback.seconds).size).toBe(numbers.length)
  expect(playback.lastNumber).toBe(numbers.at(-1))
  expect(playback.durationSeconds).toBeCloseTo(numbers.length / FRAME_RATE, 1)
}
