import { readFile } from 'node:fs/promises'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { makeStampedMedia } from '@kerf/stamped-media/make-stamped-media'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { parseRangeHeader } from '@kerf/standins/http/byte-range'
import { type LoopbackServer, listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import type { Request } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountHolder } from '../harness/account-holder.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { expectExactClip } from '../harness/exact-clip.ts'
import { Testbed } from '../harness/servers/testbed.ts'
import type { Visit } from '../harness/visit.ts'

const ADMIN = { email: 'boss@example.org', password: 'a strip of film', name: 'Boss' }
/** Longer than a clip may be here. */
const VIDEO_SECONDS = 62
const FRAME_RATE = 25

const testbed = new Testbed()
const folder = temporaryDirectory()
let media: Buffer
let site: LoopbackServer
let otherSite: LoopbackServer
/** Requests to the sites, and the bytes that they sent. */
let requests: { method: string; path: string; headers: IncomingHttpHeaders; sentBytes: number }[] = []
/** Number of the requests for a file that is replaced after them. */
let requestsBeforeChange = 2

const hostOf = ({ port }: LoopbackServer): string => `127.0.0.1:${port}`
const linkTo = (path: string): string => `http://${hostOf(site)}${path}`
const deviceAddress = (link: string, times = ''): string => `/device?link=${encodeURIComponent(link)}${times}`

/** A server of files. The first part of a path says how it behaves. */
const startSite = (): Promise<LoopbackServer> =>
  listenOnLoopback(
    createServer((request, response) => {
      const { method = '', url = '/', headers } = request
      const [, kind] = url.split('/')
      const entry = { method, path: url, headers, sentBytes: 0 }
      requests.push(entry)
      if (kind !== 'closed') response.setHeader('access-control-allow-origin', '*')
      if (kind === 'open') response.setHeader('access-control-expose-headers', 'content-range')
      if (kind === 'moved')
        return response.writeHead(302, { location: `http://${hostOf(otherSite)}/open/video.mp4` }).end()
      const number = requests.filter(({ path }) => path === url).length
      if (kind === 'changing')
        response.setHeader('last-modified', new Date(number > requestsBeforeChange ? 2e12 : 1e12).toUTCString())
      const range = parseRangeHeader(kind === 'whole' ? undefined : headers.range, media.length)
      const { start, end } = range.kind === 'part' ? range : { start: 0, end: media.length - 1 }
      if (range.kind === 'part') response.setHeader('content-range', `bytes ${start}-${end}/${media.length}`)
      response.writeHead(range.kind === 'part' ? 206 : 200, { 'content-length': end + 1 - start })
      const body = media.subarray(start, end + 1)
      response.end(method === 'HEAD' ? undefined : body)
      response.on('close', () => {
        entry.sentBytes = response.writableFinished ? body.length : 0
      })
    }),
  )

beforeAll(async () => {
  const { videoPath = '' } = await makeStampedMedia(
    {
      width: 320,
      height: 180,
      frameRate: [FRAME_RATE, 1],
      frames: VIDEO_SECONDS * FRAME_RATE,
      gopFrames: 2 * FRAME_RATE,
      bFrames: 2,
      video: 'h264',
      audio: 'aac',
      layout: 'plain',
    },
    folder,
    'video',
  )
  media = await readFile(videoPath ?? '')
  site = await startSite()
  otherSite = await startSite()
  await testbed.open({
    youtube: false,
    environment: {
      SOURCES: 'media',
      OUTBOUND_ALLOW: hostOf(site),
      PLANS: 'off',
      ADMIN_EMAIL: ADMIN.email,
      ADMIN_PASSWORD: ADMIN.password,
    },
  })
  const admin = new AccountHolder(testbed.kerf.url, ADMIN)
  expect((await admin.signIn()).status).toBe(200)
  expect((await admin.call('PUT', '/api/admin/settings', { longestClipMinutes: 1 })).status).toBe(200)
})
afterAll(async () => {
  await testbed.close()
  await Promise.all([site.close(), otherSite.close()])
})

const title = (visit: Visit) => visit.page.getByRole('heading', { level: 1, name: 'video.mp4', exact: true })

/** Cuts the chosen range, and saves the clip as a download. */
async function saveClip(visit: Visit): Promise<{ name: string; bytes: Uint8Array }> {
  // No test can answer the dialog for the place of a file.
  await visit.page.evaluate(() => Object.assign(window, { showSaveFilePicker: undefined }))
  await expect.poll(() => visit.button('Cut and save').getAttribute('aria-disabled'), PATIENTLY).toBe('false')
  const download = visit.page.waitForEvent('download')
  await visit.button('Cut and save').click()
  const clip = await download
  await visit.seeText('Saved:')
  return { name: clip.suggestedFilename(), bytes: await readFile(await clip.path()) }
}

/** Whether the page may fetch an address, as its policy says. */
const mayFetch = (visit: Visit, address: string): Promise<boolean> =>
  visit.page.evaluate(
    (url) =>
      fetch(url, { headers: { range: 'bytes=0-9' } }).then(
        () => true,
        () => false,
      ),
    address,
  )

