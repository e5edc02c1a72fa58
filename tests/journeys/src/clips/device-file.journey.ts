import { readFile } from 'node:fs/promises'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { smallRecipe } from '@kerf/stamped-media/stamped-recipe'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import type { Request } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { PATIENTLY } from '../harness/browser.ts'
import { expectExactAudio, expectExactClip } from '../harness/exact-clip.ts'
import { openTestbed } from '../harness/servers/testbed.ts'
import { FRAME_RATE, makeStampedVideo } from '../harness/stamped-clips.ts'
import type { Visit } from '../harness/visit.ts'

const testbed = openTestbed({ youtube: false })
const folder = temporaryDirectory()
const RANGE = { startTime: 2.511, endTime: 5.6 }
let filePath: string

beforeAll(async () => {
  filePath = await makeStampedVideo(folder, 10)
})

const title = (visit: Visit) => visit.page.getByRole('heading', { level: 1, name: 'video.mp4' })

async function openFile(visit: Visit): Promise<void> {
  await visit.page.setInputFiles('input[type=file]', filePath)
  await title(visit).waitFor()
}

/** Drops a file onto the page, as if it came from the desktop. */
async function dropFile(visit: Visit): Promise<void> {
  const bytes = (await readFile(filePath)).toString('base64')
  await visit.page.evaluate((text) => {
    const file = new File([Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))], 'video.mp4')
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(file)
    for (const type of ['dragover', 'drop'])
      document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
  }, bytes)
}

/** Cuts the range, and saves the clip as a download with this name. */
async function saveRange(visit: Visit, fileName: string): Promise<Uint8Array> {
  // No test can answer the dialog for the place of a file.
  await visit.page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  await visit.typeRange('0:02.511', '0:05.600')
  const download = visit.page.waitForEvent('download')
  await visit.button('Cut and save').click()
  const clip = await download
  expect(clip.suggestedFilename()).toBe(fileName)
  await visit.seeText('Saved:')
  return readFile(await clip.path())
}

const saveExactly = async (visit: Visit): Promise<unknown> =>
  expectExactClip(await saveRange(visit, 'video 0.02.511-0.05.600.mp4'), RANGE, FRAME_RATE)

/** Waits until the browser has stored the page and the engine. */
async function seeStored(visit: Visit): Promise<void> {
  await expect
    .poll(
      () => visit.page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/device'))?.active?.state),
      PATIENTLY,
    )
    .toBe('activated')
}

describe('a local file', () => {
  it('is cut in the page to the frame, and no request contains it', async () => {
    const visit = await testbed.visit({ path: '/device' })
    const requests: Request[] = []
    visit.context.on('request', (request) => requests.push(request))
    await openFile(visit)
    await visit.page.locator('.monitor [data-frame-seconds="0"]').waitFor()
    await saveExactly(visit)
    const sent = requests.filter((request) => request.method() !== 'GET' || request.postDataBuffer() !== null)
    expect(sent).toEqual([])
    const addresses = requests.map((request) => new URL(request.url())).filter(({ protocol }) => protocol !== 'blob:')
    const { host } = new URL(testbed.kerf.url)
    expect(addresses.filter((address) => address.host !== host || address.search !== '')).toEqual([])
    const paths = addresses.map(({ pathname }) => pathname.replace(/^\/assets\/.*/, '/assets/'))
    const allowed = ['/assets/', '/device', '/favicon.svg', '/first-paint.js', '/manifest.webmanifest']
    expect([...new Set(paths)].filter((path) => !allowed.includes(path) && !/^\/device-offline\./.test(path))).toEqual(
      [],
    )
  })

  it('becomes an MP3, although no browser has an MP3 encoder', async () => {
    const visit = await testbed.visit({ path: '/device' })
    await openFile(visit)
    await visit.page.getByLabel('Save as').selectOption('Audio, MP3')
    await expectExactAudio(await saveRange(visit, 'video 0.02.511-0.05.600.mp3'), RANGE)
  })

  it('in a codec that the browser lacks is refused before the cut, except for its audio', async () => {
    const visit = await testbed.visit({ path: '/device' })
    const { videoPath } = await makeStampedMedia(smallRecipe({ video: 'hevc' }), folder, 'hevc')
    await visit.page.setInputFiles('input[type=file]', videoPath ?? '')
    await visit.seeText(/This browser cannot decode the video of this file/)
    await visit.page.getByLabel('Save as').selectOption('Audio, M4A')
    await expect.poll(() => visit.button('Cut and save').getAttribute('aria-disabled'), PATIENTLY).toBe('false')
  })

  it('cannot be sent by the page, by the engine, or by the page that it was dropped on', async () => {
    const visit = await testbed.visit({ path: '/device' })
    visit.expectComplaint(/api\/health.* violates the .*Content Security Policy/)
    const isRefused = () =>
      visit.page.evaluate(() =>
        fetch('/api/health').then(
          () => false,
          () => true,
        ),
      )
    expect(await isRefused()).toBe(true)
    await visit.page.goto(testbed.kerf.url)
    expect(await isRefused()).toBe(false)
    await dropFile(visit)
    await title(visit).waitFor()
    expect(visit.path).toBe('/device')
    expect(await isRefused()).toBe(true)
    const enginePath = visit.requestedUrls.find((url) => url.includes('/assets/engine-'))
    const answer = await fetch(enginePath ?? '')
    expect(answer.headers.get('content-security-policy')).toContain("connect-src 'none'")

    // Going back leads to a page that may connect again.
    await visit.page.goBack()
    await visit.linkField.waitFor()
    await expect.poll(isRefused, PATIENTLY).toBe(false)
    await visit.page.getByRole('link', { name: 'or open a file' }).click()
    await visit.button('Open a file').waitFor()
    expect(await isRefused()).toBe(true)
    await visit.page.getByRole('link', { name: 'Kerf, home' }).first().click()
    await visit.linkField.waitFor()
    expect(await isRefused()).toBe(false)
  })

  it('is cut offline after the first visit, and nothing else of the site is stored', async () => {
    const visit = await testbed.visit({ path: '/device' })
    await seeStored(visit)
    const stored = await visit.page.evaluate(async () => {
      const [name = ''] = await caches.keys()
      return (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)
    })
    expect(stored.filter((path) => !path.startsWith('/assets/')).sort()).toEqual([
      '/device',
      '/favicon.svg',
      '/first-paint.js',
      '/manifest.webmanifest',
    ])
    visit.tolerateComplaint(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
    await visit.context.setOffline(true)
    await visit.page.goto(`${testbed.kerf.url}/device`)
    await openFile(visit)
    await saveExactly(visit)
    await visit.context.setOffline(false)
  })
})
