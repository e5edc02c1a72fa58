import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { describe, expect } from 'vitest'
import { it, itAtLength } from '../harness/at-length.ts'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { cutSelection, visitWithSample, withWrongClock } from '../harness/sample-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false })

const TITLE = 'One day outside, in six shots'

const moreFormats = (visit: Visit): Locator => visit.region('More formats')
const openMoreFormats = (visit: Visit) => moreFormats(visit).getByRole('button', { name: 'More formats' }).click()
const formatRow = (visit: Visit, name: string): Locator =>
  moreFormats(visit).getByRole('listitem', { name, exact: true })
const saveFormat = (visit: Visit, name: string) =>
  visit.saveBy(formatRow(visit, name).getByRole('button', { name: /^Download \(\d/ }))

const playerSeconds = (player: Locator): Promise<number> =>
  player.evaluate((element: Element) => (element as HTMLMediaElement).currentTime)

describe('a finished clip', () => {
  it('plays in its row by keyboard, as audio if it has no video, and can be closed', async () => {
    const visit = await visitWithSample(testbed)
    await cutSelection(visit)
    await visit.optionButton('360p', 'Play').focus()
    await visit.page.keyboard.press('Enter')
    const player = visit.option('360p').getByLabel('The clip: 360p, MP4', { exact: true })
    await expect.poll(() => playerSeconds(player), PATIENTLY).toBeGreaterThan(0.2)
    expect(
      await player.evaluate((element: Element) => {
        const { duration, videoWidth, controls } = element as HTMLVideoElement
        return [Math.round(duration), videoWidth, controls]
      }),
    ).toEqual([2, 640, true])
    // The player can seek to any part of the clip.
    await player.evaluate((element: Element) => {
      const video = element as HTMLVideoElement
      video.pause()
      video.currentTime = 1.5
    })
    await expect.poll(() => playerSeconds(player), PATIENTLY).toBe(1.5)
    await visit.seeFocus(visit.optionButton('360p', 'Close player'))
    await visit.expectNoFaults()
    await visit.page.keyboard.press('Enter')
    await player.waitFor({ state: 'detached' })
    await visit.seeFocus(visit.optionButton('360p', 'Play'))

    const audio = 'Audio (MP3, 320 kbps)'
    await visit.optionButton(audio, 'Download').click()
    await visit.optionButton(audio, 'Play').click()
    const audioPlayer = visit.option(audio).locator('audio')
    await expect.poll(() => playerSeconds(audioPlayer), PATIENTLY).toBeGreaterThan(0.2)
  })

  it('is shown if it is an animation, and saved with every frame', async () => {
    const visit = await visitWithSample(testbed)
    await openMoreFormats(visit)
    const row = formatRow(visit, 'GIF')
    await row.getByRole('button', { name: /^Download / }).click()
    await row.getByRole('button', { name: /^Play / }).click()
    const image = row.getByRole('img', { name: /^The clip: GIF/ })
    await expect
      .poll(() => image.evaluate((element: Element) => (element as HTMLImageElement).naturalWidth), PATIENTLY)
      .toBe(480)
    const file = await saveFormat(visit, 'GIF')
    expect(file.name).toBe('kerf_animation.gif')
    // The GIF has every third frame of the sample.
    const frames = { width: 480, height: 270, frames: 20, milliseconds: 2000 }
    expect(await decode(visit, await file.bytes(), 'image/gif')).toEqual(frames)
    await row.getByRole('button', { name: 'How exact is this?' }).click()
    await row.getByText('255 colours').waitFor()
  })

  // image-outputs.test.ts covers the file itself.
  itAtLength('is a PNG if it is the frame at the start, even by touch and after a reload', async () => {
    const visit = await testbed.visit({ screen: PHONE })
    await visit.openSample()
    await visit.typeRange('0:31', '0:32')
    await openMoreFormats(visit)
    const stillRow = formatRow(visit, 'Still frame, 360p')
    await stillRow.getByRole('button', { name: /^Download / }).click()
    const file = await saveFormat(visit, 'Still frame, 360p')
    expect(file.name).toBe('kerf_360p_still.png')
    expect(await decode(visit, await file.bytes(), 'image/png')).toMatchObject({ width: 640, height: 360, frames: 1 })

    await visit.page.reload()
    await stillRow.getByRole('button', { name: /^Download \(\d/ }).waitFor()
    await formatRow(visit, 'Original, 360p').getByText('MP4, H.264 as in the source').waitFor()
    await moreFormats(visit).getByLabel('Size of original and still frame').selectOption('1080p (HD)')
    await formatRow(visit, 'Still frame, 1080p (HD)').getByRole('button', { name: 'Sign Up Required' }).waitFor()
  })

  it('is saved under its title and times on request, even after a reload', async () => {
    const visit = await visitWithSample(testbed)
    const names = visit.region('More formats').getByRole('combobox', { name: 'File names' })
    await names.selectOption('Title and times')
    await cutSelection(visit)
    expect((await visit.save('360p')).name).toBe('One day outside, in six shots 0.04-0.06.mp4')
    await visit.page.reload()
    expect((await visit.save('360p')).name).toBe('One day outside, in six shots 0.04-0.06.mp4')
    await names.selectOption('Quality')
    expect((await visit.save('360p')).name).toBe('kerf_360p.mp4')
    expect(await visit.page.evaluate(() => localStorage.getItem('kerf:file-names'))).toBeNull()
  })

  it('shows a receipt of its exactness and cost, survives a reload, and goes when another tab deletes it', async () => {
    const visit = await visitWithSample(testbed)
    await cutSelection(visit)
    await visit.seeToast('Download Ready!')
    await visit.optionButton('360p', 'How exact is this?').click()
    const stats = (part: string) => visit.page.getByRole('group', { name: part }).locator('dl > div').allTextContents()
    // The whole receipt appears at once, shortly after the press.
    await expect
      .poll(() => stats('Your clip'), PATIENTLY)
      .toEqual(['Frames60', 'First frame0:04.000', 'Last frame0:05.967', 'Length0:02.000', 'Frame size640 × 360'])
    const [originalLine, rebuiltLine, audioLine] = await stats('Accuracy')
    const countOf = (line: string | undefined) => Number(/\d+$/.exec(line ?? '')?.[0])
    expect(countOf(originalLine) + countOf(rebuiltLine)).toBe(60)
    expect(audioLine).toBe('Audio offset0.0 ms')
    expect(await stats('Processing')).toEqual([
      expect.stringMatching(/^Data read\d+\.\d MB$/),
      expect.stringMatching(/^Processing time\d+\.\d s$/),
    ])

    // A page that could not load its downloads tries again by itself.
    visit.expectComplaint(/status of 500 .*\/downloads$/)
    await visit.answerOnce('*/downloads', { status: 500 })
    await visit.page.reload()
    await visit.optionButton('360p', /^Download \(/).waitFor()

    // Browsers inside other apps save no links, so the file opens in a window, which closes when its download begins.
    await visit.page.evaluate('delete HTMLAnchorElement.prototype.download')
    const [downloadEvent] = await Promise.all([
      visit.page.waitForEvent('download'),
      visit.context.waitForEvent('page'),
      visit.optionButton('360p', /^Download \(/).click(),
    ])
    expect(downloadEvent.suggestedFilename()).toBe('kerf_360p.mp4')

    // A clip that was deleted in another tab can be requested again in this one.
    const secondTab = await visit.openTab(visit.page.url())
    await secondTab.optionButton('360p', 'How exact is this?').click()
    await secondTab.optionButton('360p', 'Delete now').dblclick()
    await secondTab.optionButton('360p', 'Really delete?').click()
    await visit.optionButton('360p', 'Download').waitFor()
  })

  it("counts down by the server's clock, even if the visitor's is days ahead", async () => {
    const visit = await visitWithSample(testbed, withWrongClock)
    await cutSelection(visit)
    await visit
      .option('360p')
      .getByText(/^MP4, H\.264, deleted in (24 h|23 h 5\d min)$/)
      .waitFor()
    await visit.optionButton('360p', 'How exact is this?').click()
    await visit.seeText(/^Available until tomorrow \d\d:\d\d, (24 h|23 h 5\d min) from now\.$/)
  })
})

describe('the home page', () => {
  it("lists this browser's clips, which can be played, saved and opened, until they are deleted", async () => {
    const visit = await visitWithSample(testbed)
    await cutSelection(visit)
    await visit.typeRange('0:10', '0:12.5')
    await cutSelection(visit)
    await goHome(visit)
    const recentRegion = visit.region('Recent')
    const rows = recentRegion.getByRole('listitem', { name: `${TITLE}, 360p`, exact: true })
    await rows.nth(1).waitFor()
    expect(await rows.locator('.row-title + p').allTextContents()).toEqual([
      expect.stringMatching(/^360p0:10 to 0:12\.5.*\s[kM]Bdeleted in (24 h|23 h 5\d min)$/),
      expect.stringMatching(/^360p0:04 to 0:06.*\s[kM]Bdeleted in (24 h|23 h 5\d min)$/),
    ])
    await visit.expectNoFaults()
    const row = rows.first()
    const actionButton = (name: string) => row.getByRole('button', { name: `${name} ${TITLE}, 360p`, exact: true })
    await actionButton('Play').click()
    await expect.poll(() => playerSeconds(row.locator('video')), PATIENTLY).toBeGreaterThan(0.2)
    await actionButton('Close player').click()
    expect((await visit.saveBy(actionButton('Download'))).name).toBe('kerf_360p.mp4')

    await actionButton('Delete now').click()
    await actionButton('Really delete?').click()
    await visit.seeToast('Clip Deleted')
    await expect.poll(() => rows.count(), PATIENTLY).toBe(1)
    expect(await row.locator('.row-title + p').textContent()).toContain('0:04 to 0:06')
    // The focus stays in the list.
    expect(await recentRegion.evaluate((section: Element) => section.contains(document.activeElement))).toBe(true)

    await row.getByRole('link', { name: /^Open trim/ }).click()
    await visit.seeVideo(TITLE)
    expect(await visit.readRange()).toEqual([4, 6])
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await visit.optionButton('360p', 'Delete now').click()
    await visit.optionButton('360p', 'Really delete?').click()
    await visit.optionButton('360p', 'Cut again').waitFor()
    await goHome(visit)
    await expect.poll(() => readStoredClips(visit), PATIENTLY).toBeNull()
    expect(await recentRegion.count()).toBe(0)

    // A visitor without clips does not load the list of clips.
    const requestCount = visit.requestedUrls.length
    await visit.page.reload()
    await visit.linkField.waitFor()
    await delay(0)
    const listRequests = visit.requestedUrls.slice(requestCount).filter((url) => url.endsWith('/api/download'))
    expect(listRequests).toEqual([])
  })
})

const readStoredClips = (visit: Visit) => visit.page.evaluate(() => localStorage.getItem('kerf:clips'))

async function goHome(visit: Visit): Promise<void> {
  await visit.page.goto(new URL('/', visit.page.url()).href)
  await visit.linkField.waitFor()
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
