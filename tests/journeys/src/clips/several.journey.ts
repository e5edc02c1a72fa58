import type { Batch } from '@kerf/contract/batch'
import { cancelBatch, createBatch, readBatch } from '@kerf/contract/batch'
import { listDownloads, readDownload, requestDownload } from '@kerf/contract/download'
import { describe, expect } from 'vitest'
import { isAtLength, it } from '../harness/at-length.ts'
import { DESKTOP, PATIENTLY, PHONE } from '../harness/browser.ts'
import { exampleOwnDownload, exampleQuota, NO_CLIP, scriptAccount } from '../harness/servers/script-account.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage, type VisitOptions } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const SAMPLE = 'One day outside, in six shots'
const BATCH = 'batch'.padEnd(22, 'A')
const UNLIMITED = { viewer: 'pro' as const, limits: { dailyLimit: null, monthlyLimit: null, longestClipSeconds: null } }

/** Opens the page as a user with this plan. */
async function arrive(plan: 'free' | 'pro-monthly', path: string, options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ ...options, path: '/favicon.svg' })
  await scriptAccount(visit, {
    user: { subscription: plan },
    quota: exampleQuota(plan === 'free' ? {} : UNLIMITED),
  })
  await visit.page.goto(new URL(path, stage.kerf.url).href)
  return visit
}

function exampleBatch(changes: Partial<Batch> = {}): Batch {
  const runningDownload = exampleOwnDownload('two', { ...NO_CLIP, status: 'processing', progress: 30, position: 2 })
  return {
    id: BATCH,
    status: 'processing',
    progress: 42,
    etaSeconds: 14,
    completed: 1,
    failed: 0,
    total: 2,
    fileName: 'kerf_batch_2026-11-20.zip',
    fileSize: null,
    expiresAt: null,
    createdAt: new Date().toISOString(),
    downloads: [exampleOwnDownload('one'), runningDownload],
    ...changes,
  }
}

const finishedBatch = (): Batch =>
  exampleBatch({
    status: 'completed',
    progress: 100,
    etaSeconds: null,
    failed: 1,
    fileSize: 24_600_000,
    expiresAt: new Date(Date.now() + 20 * 3_600_000).toISOString(),
    downloads: [
      exampleOwnDownload('one'),
      exampleOwnDownload('two', { ...NO_CLIP, status: 'failed', code: 'source_timeout' }),
    ],
  })

const row = (visit: Visit, name: string) => visit.page.getByRole('listitem', { name, exact: true })
const rows = (visit: Visit) => visit.page.getByRole('list', { name: 'Ranges in order' }).getByRole('listitem')
const times = async (visit: Visit) =>
  (await rows(visit).allInnerTexts()).map((text) => /(\d:\d\d\.\d{3}) to (\d:\d\d\.\d{3})/.exec(text)?.[0])
const readParameter = (visit: Visit, name: string) => new URL(visit.page.url()).searchParams.get(name)

