import { listDownloads } from '@kerf/contract/download'
import { describe, expect, it } from 'vitest'
import { open, reload } from '../../../testing/app.tsx'
import { exampleOwnDownload } from '../../../testing/examples/account-examples.ts'
import { expectNoFaults, region, see, seeText } from '../../../testing/screen.ts'
import { scriptCall } from '../../../testing/scripted-server.ts'
import { openSample, option, scriptVideo, seeSample, typeRange, typeTime } from '../../../testing/video.ts'

const section = region('More formats')
const opener = section.getByRole('button', { name: 'More formats' })
const savedClip = option('360p').getByRole('button', { name: /^Save your clip/ })

/** Answers the list of earlier clips, a clip and a frame of this quality, when `answer` is called. */
function scriptLateClips(quality: '360p' | '480p') {
  let lateList = Promise.withResolvers<void>()
  scriptCall(listDownloads, async () => {
    await lateList.promise
    const earlierRange = { quality: '360p', startTime: 4, endTime: 9 } as const
    const stillFrame = exampleOwnDownload('still', { ...earlierRange, quality, format: 'png' })
    return { downloads: [stillFrame, exampleOwnDownload('clip', earlierRange)] }
  })
  return {
    answer: () => lateList.resolve(),
    holdNext: () => {
      lateList = Promise.withResolvers<void>()
    },
  }
}

describe('the formats besides the grid', () => {
  it("keep the visitor's size when earlier clips in another size arrive late", async () => {
    scriptVideo()
    const clips = scriptLateClips('480p')
    await open('/?url=sample')
    await seeSample()
    await opener.click()
    const size = section.getByRole('combobox').first()
    const readSize = () => (size.element() as HTMLSelectElement).value
    const initialSize = readSize()
    expect(initialSize).not.toBe('480p')
    clips.answer()
    await see(savedClip)
    expect(readSize()).toBe(initialSize)
  })

  it('stay closed when earlier clips arrive late, but are visible after a reload', async () => {
    scriptVideo()
    const clips = scriptLateClips('360p')
    await open('/?url=sample')
    await seeSample()
    await see(opener)
    await typeTime('Start Time', '0:02')
    clips.answer()
    await see(savedClip)
    await expect.element(opener).toHaveAttribute('aria-expanded', 'false')

    clips.holdNext()
    await reload()
    await seeSample()
    clips.answer()
    await expect.element(opener).toHaveAttribute('aria-expanded', 'true')
  })

  it('offer a GIF if the range is at most 15 seconds', async () => {
    scriptVideo()
    await openSample()
    await opener.click()
    const row = section.getByRole('listitem', { name: 'GIF', exact: true })
    await seeText('Up to 15 s. Your range is 1:00.', row)
    await expect.element(row.getByRole('button', { name: 'Unavailable' })).toBeDisabled()
    await typeRange('0:07', '0:08')
    await see(row.getByRole('button', { name: /^Download / }))
    await expectNoFaults()
  })
})
