import { cancelDownload, deleteDownload, readDownload, readDownloadFile } from '@kerf/contract/download'
import * as userCalls from '@kerf/contract/user'
import { describe, expect, it } from 'vitest'
import { type Locator, page, userEvent } from 'vitest/browser'
import { open } from '../../testing/app.tsx'
import { exampleOwnDownload, exampleOwnDownloads, NORTH_COAST_TITLE } from '../../testing/examples/account-examples.ts'
import {
  button,
  heading,
  mainLink,
  pressOn,
  region,
  saveBy,
  see,
  seeFocus,
  seeNo,
  seeText,
  seeToast,
  visibleTextOf,
} from '../../testing/screen.ts'
import { goOffline, scriptAccount, scriptCall } from '../../testing/scripted-server.ts'

const PAGE_TWO = 'page-two'.padEnd(22, 'A')

const job = (title: string, quality: string): Locator => page.getByRole('listitem', { name: `${title}, ${quality}` })

describe('the list of downloads', () => {
  it('shows each with its state, and only running or finished ones on request', async () => {
    scriptAccount()
    scriptCall(readDownload, () => exampleOwnDownloads()[0]!)
    await open('/dashboard/jobs')
    const states = () =>
      region('Your downloads')
        .getByCss('.jobs > li .badge')
        .elements()
        .map((badge) => (badge as HTMLElement).innerText)
    await expect.poll(states).toEqual(['RUNNING', 'READY', 'FAILED', 'CANCELLED', 'EXPIRED'])
    expect(visibleTextOf(job(NORTH_COAST_TITLE, '720p'))).toMatch(/10:07\.2 to 11:31\.2\s+1:24\s+12\.3 MB/)
    await seeText(
      'The source did not answer in time. Please try again. Not counted towards your limit.',
      job('A lecture on seams', 'Audio (MP3, 320 kbps)'),
    )

    // The filter is three buttons in a row, used here with the keyboard only.
    await pressOn(button('Running'), '{Enter}')
    await seeText('1 download')
    await expect.poll(states).toEqual(['RUNNING'])
    await userEvent.tab()
    await userEvent.keyboard(' ')
    await seeText('4 downloads')
    await expect.poll(states).toEqual(['READY', 'FAILED', 'CANCELLED', 'EXPIRED'])
    await expect
      .element(mainLink('Cut again: A lecture on seams, Audio (MP3, 320 kbps)'))
      .toHaveAttribute('href', '/?url=https%3A%2F%2Fwww.youtube.com%2Fwatch%3Fv%3Dn0rthC0astR&start=0&end=3605')
    await job(NORTH_COAST_TITLE, '720p').getByRole('button', { name: 'How exact is this?', exact: false }).click()
    await seeText(/Only the frames at the edges were re-encoded/)
    await mainLink('Back to your profile').click()
    await see(heading('Profile'))
  })

  it('follows a running one to its end, saves it, and deletes it for good', async () => {
    const [runningDownload] = exampleOwnDownloads()
    scriptAccount({ downloads: [runningDownload!] })
    const row = job(NORTH_COAST_TITLE, '1080p (HD)')
    const completion = Promise.withResolvers<void>()
    scriptCall(readDownload, async (_call, callNumber) => {
      if (callNumber === 1) return { ...runningDownload!, progress: 77, etaSeconds: 2 }
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
    await open('/dashboard/jobs')
    await see(row.getByText('about 2 s left'))
    await expect.element(row.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '77')
    completion.resolve()
    await seeToast('Download Ready!', `${NORTH_COAST_TITLE}, 30.0 MB`)
    await see(row.getByText('READY'))

    scriptCall(readDownloadFile, () => 'a clip', {
      'content-disposition': 'attachment; filename="kerf_1080p_hd.mp4"',
    })
    const savedFile = await saveBy(row.getByRole('button', { name: /^Download:/ }))
    await seeToast('Download Started', '30.0 MB')
    expect(savedFile.name).toMatch(/^kerf_/)

    const deletions = scriptCall(deleteDownload, (_call, callNumber) =>
      callNumber === 1 ? { refuse: 'internal' } : undefined,
    )
    await row.getByRole('button', { name: /^Delete:/ }).click()
    await seeToast('Error', 'Something went wrong on our side. Please try again.')
    await pressOn(row.getByRole('button', { name: /^Delete:/ }), '{Enter}')
    await seeToast('Download Deleted')
    await seeText('No downloads yet.')
    // The focus is where the row was, not at the top of the page.
    await userEvent.tab()
    await seeFocus(mainLink('Cut a video'))
    expect(deletions.map(({ params }) => params.id)).toEqual([runningDownload!.id, runningDownload!.id])
    await mainLink('Cut a video').click()
    await see(page.getByRole('textbox', { name: 'Video link' }))
  })

  it('stops a running one, shows older ones by pages, and can be reloaded after a failure', async () => {
    const [runningDownload] = exampleOwnDownloads()
    scriptAccount()
    scriptCall(readDownload, () => runningDownload!)
    const pages = scriptCall(userCalls.listOwnDownloads, ({ query }, callNumber) => {
      if (callNumber === 1) return { refuse: 'not_set_up' }
      return query.get('before') === null
        ? { downloads: [runningDownload!], next: PAGE_TWO }
        : { downloads: [exampleOwnDownload('older', { title: 'From last week' })], next: null }
    })
    await open('/profile')
    await mainLink('Downloads').click()
    await seeToast('Error', 'This server is not set up for that yet.')
    await button('Try again').click()
    await pressOn(button('Show older'), '{Enter}')
    await see(job('From last week', '720p'))
    // The button disappears with the last page. The focus moves to the first row that it has loaded.
    await seeFocus(job('From last week', '720p'))
    expect(pages.map(({ query }) => query.get('before'))).toEqual([null, null, PAGE_TWO])
    await seeNo(button('Show older'))

    const row = job(NORTH_COAST_TITLE, '1080p (HD)')
    const reconnect = goOffline()
    await row.getByRole('button', { name: /^Cancel:/ }).click()
    await seeToast('Error', /is not responding|offline/)
    reconnect()
    scriptCall(cancelDownload, () => ({ ...runningDownload!, status: 'cancelled' as const }))
    await row.getByRole('button', { name: /^Cancel:/ }).click()
    await seeToast('Download Cancelled', 'It does not count towards your limit.')
    await see(row.getByText('CANCELLED'))
  })

  it('does not show a deleted download again when an older page arrives late', async () => {
    const deletedDownload = exampleOwnDownload('deleted', { title: 'Deleted meanwhile' })
    scriptAccount()
    const olderPage = Promise.withResolvers<void>()
    scriptCall(userCalls.listOwnDownloads, async ({ query }) => {
      if (query.get('before') === null) return { downloads: [deletedDownload], next: PAGE_TWO }
      await olderPage.promise
      return { downloads: [exampleOwnDownload('older', { title: 'From last week' })], next: null }
    })
    scriptCall(deleteDownload, () => undefined)
    await open('/profile')
    await mainLink('Downloads').click()
    await button('Show older').click()
    await job('Deleted meanwhile', '720p')
      .getByRole('button', { name: /^Delete:/ })
      .click()
    await seeToast('Download Deleted')
    olderPage.resolve()
    await see(job('From last week', '720p'))
    await seeNo(job('Deleted meanwhile', '720p'))
  })
})
