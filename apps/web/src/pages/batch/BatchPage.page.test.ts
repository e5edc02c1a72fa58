import { type Batch, cancelBatch, createBatch, readBatch } from '@kerf/contract/batch'
import { readContact } from '@kerf/contract/contact'
import { processVideo } from '@kerf/contract/video'
import { beforeEach, describe, expect, it } from 'vitest'
import { type Locator, page } from 'vitest/browser'
import { open, reload } from '../../testing/app.tsx'
import { BATCH_ID, exampleBatch, finishedBatch } from '../../testing/examples/batch-examples.ts'
import {
  button,
  expectNoFaults,
  field,
  heading,
  pressOn,
  see,
  seeFocusAround,
  seeText,
  seeToast,
} from '../../testing/screen.ts'
import { answerRequests, scriptAccount, scriptCall } from '../../testing/scripted-server.ts'
import { addressParameter, scriptVideo } from '../../testing/video.ts'

const YOUTUBE_LINK = 'https://youtu.be/dQw4w9WgXcQ?t=4'

const linksField = page.getByRole('textbox', { name: 'Links, one per line' })
const row = (name: string): Locator => page.getByRole('listitem', { name })

beforeEach(() => {
  scriptAccount({ user: { subscription: 'pro-monthly' } })
  scriptVideo({}, 'pro')
})

