import { type Download, readDownload } from '@kerf/contract/download'
import { listRecentDownloads } from '@kerf/contract/user'
import { expect, it, vi } from 'vitest'
import { page } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { exampleOwnDownload, NO_CLIP_FIELDS } from '../../testing/examples/account-examples.ts'
import { SAMPLE_TITLE } from '../../testing/examples/video-examples.ts'
import { expectNoFaults, PHONE, region, see, seeNo, seeToast } from '../../testing/screen.ts'
import { requestedPaths, scriptCall } from '../../testing/scripted-server.ts'
import { openSample, optionButton, scriptClips, scriptVideo } from '../../testing/video.ts'

it("the home page shows a clip's progress, and removes it when it has expired", async () => {
  await page.viewport(PHONE.width, PHONE.height)
  vi.useFakeTimers({ shouldAdvanceTime: true })
  scriptVideo()
  scriptClips()
  await openSample('&start=20&end=23')
  await optionButton('360p', 'Download').click()
  await see(optionButton('360p', /^Download \(/))

  const finishedDownload = exampleOwnDownload('clip1', {
    quality: '360p',
    startTime: 20,
    endTime: 23,
    title: SAMPLE_TITLE,
  })
  const processing = { ...finishedDownload, ...NO_CLIP_FIELDS, status: 'processing', stage: 'encoding' } as const
  let state: typeof finishedDownload | typeof processing = processing
  const withoutVideo = (): Download => {
    const { title: _title, url: _url, ...download } = state
    return download
  }
  scriptCall(listRecentDownloads, () => ({ downloads: [state] }))
  scriptCall(readDownload, withoutVideo)
  await open('/')
  const clip = region('Recent').getByRole('listitem', { name: `${SAMPLE_TITLE}, 360p` })
  await see(clip.getByText('encoding the edges'))
  expect(clip.getByRole('button').length).toBe(0)
  await expectNoFaults()
  state = finishedDownload
  await vi.advanceTimersByTimeAsync(2000)
  await seeToast('Download Ready!')
  await see(clip.getByRole('button', { name: /^Play/ }))
  await expectNoFaults()
  state = { ...finishedDownload, status: 'expired', code: 'expired' }
  vi.setSystemTime(Date.now() + 24.5 * 3_600_000)
  await vi.advanceTimersByTimeAsync(60_000)
  await seeNo(clip)
})

it('a visitor without clips does not load the list of clips', async () => {
  await open('/')
  await see(page.getByRole('textbox', { name: 'Video link' }))
  expect(requestedPaths()).not.toContain(listRecentDownloads.path)
})