describe('several ranges of one video', () => {
  it('can be added by key and button, changed, reordered and joined into one clip, and are in the address', async () => {
    const visit = await arrive('pro-monthly', '/?url=sample&start=10&end=20')
    await visit.seeVideo(SAMPLE)
    await visit.page.keyboard.press('a')
    await expect.poll(() => times(visit), PATIENTLY).toEqual(['0:10.000 to 0:20.000'])
    // With one listed range, the options are still for the range on the timeline.
    expect(await visit.optionButton('360p', 'Download').count()).toBe(1)
    await visit.typeRange('0:30', '0:42')
    await visit.openFold('More')
    await visit.button('Add range').click()
    await visit.seeText('2 ranges, 0:22 in total. Only these ranges are included.')
    await visit.seeText(/^Estimated sizes for 0:22\./)
    await expect.poll(() => visit.page.locator('.timeline .timeline-marks > b').count(), PATIENTLY).toBe(2)

    // The handles edit a listed range, and the list shows each change at once.
    await visit.button('Edit range 1 on the timeline').click()
    await expect.poll(() => visit.range(), PATIENTLY).toEqual([10, 20])
    await visit.typeTime('End Time', '0:15.5')
    await expect.poll(() => times(visit), PATIENTLY).toEqual(['0:10.000 to 0:15.500', '0:30.000 to 0:42.000'])
    await visit.button('Done with range 1').click()
    await visit.typeTime('End Time', '0:19')
    await visit.button('Move range 1 down').focus()
    await visit.page.keyboard.press('Enter')
    await expect.poll(() => times(visit), PATIENTLY).toEqual(['0:30.000 to 0:42.000', '0:10.000 to 0:15.500'])
    await visit.seeFocus(visit.button('Move range 2 down'))
    await expect.poll(() => readParameter(visit, 'ranges'), PATIENTLY).toBe('30-42,10-15.5')
    await visit.expectNoFaults()

    await visit.page.reload()
    await visit.openChoice()
    await visit.seeText('2 ranges, 0:17.5 in total. Only these ranges are included.')
    const ranges = [
      { startTime: 30, endTime: 42 },
      { startTime: 10, endTime: 15.5 },
    ]
    const joinedDownload = exampleOwnDownload('joined', { quality: '360p', startTime: 10, endTime: 42, ranges })
    const calls = await scriptCall(visit, requestDownload, () => ({
      ...joinedDownload,
      ...NO_CLIP,
      status: 'processing' as const,
    }))
    await scriptCall(visit, readDownload, () => joinedDownload)
    // A slow page requests its list once more after the download request.
    await scriptCall(visit, listDownloads, () => ({ downloads: calls.length > 0 ? [joinedDownload] : [] }))
    await visit.optionButton('360p', 'Join 2 ranges').click()
    await visit.optionButton('360p', /^Download \(12\.3\sMB\) 360p, MP4$/).waitFor()
    expect(calls.map(({ body }) => body)).toEqual([{ quality: '360p', format: 'mp4', ranges }])

    // Another order is another clip; the first one stays available.
    await visit.button('Move range 1 down').click()
    await visit.optionButton('360p', 'Join 2 ranges').waitFor()
    await visit.optionButton('360p', 'Save your clip of 2 ranges joined, 0:17.5').waitFor()
    // The focus moves to the range that takes the place of the removed one.
    await visit.button('Remove range 1').press('Enter')
    await expect
      .poll(() => visit.page.evaluate(() => document.activeElement?.ariaLabel), PATIENTLY)
      .toBe('Edit range 1 on the timeline')
    await visit.optionButton('360p', 'Download').waitFor()
  })

  it('are cut into one clip each, shown as one batch, and saved as one zip by the browser', async () => {
    const visit = await arrive('pro-monthly', '/?url=sample&clips=10-20,30-42', { screen: PHONE })
    await visit.seeVideo(SAMPLE)
    await expect.poll(() => visit.button('Separate clips').getAttribute('aria-pressed'), PATIENTLY).toBe('true')
    const batchRequests = await scriptCall(visit, createBatch, () => exampleBatch())
    let isFinished = false
    await scriptCall(visit, readBatch, () => (isFinished ? finishedBatch() : exampleBatch()))
    const cut = visit.optionButton('360p', 'Cut 2 clips')
    await cut.dispatchEvent('click')
    await cut.dispatchEvent('click')
    const batch = visit.region('Your batch of 2 clips')
    await batch.getByText('2nd in line').waitFor()
    isFinished = true
    const items = batchRequests.map(({ body }) => body.items.map(({ startTime, endTime }) => [startTime, endTime]))
    expect(items).toEqual([
      [
        [10, 20],
        [30, 42],
      ],
    ])
    await batch
      .getByText('The source did not answer in time. Please try again. Not counted towards your limit.')
      .waitFor()
    await visit.seeToast('Download Ready!', '1 clip in one zip.')
    const savedZip = await visit.saveBy(batch.getByRole('button', { name: 'Download zip (24.6 MB)' }))
    // The browser saves the zip without a script of the page, under the server's name.
    expect(new URL(savedZip.url).pathname).toBe(`/api/batch/${BATCH}/file`)
    expect(savedZip.name).toBe('kerf_batch_2026-11-20.zip')
    if (isAtLength) await visit.expectNoFaults()

    // Each clip can also be saved by itself. The page requests its first byte beforehand.
    await visit.answer('*/api/download/*/file', () => ({ status: 206, body: '.' }))
    const savedClip = await visit.saveBy(batch.getByRole('button', { name: /^Download: / }))
    expect(new URL(savedClip.url).pathname).toMatch(/^\/api\/download\/one.*\/file$/)

    await visit.page.reload()
    await visit.region('Your batch of 2 clips').getByText('1 of 2 clips finished, 1 failed, not counted').waitFor()
  })

  it('are explained to a user without Pro on request, and a shared list opens one by one', async () => {
    const visit = await stage.visit({ path: '/?url=sample', screen: PHONE, dark: true })
    await visit.seeVideo(SAMPLE)
    await visit.openFold('More')
    await visit.button('Add range PRO').click()
    await visit.seeText(/^Premium Feature\.$/)
    expect(await rows(visit).count()).toBe(0)
    await visit.page.goto(`${stage.kerf.url}/?url=sample&ranges=10-20,30-42`)
    await visit.seeText(/Cutting them all at once comes with Pro/)
    await visit.button('Edit range 2 on the timeline').click()
    await expect.poll(() => visit.range(), PATIENTLY).toEqual([30, 42])
    await visit.openChoice()
    await visit.optionButton('360p', 'Download').waitFor()
    if (isAtLength) await visit.expectNoFaults()
    await visit.page.getByRole('main').getByRole('link', { name: 'See plans' }).first().click()
    await visit.page.getByRole('heading', { level: 1, name: 'Every plan cuts exactly' }).waitFor()
  })
})

