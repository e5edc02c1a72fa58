import { videoIds } from '@kerf/standins/youtube/videos'
import { afterEach, describe, expect } from 'vitest'
import type { PausedRequest } from '../harness/answered-requests.ts'
import { isFullRun, it, itAtLength } from '../harness/at-length.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { expectExactAudio, expectExactClip } from '../harness/exact-clip.ts'
import { countRequests, withChanges } from '../harness/sample-clip.ts'
import { type RunningKerf, startKerf } from '../harness/servers/start-kerf.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { isDownloadRequest, isProcessRequest, isStatusRequest, type Visit } from '../harness/visit.ts'
import { FRAME_RATE, linkTo } from '../harness/youtube.ts'

/** Servers of a single journey, which may be stopped. */
const ownServers: RunningKerf[] = []
async function startOwn(options: Parameters<typeof startKerf>[0]): Promise<RunningKerf> {
  const kerf = await startKerf(options)
  ownServers.push(kerf)
  return kerf
}
// This hook is registered before the testbed, so it runs after the testbed's visits have ended: a page must not lose its
// server during a request.
afterEach(async () => {
  for (const kerf of ownServers.splice(0)) await kerf.dispose()
})

// Only one cut runs at a time, so that the second one has to wait in line.
const testbed = openTestbed({ youtube: true, environment: { WORKER_CONCURRENCY: '1' } })

const LINK = linkTo(videoIds.ordinary)
const AUDIO = 'Audio (MP3, 320 kbps)'

/** Opens the stand-in's video at a range that no other journey has, because equal requests share one clip. */
async function visitWithRange(startSeconds: number, endSeconds: number): Promise<Visit> {
  const link = encodeURIComponent(LINK)
  const visit = await testbed.visit({ path: `/?url=${link}&start=${startSeconds}&end=${endSeconds}` })
  await visit.arriveAtVideo('Stand-in test video')
  return visit
}

async function seeItTakeLong(visit: Visit): Promise<void> {
  await visit.page.clock.install()
  await visit.page.clock.runFor(1000)
  const isSlow = async () => {
    await visit.page.clock.runFor(5000)
    return visit.option('360p').getByText('taking longer than usual').count()
  }
  await expect.poll(isSlow, PATIENTLY).toBe(1)
}

