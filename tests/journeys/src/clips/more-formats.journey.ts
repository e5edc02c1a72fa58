import { listDownloads } from '@kerf/contract/download'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { exampleOwnDownload } from '../../../../apps/web/src/testing/examples/account-examples.ts'
import { it, itAtLength } from '../harness/at-length.ts'
import { PHONE } from '../harness/browser.ts'
import { scriptCall } from '../harness/servers/script-calls.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const section = (visit: Visit): Locator => visit.page.getByRole('region', { name: 'More formats' })
const row = (visit: Visit, name: string): Locator => section(visit).getByRole('listitem', { name, exact: true })
const opener = (visit: Visit): Locator => section(visit).getByRole('button', { name: 'More formats' })

/** Requests a clip, waits until it is cut, and returns the file that the browser saves. */
async function saveClip(visit: Visit, name: string): Promise<{ fileName: string; bytes: Uint8Array }> {
  const button = (label: RegExp) => row(visit, name).getByRole('button', { name: label })
  await button(/^Download /).click()
  const file = await visit.saveBy(button(/^Download \(\d/))
  return { fileName: file.name, bytes: await file.bytes() }
}

interface Decoded {
  width: number
  height: number
  frames: number
  milliseconds: number
}

/** Decodes every image of a file in the browser. */
function decode(visit: Visit, bytes: Uint8Array, type: string): Promise<Decoded> {
  return visit.page.evaluate(
    async ({ base64, type }) => {
      const data = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
      const decoder = new ImageDecoder({ data, type })
      await decoder.tracks.ready
      await decoder.completed
      const frames = decoder.tracks.selectedTrack?.frameCount ?? 0
      let [milliseconds, width, height] = [0, 0, 0]
      for (let frameIndex = 0; frameIndex < frames; frameIndex++) {
        const { image } = await decoder.decode({ frameIndex })
        milliseconds += (image.duration ?? 0) / 1000
        width = image.displayWidth
        height = image.displayHeight
        image.close()
      }
      return { width, height, frames, milliseconds }
    },
    { base64: Buffer.from(bytes).toString('base64'), type },
  )
}

describe('besides the grid', () => {
  it('the size that a visitor sees stays when earlier clips in another size come late', async () => {
    const visit = await stage.visit({ path: '/terms' })
    const lateList = Promise.withResolvers<void>()
    await scriptCall(visit, listDownloads, async () => {
      await lateList.promise
      const earlierRange = { quality: '360p', startTime: 4, endTime: 9 } as const
      const stillFrame = exampleOwnDownload('still', { ...earlierRange, quality: '480p', format: 'png' })
      return { downloads: [stillFrame, exampleOwnDownload('clip', earlierRange)] }
    })
    await visit.page.goto(new URL('/?url=sample', stage.kerf.url).href)
    await visit.seeVideo('One day outside, in six shots')
    await opener(visit).click()
    const size = section(visit).getByRole('combobox').first()
    const initialSize = await size.inputValue()
    expect(initialSize).not.toBe('480p')
    lateList.resolve()
    await visit
      .option('360p')
      .getByRole('button', { name: /^Save your clip/ })
      .waitFor()
    expect(await size.inputValue()).toBe(initialSize)
  })

  it('stay closed when earlier clips come late, once a visitor has begun; after a reload they are in sight', async () => {
    const visit = await stage.visit({ path: '/terms' })
    let lateList = Promise.withResolvers<void>()
    await scriptCall(visit, listDownloads, async () => {
      await lateList.promise
      const earlierRange = { quality: '360p', startTime: 4, endTime: 9 } as const
      const stillFrame = exampleOwnDownload('still', { ...earlierRange, format: 'png' })
      return { downloads: [stillFrame, exampleOwnDownload('clip', earlierRange)] }
    })
    await visit.page.goto(new URL('/?url=sample', stage.kerf.url).href)
    await visit.seeVideo('One day outside, in six shots')
    await opener(visit).waitFor()
    await visit.typeTime('Start Time', '0:02')
    lateList.resolve()
    await visit
      .option('360p')
      .getByRole('button', { name: /^Save your clip/ })
      .waitFor()
    expect(await opener(visit).getAttribute('aria-expanded')).toBe('false')

    lateList = Promise.withResolvers<void>()
    await visit.page.reload()
    await visit.seeVideo('One day outside, in six shots')
    lateList.resolve()
    await opener(visit).and(visit.page.locator('[aria-expanded="true"]')).waitFor()
  })

  it('a part of up to 15 seconds is a GIF, once it is no longer than that', async () => {
    const visit = await stage.visit()
    await visit.openSample()
    await opener(visit).click()
    await row(visit, 'GIF').getByText('Up to 15 s. Your range is 1:00.').waitFor()
    expect(await row(visit, 'GIF').getByRole('button', { name: 'Unavailable' }).isDisabled()).toBe(true)
    await visit.typeRange('0:07', '0:08')
    await visit.expectNoFaults()

    const { fileName, bytes } = await saveClip(visit, 'GIF')
    expect(fileName).toBe('kerf_animation.gif')
    // The GIF has every third frame of the sample.
    expect(await decode(visit, bytes, 'image/gif')).toEqual({ width: 480, height: 270, frames: 10, milliseconds: 1000 })

    await row(visit, 'GIF').getByRole('button', { name: 'How exact is this?' }).click()
    await row(visit, 'GIF').getByText('255 colours').waitFor()
  })

  // image-outputs.test.ts covers the file itself.
  itAtLength('the frame at the start is a PNG, also by thumb and after a reload', async () => {
    const visit = await stage.visit({ screen: PHONE })
    await visit.openSample()
    await visit.typeRange('0:31', '0:32')
    await opener(visit).click()
    const { fileName, bytes } = await saveClip(visit, 'Still frame, 360p')
    expect(fileName).toBe('kerf_360p_still.png')
    expect(await decode(visit, bytes, 'image/png')).toMatchObject({ width: 640, height: 360, frames: 1 })

    await visit.page.reload()
    const stillRow = row(visit, 'Still frame, 360p')
    await stillRow.getByRole('button', { name: /^Download \(\d/ }).waitFor()
    await row(visit, 'Original, 360p').getByText('MP4, H.264 as in the source').waitFor()
    await section(visit).getByLabel('Size of original and still frame').selectOption('1080p (HD)')
    await row(visit, 'Still frame, 1080p (HD)').getByRole('button', { name: 'Sign Up Required' }).waitFor()
  })
})
