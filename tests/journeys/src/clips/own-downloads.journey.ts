import { cancelDownload, deleteDownload, readDownload, readDownloadFile } from '@kerf/contract/download'
import * as userCalls from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { arriveAtOwn, heading, job, link, NORTH_COAST } from '../harness/servers/own-pages.ts'
import { type AccountScript, exampleOwnDownload, exampleOwnDownloads } from '../harness/servers/script-account.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'

const stage = openStage({ youtube: false })

const PAGE_TWO = 'page-two'.padEnd(22, 'A')

const arrive = (path: string, script: AccountScript = {}) => arriveAtOwn(stage, path, script)

describe('the list of downloads', () => {
  it('shows each with its state, and only the running or the finished when asked', async () => {
    const visit = await arrive('/dashboard/jobs')
    await scriptCall(visit, readDownload, () => exampleOwnDownloads()[0]!)
    const rows = visit.region('Your downloads').locator('.jobs > li')
    const states = () => rows.locator('.badge').allInnerTexts()
    await expect.poll(states, PATIENTLY).toEqual(['RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'])
    expect(await job(visit, NORTH_COAST, '720p').innerText()).toMatch(/10:07\.2 to 11:31\.2\s+1:24\s+12\.3 MB/)
    await job(visit, 'A lecture on seams', 'Audio (MP3, 320 kbps)')
      .getByText('The source did not answer in time. Please try again. Not counted towards your limit.')
      .waitFor()

    // The filter is three buttons in a row, used here by keyboard alone.
    await visit.button('Running').focus()
    await visit.page.keyboard.press('Enter')
    await visit.seeText('1 download')
    await expect.poll(states, PATIENTLY).toEqual(['RUNNING'])
    await visit.page.keyboard.press('Tab')
    await visit.page.keyboard.press('Space')
    await visit.seeText('4 downloads')
    await expect.poll(states, PATIENTLY).toEqual(['READY', 'FAILED', 'CANCELLED', 'EXPIRED'])
    expect(await link(visit, 'Cut again: A lecture on seams, Audio (MP3, 320 kbps)').getAttribute('href')).toBe(
      '/?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dn0rthC0astR&start=0&end=3605',
    )
    await job(visit, NORTH_COAST, '720p').getByRole('button', { name: 'How exact is this?' }).click()
    await visit.seeText(/Only the frames at the edges were re-encoded/)
    await link(visit, 'Back to your profile').click()
    await heading(visit, 'Profile').waitFor()
  })

  it('follows a running one until it is ready, saves it, and deletes it for good', async () => {
    const [runningDownload] = exampleOwnDownloads()
    const visit = await arrive('/dashboard/jobs', { downloads: [runningDownload!] })
    const row = job(visit, NORTH_COAST, '1080p (HD)')
    const completion = Promise.withResolvers<void>()
    await scriptCall(visit, readDownload, async (_call, nth) => {
      if (nth === 1) return { ...runningDownload!, progress: 77, etaSeconds: 2 }
      await completion.promise
      const { receipt, expiresAt } = exampleOwnDownload('running')
      return {
        ...runningDownload!,
        status: 'completed' as const,
        progress: 100,
        fileSize: 30_000_000,
        receipt,
        expiresAt,
      }
    })
    await row.getByText('about 2 s left').waitFor()
    await expect.poll(() => row.getByRole('progressbar').getAttribute('aria-valuenow'), PATIENTLY).toBe('77')
    completion.resolve()
    await visit.seeToast('Download Ready!', `${NORTH_COAST}, 30.0 MB`)
    await row.getByText('READY', { exact: true }).waitFor()

    await scriptCall(visit, readDownloadFile, () => 'a clip', {
      'content-disposition': 'attachment; filename="kerf_1080p_hd.mp4"',
    })
    const saving = visit.saveBy(row.getByRole('button', { name: /^Download:/ }))
    const [savedFile] = await Promise.all([saving, visit.seeToast('Download Started', '30.0 MB')])
    expect(savedFile.name).toMatch(/^kerf_/)

    const deletions = await scriptCall(visit, deleteDownload, (_call, nth) =>
      nth === 1 ? { refuse: 'internal' } : undefined,
    )
    visit.expectComplaint(/500.*\/api\/download\//)
    await row.getByRole('button', { name: /^Delete:/ }).click()
    await visit.seeToast('Error', 'Something went wrong on our side. Please try again.')
    await row.getByRole('button', { name: /^Delete:/ }).press('Enter')
    await visit.seeToast('Download Deleted')
    await visit.seeText('No downloads yet.')
    // The focus is where the row was, not at the top of the page.
    await visit.page.keyboard.press('Tab')
    await visit.seeFocus(link(visit, 'Cut a video'))
    expect(deletions.map(({ params }) => params.id)).toEqual([runningDownload!.id, runningDownload!.id])
    await link(visit, 'Cut a video').click()
    await visit.linkField.waitFor()
  })

  it('stops a running one, not without a connection, shows older ones page by page, and can be asked for again when it fails', async () => {
    const [runningDownload] = exampleOwnDownloads()
    const visit = await arrive('/profile')
    await scriptCall(visit, readDownload, () => runningDownload!)
    const pages = await scriptCall(visit, userCalls.listOwnDownloads, ({ query }, nth) => {
      if (nth === 1) return { refuse: 'not_set_up' }
      return query.get('before') === null
        ? { downloads: [runningDownload!], next: PAGE_TWO }
        : { downloads: [exampleOwnDownload('older', { title: 'From last week' })], next: null }
    })
    visit.expectComplaint(/501.*\/api\/user\/downloads/)
    await link(visit, 'Downloads').click()
    await visit.seeToast('Error', 'This server is not set up for that yet.')
    await visit.button('Try again').click()
    await visit.button('Show older').press('Enter')
    await job(visit, 'From last week', '720p').waitFor()
    // The button disappears with the last page. The focus moves to the first row that it has loaded.
    await visit.seeFocus(job(visit, 'From last week', '720p'))
    expect(pages.map(({ query }) => query.get('before'))).toEqual([null, null, PAGE_TWO])
    await expect.poll(() => visit.button('Show older').count(), PATIENTLY).toBe(0)

    const row = job(visit, NORTH_COAST, '1080p (HD)')
    const reconnect = await visit.answer('*/cancel', () => ({ fails: 'InternetDisconnected' }))
    visit.expectComplaint(/ERR_INTERNET_DISCONNECTED.*\/cancel/)
    await row.getByRole('button', { name: /^Cancel:/ }).click()
    await visit.seeToast('Error', /is not responding|offline/)
    await reconnect()
    await scriptCall(visit, cancelDownload, () => ({ ...runningDownload!, status: 'cancelled' as const }))
    await row.getByRole('button', { name: /^Cancel:/ }).click()
    await visit.seeToast('Download Cancelled', 'It does not count towards your limit.')
    await row.getByText('CANCELLED', { exact: true }).waitFor()
  })

  it('keeps what was deleted away when older ones come that were asked for before', async () => {
    const deletedDownload = exampleOwnDownload('deleted', { title: 'Deleted meanwhile' })
    const visit = await arrive('/profile')
    const olderPage = Promise.withResolvers<void>()
    await scriptCall(visit, userCalls.listOwnDownloads, async ({ query }) => {
      if (query.get('before') === null) return { downloads: [deletedDownload], next: PAGE_TWO }
      await olderPage.promise
      return { downloads: [exampleOwnDownload('older', { title: 'From last week' })], next: null }
    })
    await scriptCall(visit, deleteDownload, () => undefined)
    await link(visit, 'Downloads').click()
    await visit.button('Show older').click()
    await job(visit, 'Deleted meanwhile', '720p')
      .getByRole('button', { name: /^Delete:/ })
      .click()
    await visit.seeToast('Download Deleted')
    olderPage.resolve()
    await job(visit, 'From last week', '720p').waitFor()
    expect(await job(visit, 'Deleted meanwhile', '720p').count()).toBe(0)
  })
})
