import { setTimeout as delay } from 'node:timers/promises'
import type { Locator } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { PATIENTLY, PHONE } from '../harness/browser.ts'
import { countRequests, cut, visitWithSample } from '../harness/sample-clip.ts'
import { openStage } from '../harness/servers/stage.ts'
import type { Visit } from '../harness/visit.ts'

const stage = openStage({ youtube: false })

const TITLE = 'One day outside, in six shots'

const secondsOf = (player: Locator): Promise<number> =>
  player.evaluate((element: Element) => (element as HTMLMediaElement).currentTime)

describe('a finished clip', () => {
  it('plays in its row by keyboard, is heard where it is audio alone, and is closed again', async () => {
    const visit = await visitWithSample(stage)
    await cut(visit)
    await visit.optionButton('360p', 'Play').focus()
    await visit.page.keyboard.press('Enter')
    const player = visit.option('360p').getByLabel('The clip: 360p, MP4', { exact: true })
    await expect.poll(() => secondsOf(player), PATIENTLY).toBeGreaterThan(0.2)
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
    await expect.poll(() => secondsOf(player), PATIENTLY).toBe(1.5)
    await visit.seeFocus(visit.optionButton('360p', 'Close player'))
    await visit.expectNoFaults()
    await visit.page.keyboard.press('Enter')
    await player.waitFor({ state: 'detached' })
    await visit.seeFocus(visit.optionButton('360p', 'Play'))

    const audio = 'Audio (MP3, 320 kbps)'
    await visit.optionButton(audio, 'Download').click()
    await visit.optionButton(audio, 'Play').click()
    const audioPlayer = visit.option(audio).locator('audio')
    await expect.poll(() => secondsOf(audioPlayer), PATIENTLY).toBeGreaterThan(0.2)
  })

  it('is seen where it is an animation', async () => {
    const visit = await visitWithSample(stage)
    const moreFormats = visit.region('More formats')
    await moreFormats.getByRole('button', { name: 'More formats' }).click()
    const row = moreFormats.getByRole('listitem', { name: 'GIF', exact: true })
    await row.getByRole('button', { name: /^Download / }).click()
    await row.getByRole('button', { name: /^Play / }).click()
    const image = row.getByRole('img', { name: /^The clip: GIF/ })
    await expect
      .poll(() => image.evaluate((element: Element) => (element as HTMLImageElement).naturalWidth), PATIENTLY)
      .toBe(480)
  })

  it('is shared as a file where the browser takes one, else as a link, and a share that is closed is no failure', async () => {
    const visit = await visitWithSample(stage, withShare)
    await cut(visit)
    const share = visit.optionButton('360p', 'Share')
    await share.click()
    await expect.poll(() => readShares(visit), PATIENTLY).toHaveLength(1)
    const size = (await visit.save('360p')).bytes.length
    expect(await readShares(visit)).toEqual([
      { title: TITLE, files: [{ name: 'kerf_360p.mp4', type: 'video/mp4', size, head: 'ftyp' }] },
    ])

    await configureShare(visit, { takesFiles: false })
    await share.click()
    await expect.poll(() => readShares(visit), PATIENTLY).toHaveLength(2)
    expect((await readShares(visit))[1]).toEqual({
      title: TITLE,
      url: `${new URL(visit.page.url()).origin}/?url=sample&start=4&end=6`,
      files: [],
    })

    // The old toast is dismissed, so that it is not taken for a new one.
    await visit.button('Dismiss').click()
    await configureShare(visit, { fails: 'AbortError' })
    await share.click()
    await expect.poll(() => readShares(visit), PATIENTLY).toHaveLength(3)
    await visit.optionButton('360p', 'Share').waitFor()
    expect(await visit.toasts.count()).toBe(0)

    await configureShare(visit, { fails: 'DataError' })
    await share.click()
    await visit.seeToast('Sharing Failed')
    await configureShare(visit, { takesFiles: true, fails: 'NotAllowedError' })
    await share.click()
    await visit.seeToast('Ready to Share', 'Press Share again.')
    const fileRequests = countRequests(visit, /\/file$/)
    await configureShare(visit, { fails: null })
    await share.click()
    await expect.poll(() => readShares(visit), PATIENTLY).toHaveLength(6)
    expect(countRequests(visit, /\/file$/)).toBe(fileRequests)
  })

  it('has no button to share it where the browser cannot', async () => {
    const visit = await visitWithSample(stage, ({ page }) =>
      page.addInitScript(() => {
        Reflect.deleteProperty(Navigator.prototype, 'share')
      }),
    )
    await cut(visit)
    await visit.optionButton('360p', 'Play').waitFor()
    expect(await visit.optionButton('360p', 'Share').count()).toBe(0)
  })

  it('is saved by its title and times where that is chosen, also after a reload', async () => {
    const visit = await visitWithSample(stage)
    const names = visit.region('More formats').getByRole('combobox', { name: 'File names' })
    await names.selectOption('Title and times')
    await cut(visit)
    expect((await visit.save('360p')).name).toBe('One day outside, in six shots 0.04-0.06.mp4')
    await visit.page.reload()
    expect((await visit.save('360p')).name).toBe('One day outside, in six shots 0.04-0.06.mp4')
    await names.selectOption('Quality')
    expect((await visit.save('360p')).name).toBe('kerf_360p.mp4')
    expect(await visit.page.evaluate(() => localStorage.getItem('kerf:file-names'))).toBeNull()
  })
})

