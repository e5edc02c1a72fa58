import { createBatch, readBatch } from '@kerf/contract/batch'
import { listDownloads, readDownload, requestDownload } from '@kerf/contract/download'
import { describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { open, reload } from '../../../testing/app.tsx'
import { showOnOneOfBothScreens } from '../../../testing/at-length.ts'
import { exampleOwnDownload, NO_CLIP_FIELDS } from '../../../testing/examples/account-examples.ts'
import { BATCH_ID, exampleBatch, finishedBatch } from '../../../testing/examples/batch-examples.ts'
import {
  button,
  expectNoFaults,
  heading,
  pressOn,
  pressTwice,
  region,
  saveBy,
  see,
  seeFocus,
  seeText,
  seeToast,
} from '../../../testing/screen.ts'
import { answerRequests, scriptCall } from '../../../testing/scripted-server.ts'
import {
  addressParameter,
  openFold,
  openSample,
  optionButton,
  scriptVideo,
  seeRange,
  seeSample,
  typeRange,
  typeTime,
} from '../../../testing/video.ts'

const rows = page.getByRole('list', { name: 'Ranges in order' }).getByRole('listitem')
const times = () =>
  rows.elements().map((row) => /(\d:\d\d\.\d{3}) to (\d:\d\d\.\d{3})/.exec((row as HTMLElement).innerText)?.[0])

describe('several ranges of one video', () => {
  it('can be added, changed, reordered and joined, and are in the address', async () => {
    scriptVideo({}, 'pro')
    await openSample('&start=10&end=20')
    await userEvent.keyboard('a')
    await expect.poll(times).toEqual(['0:10.000 to 0:20.000'])
    // With one listed range, the options are still for the range on the timeline.
    expect(optionButton('360p', 'Download').length).toBe(1)
    await typeRange('0:30', '0:42')
    await openFold('More')
    await button('Add range').click()
    await seeText('2 ranges, 0:22 in total. Only these ranges are included.')
    await seeText(/^Estimated sizes for 0:22\./)
    await expect.poll(() => document.querySelectorAll('.timeline .timeline-marks > b').length).toBe(2)

    // The handles edit a listed range, and the list shows each change at once.
    await button('Edit range 1 on the timeline').click()
    await seeRange(10, 20)
    await typeTime('End Time', '0:15.5')
    await expect.poll(times).toEqual(['0:10.000 to 0:15.500', '0:30.000 to 0:42.000'])
    await button('Done with range 1').click()
    await typeTime('End Time', '0:19')
    await pressOn(button('Move range 1 down'), '{Enter}')
    await expect.poll(times).toEqual(['0:30.000 to 0:42.000', '0:10.000 to 0:15.500'])
    await seeFocus(button('Move range 2 down'))
    await expect.poll(() => addressParameter('ranges')).toBe('30-42,10-15.5')
    await expectNoFaults()

    await reload()
    await seeSample()
    await seeText('2 ranges, 0:17.5 in total. Only these ranges are included.')
    const ranges = [
      { startTime: 30, endTime: 42 },
      { startTime: 10, endTime: 15.5 },
    ]
    const joinedDownload = exampleOwnDownload('joined', { quality: '360p', startTime: 10, endTime: 42, ranges })
    const calls = scriptCall(requestDownload, () => ({
      ...joinedDownload,
      ...NO_CLIP_FIELDS,
      status: 'processing' as const,
    }))
    scriptCall(readDownload, () => joinedDownload)
    scriptCall(listDownloads, () => ({ downloads: calls.length > 0 ? [joinedDownload] : [] }))
    await optionButton('360p', 'Join 2 ranges').click()
    await see(optionButton('360p', /^Download \(12\.3\sMB\) 360p, MP4$/))
    expect(calls.map(({ body }) => body)).toEqual([{ quality: '360p', format: 'mp4', ranges }])

    // Another order is another clip; the first one stays available.
    await button('Move range 1 down').click()
    await see(optionButton('360p', 'Join 2 ranges'))
    await see(optionButton('360p', 'Save your clip of 2 ranges joined, 0:17.5'))
    // The focus moves to the range that takes the place of the removed one.
    await pressOn(button('Remove range 1'), '{Enter}')
    await seeFocus(button('Edit range 1 on the timeline'))
    await see(optionButton('360p', 'Download'))
  })

  it('are cut into one clip each, shown as one batch, and saved as one zip', async () => {
    scriptVideo({}, 'pro')
    await showOnOneOfBothScreens()
    await openSample('&clips=10-20,30-42')
    await expect.element(button('Separate clips')).toHaveAttribute('aria-pressed', 'true')
    const batchRequests = scriptCall(createBatch, () => exampleBatch())
    let isFinished = false
    scriptCall(readBatch, () => (isFinished ? finishedBatch() : exampleBatch()))
    await pressTwice(optionButton('360p', 'Cut 2 clips'))
    const batch = region('Your batch of 2 clips')
    await seeText('2nd in line', batch)
    isFinished = true
    const items = batchRequests.map(({ body }) => body.items.map(({ startTime, endTime }) => [startTime, endTime]))
    expect(items).toEqual([
      [
        [10, 20],
        [30, 42],
      ],
    ])
    await seeText('The source did not answer in time. Please try again. Not counted towards your limit.', batch)
    await seeToast('Download Ready!', '1 clip in one zip.')
    const savedZip = await saveBy(batch.getByRole('button', { name: 'Download zip (24.6 MB)' }))
    // The browser saves the zip without a script of the page, under the server's name.
    expect(new URL(savedZip.url).pathname).toBe(`/api/batch/${BATCH_ID}/file`)
    expect(savedZip.name).toBe('kerf_batch_2026-11-20.zip')
    await expectNoFaults()

    // Each clip can also be saved by itself. The page requests its first byte beforehand.
    answerRequests(({ url }) => (url.pathname.endsWith('/file') ? new Response('.', { status: 206 }) : undefined))
    const savedClip = await saveBy(batch.getByRole('button', { name: /^Download: / }))
    expect(new URL(savedClip.url).pathname).toMatch(/^\/api\/download\/one.*\/file$/)

    await reload()
    await seeText('1 of 2 clips finished, 1 failed, not counted', region('Your batch of 2 clips'))
  })

  it('are explained to a user without Pro, and a shared list opens one by one', async () => {
    scriptVideo()
    await showOnOneOfBothScreens()
    await openSample()
    await openFold('More')
    await button('Add range PRO').click()
    await seeText(/^Premium Feature\.$/)
    expect(rows.length).toBe(0)
    await open('/?url=sample&ranges=10-20,30-42')
    await seeText(/Cutting them all at once comes with Pro/)
    await button('Edit range 2 on the timeline').click()
    await seeRange(30, 42)
    await seeSample()
    await see(optionButton('360p', 'Download'))
    await expectNoFaults()
    await page.getByRole('main').getByRole('link', { name: 'See plans' }).first().click()
    await see(heading('Every plan cuts exactly'))
  })
})
