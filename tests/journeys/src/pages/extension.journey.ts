import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LANGUAGES } from '@kerf/messages/languages'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { videoIds } from '@kerf/standins/youtube/videos'
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { browserWithExtension, buildExtension, extensionBrowser } from '../harness/extension.ts'
import { findAccessibilityFaults } from '../harness/find-accessibility-faults.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { linkTo, type OfflineYoutube, startOfflineYoutube } from '../harness/youtube.ts'

const testbed = openTestbed({ youtube: false })
const folder = temporaryDirectory()

describe.skipIf(extensionBrowser === null)('the browser extension', () => {
  let browser: Awaited<ReturnType<typeof browserWithExtension>>
  let context: BrowserContext
  // This stand-in is separate from the server's, so that only requests of the extension's browser are counted.
  let youtube: OfflineYoutube
  beforeAll(async () => {
    youtube = await startOfflineYoutube()
    browser = await browserWithExtension(extensionBrowser!, youtube.standin.proxyUrl)
    context = browser.context
  })
  afterAll(async () => {
    await browser?.close()
    await youtube?.close()
  })

  async function watchVideo(videoId: string): Promise<Page> {
    const page = await context.newPage()
    await page.goto(linkTo(videoId))
    await page.getByRole('button', { name: 'Mark clips' }).waitFor()
    return page
  }
  const seek = (page: Page, seconds: number) =>
    page.locator('video').evaluate(async (video: HTMLVideoElement, time) => {
      const seekEnd = new Promise((resolve) => video.addEventListener('seeked', resolve, { once: true }))
      video.currentTime = time
      await seekEnd
    }, seconds)
  const marks = (page: Page) => page.getByRole('list', { name: 'Marks' }).getByRole('listitem').allInnerTexts()

  it("marks start and end by keys and buttons, and opens the marks in the visitor's Kerf", async () => {
    const page = await watchVideo(videoIds.ordinary)
    await seek(page, 2)
    await page.keyboard.press('Alt+i')
    await page.getByText('In at 0:02. Now mark out.').waitFor()
    await seek(page, 4.5)
    await page.keyboard.press('Alt+o')
    await expect.poll(() => marks(page), PATIENTLY).toEqual([expect.stringContaining('0:02 – 0:04.5')])
    await page.getByRole('button', { name: 'Go to 0:02 – 0:04.5' }).click()
    await expect.poll(() => page.locator('video').evaluate((video: HTMLVideoElement) => video.currentTime)).toBe(2)
    // Faults of the stand-in's own page do not count.
    expect((await findAccessibilityFaults(page)).filter((fault) => fault.includes('kerf-marks'))).toEqual([])

    const firstOpening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Cut in Kerf' }).click()
    const kerf = await firstOpening
    await kerf.getByLabel('Address of your Kerf').fill('no address')
    await kerf.getByRole('button', { name: 'Save and open' }).click()
    await kerf.getByText('Enter an address like https://kerf.example.').waitFor()
    expect(await findAccessibilityFaults(kerf)).toEqual([])
    await kerf.getByLabel('Address of your Kerf').fill(testbed.kerf.url)
    await kerf.getByRole('button', { name: 'Save and open' }).click()
    await kerf.getByRole('slider', { name: 'Start' }).waitFor()
    await expect
      .poll(
        () =>
          kerf
            .getByRole('textbox', { name: /^(Start|End)/ })
            .evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value)),
        PATIENTLY,
      )
      .toEqual(['0:02.000', '0:04.500'])

    await page.getByRole('button', { name: 'Mark in' }).click()
    await seek(page, 9)
    await page.getByRole('button', { name: 'Mark out' }).click()
    expect(await marks(page)).toHaveLength(2)
    const secondOpening = context.waitForEvent('page')
    await page.getByRole('button', { name: 'Cut in Kerf' }).click()
    // The address is requested only once.
    const secondKerf = await secondOpening
    await secondKerf.waitForURL(`${testbed.kerf.url}/**`)
    expect(new URL(secondKerf.url()).origin).toBe(new URL(testbed.kerf.url).origin)
  })

  it('marks nothing during typing, an ad, or a live video', async () => {
    const page = await watchVideo(videoIds.ordinary)
    await page.evaluate(() => document.body.append(document.createElement('textarea')))
    await page.locator('textarea').press('Alt+i')
    await page.locator('textarea').evaluate((field) => field.remove())
    expect(await page.getByText('In at').count()).toBe(0)
    const player = page.locator('#movie_player')
    await player.evaluate((element) => element.classList.add('ad-showing'))
    await page.keyboard.press('Alt+i')
    await page.getByText('Wait until the ad is over.').waitFor()
    const livePage = await watchVideo(videoIds.liveNow)
    await livePage.keyboard.press('Alt+i')
    await livePage.getByText('A live video cannot be cut.').waitFor()
  })

  it("keeps each video's marks while YouTube changes videos without a new page, and leaves with the last", async () => {
    const page = await watchVideo(videoIds.ordinary)
    await seek(page, 3)
    await page.keyboard.press('Alt+i')
    const goTo = (path: string) => page.evaluate((to) => history.pushState(null, '', to), path)
    await goTo(`/watch?v=${videoIds.captioned}`)
    await expect.poll(() => page.getByText('In at 0:03').count(), PATIENTLY).toBe(0)
    await seek(page, 5)
    await page.keyboard.press('Alt+o')
    await page.getByText('Mark in first.').waitFor()
    await goTo(`/watch?v=${videoIds.ordinary}`)
    await expect.poll(() => page.getByText('Mark in first.').count(), PATIENTLY).toBe(0)
    await page.keyboard.press('Alt+o')
    await expect.poll(() => marks(page), PATIENTLY).toEqual([expect.stringContaining('0:03 – 0:05')])
    await goTo('/')
    await expect
      .poll(
        () =>
          page
            .getByRole('button', { name: 'Mark clips' })
            .or(page.getByRole('button', { name: 'Hide marks' }))
            .count(),
        PATIENTLY,
      )
      .toBe(0)

    // Back at a video, its marks are there, and the keys work for the visible panel.
    await goTo(`/watch?v=${videoIds.ordinary}`)
    await page.getByRole('button', { name: /^(Mark clips|Hide marks)$/ }).waitFor()
    await page.keyboard.press('Alt+i')
    await page.getByText('In at 0:05').waitFor()
    await expect.poll(() => marks(page), PATIENTLY).toEqual([expect.stringContaining('0:03 – 0:05')])
  })

  it.each(['chrome', 'firefox'] as const)("has no permission except YouTube's pages: %s", async (name) => {
    const extensionFolder = await buildExtension(folder, name)
    const manifest = JSON.parse(await readFile(join(extensionFolder, 'manifest.json'), 'utf8'))
    const { permissions = [], host_permissions: hosts = [], optional_permissions: optionalPermissions = [] } = manifest
    const { web_accessible_resources: accessibleResources = [], content_scripts: scripts } = manifest
    expect([manifest.manifest_version, permissions, hosts, optionalPermissions, accessibleResources]).toEqual([
      3,
      [],
      [],
      [],
      [],
    ])
    expect(scripts).toMatchObject([{ matches: ['https://www.youtube.com/*'] }])
    for (const language of LANGUAGES) {
      const words = JSON.parse(await readFile(join(extensionFolder, '_locales', language, 'messages.json'), 'utf8'))
      expect(words.remove.message).toContain('$1')
    }
  })

  it('requests nothing from YouTube', async () => {
    const requestCount = youtube.standin.requests().length
    const page = await watchVideo(videoIds.ordinary)
    await page.keyboard.press('Alt+i')
    await page.getByText('In at').waitFor()
    // The browser also sends requests of its own, to other hosts.
    const requests = youtube.standin.requests().slice(requestCount)
    const paths = requests
      .filter(({ method, host }) => method !== 'CONNECT' && host === 'www.youtube.com')
      .map(({ path }) => path)
    expect(paths.filter((path) => path !== '/watch' && !path.startsWith('/__standin/'))).toEqual([])
  })
})