describe('the home page', () => {
  it('lists the clips of this browser until they are deleted: they are played, saved and opened there', async () => {
    const visit = await visitWithSample(stage)
    await cut(visit)
    await visit.typeRange('0:10', '0:12.5')
    await cut(visit)
    await goHome(visit)
    const recent = visit.region('Recent')
    const rows = recent.getByRole('listitem', { name: `${TITLE}, 360p`, exact: true })
    await rows.nth(1).waitFor()
    expect(await rows.locator('.row-title + p').allTextContents()).toEqual([
      expect.stringMatching(/^360p0:10 to 0:12\.5.*\s[kM]Bdeleted in (24 h|23 h 5\d min)$/),
      expect.stringMatching(/^360p0:04 to 0:06.*\s[kM]Bdeleted in (24 h|23 h 5\d min)$/),
    ])
    await visit.expectNoFaults()
    const row = rows.first()
    const act = (name: string) => row.getByRole('button', { name: `${name} ${TITLE}, 360p`, exact: true })
    await act('Play').click()
    await expect.poll(() => secondsOf(row.locator('video')), PATIENTLY).toBeGreaterThan(0.2)
    await act('Close player').click()
    expect((await visit.saveBy(act('Download'))).name).toBe('kerf_360p.mp4')

    await act('Delete now').click()
    await act('Really delete?').click()
    await visit.seeToast('Clip Deleted')
    await expect.poll(() => rows.count(), PATIENTLY).toBe(1)
    expect(await row.locator('.row-title + p').textContent()).toContain('0:04 to 0:06')
    // The focus stays in the list.
    expect(await recent.evaluate((section: Element) => section.contains(document.activeElement))).toBe(true)

    await row.getByRole('link', { name: /^Open trim/ }).click()
    await visit.seeVideo(TITLE)
    expect(await visit.readRange()).toEqual([4, 6])
    await visit.optionButton('360p', /^Download \(/).waitFor()
    await visit.optionButton('360p', 'Delete now').click()
    await visit.optionButton('360p', 'Really delete?').click()
    await visit.optionButton('360p', 'Cut again').waitFor()
    await goHome(visit)
    await expect.poll(() => readStoredClips(visit), PATIENTLY).toBeNull()
    expect(await recent.count()).toBe(0)

    // A visitor without clips does not load the list of clips.
    const requestCount = visit.requestedUrls.length
    await visit.page.reload()
    await visit.linkField.waitFor()
    await delay(0)
    const listRequests = visit.requestedUrls.slice(requestCount).filter((url) => url.endsWith('/api/download'))
    expect(listRequests).toEqual([])
  })

  it('shows how far a clip is that is being cut, and lets it go when it has expired', async () => {
    const visit = await stage.visit({ screen: PHONE, path: '/favicon.svg' })
    await visit.page.clock.install()
    await visit.goToSample('&start=20&end=23')
    await cut(visit)
    let isCut = false
    const processing = { status: 'processing', stage: 'encoding', etaSeconds: null, position: null, fileSize: null }
    const change = (body: string, changes: object) => JSON.stringify({ ...JSON.parse(body), ...changes })
    await visit.answer('*/api/download', (request) =>
      request.method() === 'GET'
        ? {
            rewrite: (body) => {
              const { downloads } = JSON.parse(body)
              return JSON.stringify({ downloads: [{ ...downloads[0], ...processing }] })
            },
          }
        : undefined,
    )
    await visit.answer('*/api/download/*', (request) =>
      request.method() === 'GET' && /\/api\/download\/[^/]+$/.test(request.url()) && !isCut
        ? { rewrite: (body) => change(body, processing) }
        : undefined,
    )
    await goHome(visit)
    const row = visit.region('Recent').getByRole('listitem', { name: `${TITLE}, 360p`, exact: true })
    await row.getByText('encoding the edges', { exact: true }).waitFor()
    expect(await row.getByRole('button').count()).toBe(0)
    await visit.expectNoFaults()
    isCut = true
    await visit.page.clock.fastForward(2000)
    await visit.seeToast('Download Ready!')
    await row.getByRole('button', { name: /^Play/ }).waitFor()
    await visit.expectNoFaults()
    await visit.answer('*/api/download/*', (request) =>
      /\/api\/download\/[^/]+$/.test(request.url())
        ? { rewrite: (body) => change(body, { status: 'expired', code: 'expired' }) }
        : undefined,
    )
    await visit.page.clock.fastForward(24.5 * 3_600_000)
    await row.waitFor({ state: 'detached' })
  })
})

const readStoredClips = (visit: Visit) => visit.page.evaluate(() => localStorage.getItem('kerf:clips'))

async function goHome(visit: Visit): Promise<void> {
  await visit.page.goto(new URL('/', visit.page.url()).href)
  await visit.linkField.waitFor()
}

interface ShareScript {
  takesFiles?: boolean
  /** Name of the error that the next shares end in; null for success. */
  fails?: string | null
}

interface ShareCall {
  title: string
  url?: string
  files: { name: string; type: string; size: number; head: string }[]
}

/** Gives the browser a share function that records its arguments. */
async function withShare({ page }: Visit): Promise<void> {
  await page.addInitScript(() => {
    const state = { takesFiles: true, fails: null as string | null, given: [] as unknown[] }
    Object.assign(globalThis, { shares: state })
    Object.defineProperty(Navigator.prototype, 'canShare', {
      configurable: true,
      value: ({ files }: ShareData) => !files || state.takesFiles,
    })
    Object.defineProperty(Navigator.prototype, 'share', {
      configurable: true,
      async value({ title, url, files = [] }: ShareData) {
        const contents = files.map(async (file) => {
          const head = new TextDecoder().decode(await file.slice(4, 8).arrayBuffer())
          return { name: file.name, type: file.type, size: file.size, head }
        })
        state.given.push({ title, ...(url ? { url } : {}), files: await Promise.all(contents) })
        if (state.fails) throw new DOMException('', state.fails)
      },
    })
  })
}

const configureShare = (visit: Visit, change: ShareScript) =>
  visit.page.evaluate((next) => void Object.assign((globalThis as unknown as { shares: object }).shares, next), change)

const readShares = (visit: Visit): Promise<ShareCall[]> =>
  visit.page.evaluate(() => (globalThis as unknown as { shares: { given: ShareCall[] } }).shares.given)