describe('several downloads at once', () => {
  it('each have their own progress, place in line and cancel, in every tab and after a reload', async () => {
    const visit = await visitWithRange(1.1, 2.3)
    await visit.button('Apply Trim').click()
    await visit.seeToast('Trim Updated')
    const secondTab = await visit.openTab(visit.page.url())
    await secondTab.seeVideo('Stand-in test video')

    testbed.youtube.standin.configure({ stallMedia: true })
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    await visit.optionButton(AUDIO, 'Download').click()
    await visit.seeText(/1st in line/, visit.option(AUDIO))

    // The other tab shows the same, and so does the page after a reload.
    await visit.page.reload()
    for (const tab of [visit, secondTab]) {
      for (const label of ['360p', AUDIO] as const) {
        await tab.optionButton(label, /^Processing\.\.\./).waitFor()
        const progress = tab.option(label).getByRole('progressbar', { name: `${label}, progress` })
        await progress.waitFor({ state: 'attached' })
      }
      await tab.seeText(/1st in line/, tab.option(AUDIO))
      await tab.seeText(/1 of 3 downloads left today\./)
    }

    // LinkEntry.page.test.ts covers the same for slow processing.
    if (isFullRun) await seeItTakeLong(visit)

    await secondTab.optionButton(AUDIO, `Cancel ${AUDIO}`).click()
    await secondTab.seeToast('Download Cancelled', 'It does not count towards your limit.')
    for (const tab of [visit, secondTab]) {
      await tab.optionButton(AUDIO, 'Download').waitFor()
      await tab.optionButton('360p', /^Processing\.\.\./).waitFor()
      await tab.seeText(/2 of 3 downloads left today\./)
    }
    testbed.youtube.standin.configure({ stallMedia: false })
    for (const tab of [visit, secondTab]) await tab.seeToast('Download Ready!')
    await expectExactClip((await secondTab.save('360p')).bytes, { startTime: 1.1, endTime: 2.3 }, FRAME_RATE)
  })

  it('from two tabs at the same time each have the range of their own tab', async () => {
    const visit = await visitWithRange(1.3, 2.5)
    const secondTab = await visit.openTab(visit.page.url())
    await secondTab.seeVideo('Stand-in test video')
    await secondTab.typeRange('0:05.100', '0:06.300')
    await Promise.all([
      visit.optionButton('360p', 'Download').click(),
      secondTab.optionButton(AUDIO, 'Download').click(),
    ])
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await secondTab.optionButton(AUDIO, /^Download \(/).waitFor()
    await expectExactClip((await visit.save('360p')).bytes, { startTime: 1.3, endTime: 2.5 }, FRAME_RATE)
    await expectExactAudio((await secondTab.save(AUDIO)).bytes, { startTime: 5.1, endTime: 6.3 })
  })
})

describe('a download', () => {
  it('that is refused because of outdated badges shows Premium Feature and updates them', async () => {
    const visit = await testbed.visit()
    await visit.submitLink(LINK)
    await visit.arriveAtVideo('Stand-in test video')
    const allowAll = (body: string): string => {
      const { options } = JSON.parse(body)
      return withChanges(body, { options: options.map((option: object) => ({ ...option, access: 'allowed' })) })
    }
    const isVideo = /\/api\/video\/[^/]+$/
    const rewriteVideo = (request: PausedRequest) => (isVideo.test(request.url()) ? { rewrite: allowAll } : undefined)
    const removeRewrite = await visit.answer('*/api/video/*', rewriteVideo)
    await visit.page.reload()
    await visit.openChoice()
    await visit.optionButton('480p', 'Download').waitFor()
    await removeRewrite()

    visit.expectComplaint(/status of 403 .*\/download$/)
    await visit.optionButton('480p', 'Download').click()
    await visit.seeToast(
      'Premium Feature',
      'High-quality downloads are available with Pro subscription. Free users can download 360p and audio only.',
    )
    await visit.optionButton('480p', 'Sign Up Required').waitFor()
  })

  it('whose source fails shows an error, is not counted, and works on the next try', async () => {
    const visit = await visitWithRange(1, 2.5)
    testbed.youtube.standin.configure({ cutAfterBytes: 3000 })
    await visit.optionButton('360p', 'Download').click()
    await visit.seeToast('Download Failed', 'The video could not be read from its source. Please try again.')
    await visit.option('360p').getByText('FAILED', { exact: true }).waitFor()
    const sentence = 'The video could not be read from its source. Please try again. Not counted towards your limit.'
    await visit.seeText(sentence, visit.option('360p'))
    await visit.seeText(/3 of 3 downloads left today\./)

    testbed.youtube.standin.configure({ cutAfterBytes: null })
    await visit.optionButton('360p', 'Try again').click()
    await visit.seeToast('Download Ready!')
    const { bytes } = await visit.save('360p')
    await expectExactClip(bytes, { startTime: 1, endTime: 2.5 }, FRAME_RATE)
    await visit.seeText(/2 of 3 downloads left today\./)
  })
})

it('a download requested before the list of earlier ones arrives stays in it', async () => {
  const visit = await testbed.visit()
  const firstList = Promise.withResolvers<void>()
  let listCount = 0
  await visit.answer('*/api/video/*/downloads', async () => {
    listCount += 1
    if (listCount > 1) return undefined
    await firstList.promise
    return { json: { downloads: [] } }
  })
  await visit.submitLink(LINK)
  await visit.arriveAtVideo('Stand-in test video')
  await visit.typeRange('0:01.500', '0:02.750')
  testbed.youtube.standin.configure({ stallMedia: true })
  await visit.optionButton('360p', 'Download').click()
  await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
  firstList.resolve()
  testbed.youtube.standin.configure({ stallMedia: false })
  await visit.seeToast('Download Ready!')
  await expectExactClip((await visit.save('360p')).bytes, { startTime: 1.5, endTime: 2.75 }, FRAME_RATE)
})

describe('a connection that is lost', () => {
  it('is shown during a cut; when it is back, the clip is finished', async () => {
    const visit = await visitWithRange(2, 3.5)
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED .*\/api\/download\//)
    testbed.youtube.standin.configure({ stallMedia: true })
    await visit.optionButton('360p', 'Download').click()
    await visit.optionButton('360p', /^Processing\.\.\./).waitFor()
    const failedStatusRequest = visit.page.waitForEvent('requestfailed', { predicate: isStatusRequest })
    await visit.context.setOffline(true)
    await visit.seeText('You are offline.')
    await failedStatusRequest
    testbed.youtube.standin.configure({ stallMedia: false })
    expect(await visit.readRange()).toEqual([2, 3.5])

    await visit.context.setOffline(false)
    await visit.seeToast('Download Ready!')
    await expect.poll(() => visit.page.getByText('You are offline.').count(), PATIENTLY).toBe(0)
    expect(await visit.page.getByText('The server is not responding.').count()).toBe(0)
    await expectExactClip((await visit.save('360p')).bytes, { startTime: 2, endTime: 3.5 }, FRAME_RATE)
  })

  itAtLength('is shown with the link kept if the server is gone; later, the clip is finished', async () => {
    const firstServer = await startOwn({})
    const earlyVisit = await testbed.visit({ at: firstServer.url })
    // The first input makes the page load code that it needs later, when there is no server.
    await earlyVisit.linkField.fill(LINK)
    await earlyVisit.page.waitForLoadState('networkidle')
    const visit = await testbed.visit({ at: firstServer.url })
    // New requests are refused while there is no server. Open ones break off: the status, the quota if it is due, and
    // bytes that the player has not read yet.
    visit.expectComplaint(
      /ERR_(CONNECTION_REFUSED|CONNECTION_RESET|EMPTY_RESPONSE) .*\/api\/(download\/|user\/quota|video\/[^/]+\/preview$)/,
    )
    await visit.openSample()
    await visit.typeRange('0:40', '0:48')
    const statusRequests = await visit.holdRequests(isStatusRequest)
    await visit.optionButton('360p', 'Download').click()
    await visit.seeToast('Processing Started')
    await firstServer.kill()
    statusRequests.release()
    await visit.seeText('The server is not responding.')

    earlyVisit.expectComplaint(/ERR_CONNECTION_REFUSED .*\/api\/video\/process$/)
    await earlyVisit.button('Process').click()
    await earlyVisit.seeToast('Error', 'The server is not responding. Please try again in a moment.')
    await expect.poll(() => earlyVisit.linkField.inputValue(), PATIENTLY).toBe(LINK)

    const { dataDirectory } = firstServer
    await startOwn({ dataDirectory, environment: { PORT: new URL(firstServer.url).port } })
    await visit.seeToast('Download Ready!')
    await expect.poll(() => visit.page.getByText('The server is not responding.').count(), PATIENTLY).toBe(0)
    expect((await visit.save('360p')).bytes.length).toBeGreaterThan(100_000)
  })
})

it('two clicks on Process make one video, and two on Download make one download', async () => {
  const visit = await testbed.visit()
  await visit.linkField.fill(LINK)
  const processing = await visit.holdRequests(isProcessRequest)
  await visit.button('Process').dblclick()
  await visit.processingDialog.waitFor()
  processing.release()
  await visit.arriveAtVideo('Stand-in test video')
  expect(countRequests(visit, /\/api\/video\/process$/)).toBe(1)

  await visit.typeRange('0:02.000', '0:04.250')
  const requests = await visit.holdRequests(isDownloadRequest)
  await visit.optionButton('360p', 'Download').dblclick()
  await visit.optionButton('360p', 'Downloading...').click({ force: true })
  requests.release()
  await visit.seeToast('Download Ready!')
  expect(countRequests(visit, /\/download$/)).toBe(1)
  await visit.seeText(/2 of 3 downloads left today\./)
})