describe('several links at once', () => {
  it('are checked line by line, read and cut as one batch, which survives a reload and can be stopped', async () => {
    const visit = await arrive('pro-monthly', '/batch', { screen: DESKTOP, dark: true })
    const field = visit.page.getByRole('textbox', { name: 'Links, one per line' })
    await field.fill('kerf:sample 0:10-0:20\nhttps://example.org/page\nkerf:sample 9-3')
    await row(visit, 'Line 2').getByText('This is not a link to a video.').waitFor()
    await row(visit, 'Line 3').getByText('The end must be after the start.').waitFor()
    // Only the valid line is processed. Back on the form, the other lines can still be corrected.
    await visit.button('Process 1 link').click()
    await visit.seeText(/^1 clip, 0:10 in total, .* 2 lines will be skipped\.$/)
    await visit.button('Change the links').click()
    await field.fill('https://example.org/page')
    await visit.button('Process links').click()
    await visit.seeText('Please fix or remove the marked lines first.')

    await field.fill('sample 0:10-0:20\n\nkerf:sample 0:30-1:10\nkerf:sample 3:00\nhttps://youtu.be/dQw4w9WgXcQ?t=4')
    // The pasted links survive a reload.
    await visit.page.reload()
    visit.expectComplaint(/status of 422 .*\/api\/video\/process$/)
    await visit.answer('*/api/video/process', (request) =>
      request.postData()?.includes('youtu.be')
        ? { status: 422, json: { error: 'This video is private.', code: 'video_private' } }
        : undefined,
    )
    await visit.button('Process 4 links').click()
    await visit.seeText('Shortened to 1:00, the end of the video.')
    await visit.seeText('The video is only 1:00 long. Please choose an earlier start.')
    await row(visit, 'https://youtu.be/dQw4w9WgXcQ?t=4').getByText('This video is private.').waitFor()
    await visit.seeText(/^2 clips, 0:40 in total, .* 2 lines will be skipped\.$/)
    // The button disappears during the new attempt. The focus stays at the list.
    await visit.button('Try again: https://youtu.be/dQw4w9WgXcQ?t=4').press('Enter')
    await visit.page.locator('section:focus').getByRole('heading', { level: 2 }).waitFor()
    await visit.seeText(/^2 clips, 0:40 in total, .* 2 lines will be skipped\.$/)
    await visit.button('Remove https://youtu.be/dQw4w9WgXcQ?t=4').click()
    await visit.seeText(/1 line will be skipped\.$/)
    await visit.page.getByRole('combobox', { name: 'Quality for all' }).selectOption('360p')
    await visit.expectNoFaults()

    const batchRequests = await scriptCall(visit, createBatch, () => exampleBatch())
    await scriptCall(visit, readBatch, () => exampleBatch())
    await visit.button('Cut 2 clips').click()
    await visit.page.getByRole('progressbar', { name: 'Progress of all clips' }).waitFor()
    expect(batchRequests[0]?.body.items).toMatchObject([
      { quality: '360p', startTime: 10, endTime: 20 },
      { quality: '360p', startTime: 30, endTime: 60 },
    ])
    await expect.poll(() => readParameter(visit, 'id'), PATIENTLY).toBe(BATCH)
    await visit.page.reload()
    await visit.seeText('1 of 2 clips finished')
    const cancellations = await scriptCall(visit, cancelBatch, finishedBatch)
    // The batch is finished only after the cancel call: the page polls, and a finished batch cannot be cancelled.
    await scriptCall(visit, readBatch, () => (cancellations.length > 0 ? finishedBatch() : exampleBatch()))
    await visit.button('Cancel the rest').click()
    await visit.button('Download zip (24.6 MB)').waitFor()
    if (isAtLength) await visit.expectNoFaults()
  })

  it('stay cancelled though they were looked at once more before that', async () => {
    const visit = await arrive('pro-monthly', '/favicon.svg')
    const lateRead = Promise.withResolvers<void>()
    const batchReads = await scriptCall(visit, readBatch, async (_call, nth) => {
      if (nth === 2) await lateRead.promise
      return nth > 2 ? finishedBatch() : exampleBatch()
    })
    await scriptCall(visit, cancelBatch, finishedBatch)
    await visit.page.goto(`${stage.kerf.url}/batch?id=${BATCH}`)
    await expect.poll(() => batchReads.length, PATIENTLY).toBe(2)
    await visit.button('Cancel the rest').click()
    await visit.button('Download zip (24.6 MB)').waitFor()
    // The held read is outdated by now.
    await expect.poll(() => batchReads.length, PATIENTLY).toBe(3)
    lateRead.resolve()
  })

  it('leave a person who has gone elsewhere where they are', async () => {
    const visit = await arrive('pro-monthly', '/batch')
    const lateBatch = Promise.withResolvers<Batch>()
    const batchRequests = await scriptCall(visit, createBatch, () => lateBatch.promise)
    const batchReads = await scriptCall(visit, readBatch, () => exampleBatch())
    await visit.page.getByRole('textbox', { name: 'Links, one per line' }).fill('sample 0:10-0:20')
    await visit.button('Process 1 link').click()
    await visit.button('Cut 1 clip').click()
    await expect.poll(() => batchRequests.length, PATIENTLY).toBe(1)
    await visit.page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
    await visit.page.getByRole('heading', { level: 1, name: 'Contact' }).waitFor()
    const batchResponse = visit.page.waitForResponse('**/api/batch')
    lateBatch.resolve(exampleBatch())
    await (await batchResponse).finished()
    await visit.field('Message').fill('How exact is it?')
    expect(visit.path).toBe('/contact')
    expect(batchReads).toHaveLength(0)
  })

  it('show if they belong to another account, or are gone', async () => {
    const visit = await arrive('pro-monthly', '/favicon.svg')
    visit.expectComplaint(/status of 404 .*\/api\/batch\//)
    await scriptCall(visit, readBatch, () => ({ refuse: 'not_found' }))
    await visit.page.goto(`${stage.kerf.url}/batch?id=${BATCH}`)
    await visit.seeText('This batch is no longer here.')
    await visit.page.getByRole('link', { name: 'New batch' }).click()
    await visit.page.getByRole('textbox', { name: 'Links, one per line' }).waitFor()
  })
})

describe('the one line for Pro', () => {
  const line = (visit: Visit) => visit.page.getByRole('complementary', { name: 'Our own ad' })

  it('is shown to strangers and users on Free, below the tool, and not to paying users', async () => {
    const stranger = await stage.visit({ screen: PHONE })
    await line(stranger).waitFor()
    expect((await line(stranger).boundingBox())?.y).toBeGreaterThan(PHONE.height)
    const strangerBox = await stranger.page.locator('#features').boundingBox()
    const payingVisit = await arrive('pro-monthly', '/', { screen: PHONE })
    await payingVisit.button('Menu').click()
    await payingVisit.page.getByRole('link', { name: 'Several links at once' }).first().waitFor()
    expect(await line(payingVisit).count()).toBe(0)
    // The space of the ad is reserved, so the layout is the same without it.
    expect((await payingVisit.page.locator('#features').boundingBox())?.y).toBeCloseTo(strangerBox?.y ?? 0, 0)
  })
})