describe('several links at once', () => {
  it('are checked line by line, and only the valid ones are processed', async () => {
    await open('/batch')
    await linksField.fill('kerf:sample 0:10-0:20\nhttps://example.org/page\nkerf:sample 9-3')
    await see(row('Line 2').getByText('This is not a link to a video.'))
    await see(row('Line 3').getByText('The end must be after the start.'))
    // Back on the form, the other lines can still be corrected.
    await button('Process 1 link').click()
    await seeText(/^1 clip, 0:10 in total, .* 2 lines will be skipped\.$/)
    await button('Change the links').click()
    await linksField.fill('https://example.org/page')
    await button('Process links').click()
    await seeText('Please fix or remove the marked lines first.')
  })

  it('are read and cut as one batch, which survives a reload and can be stopped', async () => {
    await open('/batch')
    await linksField.fill(`sample 0:10-0:20\n\nkerf:sample 0:30-1:10\nkerf:sample 3:00\n${YOUTUBE_LINK}`)
    // The pasted links survive a reload.
    await reload()
    answerRequests(({ url, body }) =>
      url.pathname === processVideo.path && body?.includes('youtu.be')
        ? Response.json({ error: 'This video is private.', code: 'video_private' }, { status: 422 })
        : undefined,
    )
    await button('Process 4 links').click()
    await seeText('Shortened to 1:00, the end of the video.')
    await seeText('The video is only 1:00 long. Please choose an earlier start.')
    await see(row(YOUTUBE_LINK).getByText('This video is private.'))
    await seeText(/^2 clips, 0:40 in total, .* 2 lines will be skipped\.$/)
    // The button disappears during the new attempt. The focus stays at the list.
    await pressOn(button(`Try again: ${YOUTUBE_LINK}`), '{Enter}')
    await seeFocusAround(page.getByRole('main').getByRole('heading', { level: 2 }).first())
    await seeText(/^2 clips, 0:40 in total, .* 2 lines will be skipped\.$/)
    await button(`Remove ${YOUTUBE_LINK}`).click()
    await seeText(/1 line will be skipped\.$/)
    await page.getByRole('combobox', { name: 'Quality for all' }).selectOptions('360p')
    document.documentElement.dataset.theme = 'dark'
    await expectNoFaults()

    const batchRequests = scriptCall(createBatch, () => exampleBatch())
    scriptCall(readBatch, () => exampleBatch())
    await button('Cut 2 clips').click()
    await see(page.getByRole('progressbar', { name: 'Progress of all clips' }))
    expect(batchRequests[0]?.body.items).toMatchObject([
      { quality: '360p', startTime: 10, endTime: 20 },
      { quality: '360p', startTime: 30, endTime: 60 },
    ])
    await expect.poll(() => addressParameter('id')).toBe(BATCH_ID)
    await reload()
    await seeText('1 of 2 clips finished')
    const cancellations = scriptCall(cancelBatch, finishedBatch)
    // The batch is finished only after the cancel call: the page polls, and a finished batch cannot be cancelled.
    scriptCall(readBatch, () => (cancellations.length > 0 ? finishedBatch() : exampleBatch()))
    await button('Cancel the rest').click()
    await see(button('Download zip (24.6 MB)'))
    await expectNoFaults()
  })

  it('can become one clip per chapter, up to the batch limit', async () => {
    const chapters = Array.from({ length: 12 }, (_, index) => ({
      title: `Part ${index + 1}`,
      startTime: index * 5,
      endTime: index * 5 + (index === 0 ? 0.5 : 5),
    }))
    scriptVideo({ chapters }, 'pro')
    const batchRequests = scriptCall(createBatch, () => exampleBatch())
    scriptCall(readBatch, () => exampleBatch())
    await open('/batch')
    await linksField.fill(`kerf:sample\nkerf:sample 0:10-0:20\n${YOUTUBE_LINK.replace('?t=4', '')}`)
    await button('Process 3 links').click()
    const oneEach = page.getByRole('button', { name: /^One clip per chapter: / })
    await expect.element(oneEach.nth(1)).toBeVisible()
    // A line with times is one clip.
    expect(oneEach.elements()).toHaveLength(2)
    await pressOn(oneEach.first(), '{Enter}')
    await seeFocusAround(heading('Your clips'))
    // The first part is shorter than any clip.
    await seeText(/^13 clips, /)
    await see(page.getByRole('listitem', { name: /· Part 2$/ }))
    await expectNoFaults()
    await oneEach.click()
    await seeToast('Chapters Listed', '8 of 11 chapters fit into one batch.')
    await seeText(/^20 clips, /)
    await page.getByRole('button', { name: /^Remove .*· Part 12$/ }).click()
    await button('Cut 19 clips').click()
    await expect.poll(() => batchRequests.length).toBe(1)
    const ranges = batchRequests[0]!.body.items.map(({ startTime, endTime }) => [startTime, endTime])
    expect(ranges.slice(0, 2)).toEqual([
      [5, 10],
      [10, 15],
    ])
    expect(ranges.slice(10)).toEqual([
      [10, 20],
      ...[1, 2, 3, 4, 5, 6, 7, 8].map((callNumber) => [callNumber * 5, callNumber * 5 + 5]),
    ])
  })

  it('stay cancelled if an earlier request answers late', async () => {
    const lateRead = Promise.withResolvers<void>()
    const batchReads = scriptCall(readBatch, async (_call, callNumber) => {
      if (callNumber === 2) await lateRead.promise
      return callNumber > 2 ? finishedBatch() : exampleBatch()
    })
    scriptCall(cancelBatch, finishedBatch)
    await open(`/batch?id=${BATCH_ID}`)
    await expect.poll(() => batchReads.length).toBe(2)
    await button('Cancel the rest').click()
    await see(button('Download zip (24.6 MB)'))
    // The held read is outdated by now.
    await expect.poll(() => batchReads.length).toBe(3)
    lateRead.resolve()
  })

  it('do not move a person who has opened another page', async () => {
    scriptCall(readContact, () => ({ chatUrl: null }))
    const lateBatch = Promise.withResolvers<Batch>()
    const batchRequests = scriptCall(createBatch, () => lateBatch.promise)
    const batchReads = scriptCall(readBatch, () => exampleBatch())
    await open('/batch')
    await linksField.fill('sample 0:10-0:20')
    await button('Process 1 link').click()
    await button('Cut 1 clip').click()
    await expect.poll(() => batchRequests.length).toBe(1)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Contact' }).first().click()
    await see(heading('Contact'))
    lateBatch.resolve(exampleBatch())
    await field('Message').fill('How exact is it?')
    expect(location.pathname).toBe('/contact')
    expect(batchReads).toHaveLength(0)
  })

  it('say so if they belong to another account, or are gone', async () => {
    scriptCall(readBatch, () => ({ refuse: 'not_found' }))
    await open(`/batch?id=${BATCH_ID}`)
    await seeText('This batch is no longer here.')
    await page.getByRole('link', { name: 'New batch' }).click()
    await see(linksField)
  })
})