describe('a media link that is too much for the server', () => {
  it('is cut in the browser to the frame, with the chosen range, and only the site of the link is asked', async () => {
    const visit = await testbed.visit()
    await visit.submitLink(linkTo('/sparing/video.mp4'))
    await visit.typeRange('0:01.011', '1:01.600')
    const offer = visit.page.getByRole('link', { name: 'Cut on this device' })
    await offer.waitFor()
    const browserRequests: Request[] = []
    // The screen of the video may still ask the server until the new page has taken its place.
    visit.page.on('framenavigated', () => {
      if (visit.path !== '/device') return
      requests = []
      visit.context.on('request', (request) => browserRequests.push(request))
    })
    await offer.click()
    await title(visit).waitFor()
    await visit.seeText(
      `Read from ${hostOf(site)}, which sees your network address. This server gets nothing of the file.`,
    )
    await visit.page.locator('.monitor [data-frame-seconds]').first().waitFor()
    const { name, bytes } = await saveClip(visit)
    expect(name).toBe('video 0.01.011-1.01.600.mp4')
    await expectExactClip(bytes, { startTime: 1.011, endTime: 61.6 }, FRAME_RATE)

    const { host } = new URL(testbed.kerf.url)
    const sent = browserRequests.map((request) => ({ request, url: new URL(request.url()) }))
    const outside = sent.filter(({ url }) => url.protocol !== 'blob:' && ![host, hostOf(site)].includes(url.host))
    expect(outside).toEqual([])
    const toKerf = sent.filter(({ url }) => url.host === host)
    for (const { request } of toKerf) expect([request.method(), request.postDataBuffer()]).toEqual(['GET', null])
    expect(toKerf.filter(({ url }) => url.pathname.startsWith('/api/'))).toEqual([])
    expect(requests.length).toBeGreaterThan(1)
    for (const { method, headers } of requests) {
      expect([method, headers.cookie, headers.referer]).toEqual(['GET', undefined, undefined])
      expect(headers.range).toMatch(/^bytes=\d+-\d*$/)
    }
  })

  it('is read for its index, the frames at the ends and the clip, where the clip is short', async () => {
    requests = []
    const visit = await testbed.visit({ path: deviceAddress(linkTo('/open/video.mp4'), '&start=10&end=13.5') })
    await title(visit).waitFor()
    await visit.page.locator('.monitor [data-frame-seconds]').first().waitFor()
    await expectExactClip((await saveClip(visit)).bytes, { startTime: 10, endTime: 13.5 }, FRAME_RATE)
    const bytes = requests.reduce((sum, { sentBytes }) => sum + sentBytes, 0)
    expect(bytes / media.length).toBeLessThan(0.6)
  })

  it('plays in the page, without cookies', async () => {
    const visit = await testbed.visit({ path: deviceAddress(linkTo('/open/video.mp4')) })
    await title(visit).waitFor()
    await visit.button('Preview Selection').click()
    await expect
      .poll(() => visit.page.evaluate(() => document.querySelector('video')?.duration ?? 0), PATIENTLY)
      .toBeGreaterThan(VIDEO_SECONDS - 1)
    expect(await visit.page.locator('video').getAttribute('crossorigin')).toBe('anonymous')
  })

  it.each([
    ['closed', /does not let pages of other sites read its files/],
    ['moved', /leads on to another site/],
    ['whole', /only as a whole/],
  ])('says why it cannot be read: %s', async (kind, sentence) => {
    const visit = await testbed.visit({ path: deviceAddress(linkTo(`/${kind}/video.mp4`)) })
    visit.tolerateComplaint(/CORS policy|ERR_FAILED|Content Security Policy/)
    await visit.seeText(sentence)
    expect(
      requests.filter(({ path, headers }) => path.startsWith('/open/') && headers.host === hostOf(otherSite)),
    ).toEqual([])
    expect(await visit.page.getByRole('link', { name: 'Open a file' }).getAttribute('href')).toBe('/device')
  })

  it('says so when the file changes while it is open', async () => {
    requestsBeforeChange = Number.POSITIVE_INFINITY
    const visit = await testbed.visit({ path: deviceAddress(linkTo('/changing/video.mp4'), '&start=20&end=23') })
    await title(visit).waitFor()
    await expect.poll(() => visit.button('Cut and save').getAttribute('aria-disabled'), PATIENTLY).toBe('false')
    requestsBeforeChange = 0
    await visit.button('Cut and save').click()
    await visit.seeText(/has changed since it was opened/)
  })

  it('shares its page with no file: a dropped one leads to the page that may connect to nothing', async () => {
    const visit = await testbed.visit({ path: '/device' })
    await expect
      .poll(
        () =>
          visit.page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/device'))?.active?.state),
        PATIENTLY,
      )
      .toBe('activated')
    visit.tolerateComplaint(/Content Security Policy/)
    const link = linkTo('/open/video.mp4')
    expect(await mayFetch(visit, link)).toBe(false)
    // The service worker passes a page with a link on to the server, and keeps no copy of it.
    await visit.page.goto(testbed.kerf.url + deviceAddress(link))
    await title(visit).waitFor()
    expect(await mayFetch(visit, link)).toBe(true)
    for (const address of ['/api/health', `http://${hostOf(otherSite)}/open/video.mp4`])
      expect(await mayFetch(visit, address)).toBe(false)
    expect(await visit.page.locator('input[type=file]').count()).toBe(0)
    await visit.page.evaluate(() => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['secret'], 'secret.mp4'))
      for (const type of ['dragover', 'drop'])
        document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }))
    })
    await visit.button('Open a file').waitFor()
    expect(new URL(visit.page.url()).search).toBe('')
    expect(await mayFetch(visit, link)).toBe(false)
    visit.tolerateComplaint(/ERR_INTERNET_DISCONNECTED/)
    await visit.context.setOffline(true)
    await expect(visit.page.goto(testbed.kerf.url + deviceAddress(link))).rejects.toThrow('ERR_INTERNET_DISCONNECTED')
    await visit.context.setOffline(false)
  })
})
