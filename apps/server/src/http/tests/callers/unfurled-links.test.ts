import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { temporaryDirectory } from '@kerf/stamped-media/temporary-directory'
import { beforeEach, describe, expect, it } from 'vitest'
import { RESOLVED_VIDEO } from '../../../use-cases/testing/test-backend.ts'
import { openApp, openTestServer, signedInClient } from '../../testing/open-app.ts'

const VIDEO_ID = 'n0rthC0astR'
const VIDEO_LINK = `https://www.youtube.com/watch?v=${VIDEO_ID}`
const FILE_LINK = 'https://media.example.org/film.mp4'

const webDirectory = temporaryDirectory()
await mkdir(join(webDirectory, 'pages/en'), { recursive: true })
await writeFile(join(webDirectory, 'pages/en/app.html'), '<html><head></head><body></body></html>')
await writeFile(join(webDirectory, 'pages/en/home.html'), '<html><head></head><body></body></html>')
const pages = [{ path: '/', id: 'home', listed: true }]
await writeFile(join(webDirectory, 'pages.json'), JSON.stringify({ languages: ['en'], pages, formerPaths: {} }))

const { backend, people } = await openTestServer({ rateLimits: false })
const sources = { youtube: backend.source, media: backend.source }
const { app, call } = await openApp(backend, people, { rateLimits: false, sources, webDirectory })
const admin = signedInClient(await people.signUp({ role: 'admin' }))
const { records } = backend.database

beforeEach(() => {
  backend.source.asked = []
})

/** Tags of the page at this address, by name, as a chat reads them. */
async function readTags(query: string): Promise<Record<string, string>> {
  const { statusCode, body } = await app.inject({
    url: `/?${query}`,
    headers: { accept: 'text/html', host: 'kerf.test' },
  })
  expect(statusCode).toBe(200)
  const tags = body.matchAll(/<meta (?:name|property)="([^"]+)" content="([^"]*)">/g)
  return Object.fromEntries([...tags].map(([, name, content]) => [name, content]))
}

const trimOf = (link: string, times = '&start=62.5&end=71.2') => `url=${encodeURIComponent(link)}${times}`

describe('the link of a trim shows in a chat', () => {
  it('its range and an image from the link only, without a request to the source', async () => {
    expect(await readTags(trimOf(VIDEO_LINK))).toMatchObject({
      'og:title': 'Part of a video, YouTube',
      'og:description': '1:02.5 to 1:11.2, cut to the frame',
      'og:image': `http://kerf.test/unfurl/youtube/${VIDEO_ID}.jpg`,
      'og:url': `http://kerf.test/?url=${encodeURIComponent(VIDEO_LINK)}&amp;start=62.5&amp;end=71.2`,
      'twitter:card': 'summary_large_image',
    })
    expect(await readTags(trimOf(FILE_LINK, ''))).toMatchObject({
      'og:title': 'Part of a video, media.example.org',
      'og:description': 'Choose the part, to the frame',
      'twitter:card': 'summary',
    })
    expect(await readTags('url=sample&start=4&end=6')).toMatchObject({
      'og:image': 'http://kerf.test/sample/sample.jpg',
    })
    expect(await readTags(trimOf(VIDEO_LINK, '&start=1&end=9&ranges=1-2,3-4,8-9'))).toMatchObject({
      'og:description': '3 ranges, joined, cut to the frame',
    })
    const tagsOfManyRanges = await readTags(trimOf(VIDEO_LINK, `&start=1&end=9&ranges=${','.repeat(50)}`))
    expect(tagsOfManyRanges['og:description']).toBe('0:01 to 0:09, cut to the frame')
    expect(backend.source.asked).toEqual([])
  })

  it('its escaped title if somebody has opened the video here', async () => {
    const title = '"><script>alert(1)</script>'
    await records.resolutions.save('youtube', VIDEO_ID, { ...RESOLVED_VIDEO, title }, backend.clock.now())
    expect((await readTags(trimOf(VIDEO_LINK)))['og:title']).toBe('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;')
    await records.resolutions.forget('youtube', VIDEO_ID)
  })

  it('nothing if it is invalid, blocked, or its source is disabled', async () => {
    for (const query of ['url=nonsense', 'url=', 'v=abc', 'url=a&url=b', trimOf('https://127.0.0.1/')])
      expect(await readTags(query)).toEqual({})
    const block = { kind: 'video', link: VIDEO_LINK, reason: 'A test' }
    const { body } = await call('POST', '/api/admin/blocklist', admin, block)
    expect(await readTags(trimOf(VIDEO_LINK))).toEqual({})
    expect((await app.inject(`/unfurl/youtube/${VIDEO_ID}.jpg`)).statusCode).toBe(404)
    await call('DELETE', `/api/admin/blocklist/${body.id}`, admin)
    await records.settings.write({ sources: ['media'] })
    expect(await readTags(trimOf(VIDEO_LINK))).toEqual({})
    expect((await app.inject(`/unfurl/youtube/${VIDEO_ID}.jpg`)).statusCode).toBe(404)
    await records.settings.write({ sources: ['youtube', 'media'] })
  })

  it('nothing if the server is not public', async () => {
    await records.settings.write({ access: 'accounts' })
    expect(await readTags(trimOf(VIDEO_LINK))).toEqual({})
    expect((await app.inject(`/unfurl/youtube/${VIDEO_ID}.jpg`)).statusCode).toBe(404)
    await records.settings.write({ access: 'public' })
  })
})

it("YouTube's image is passed on by this server, for video ids only", async () => {
  const requestedUrls: string[] = []
  const { fetchImage } = backend.source
  backend.source.fetchImage = async (address) => {
    requestedUrls.push(address)
    return { mediaType: 'image/jpeg', bytes: new Uint8Array([1, 2]) }
  }
  const { statusCode, headers, rawPayload } = await app.inject(`/unfurl/youtube/${VIDEO_ID}.jpg`)
  expect([statusCode, headers['content-type'], rawPayload.length]).toEqual([200, 'image/jpeg', 2])
  expect(headers['set-cookie']).toBeUndefined()
  for (const file of [`${VIDEO_ID}.png`, `${VIDEO_ID}x.jpg`, '..%2F..%2Fa.jpg', `${VIDEO_ID}`, `${VIDEO_ID}.jpg.jpg.`])
    expect([file, (await app.inject(`/unfurl/youtube/${file}`)).statusCode]).toEqual([file, 404])
  expect(new Set(requestedUrls)).toEqual(new Set([`https://i.ytimg.com/vi/${VIDEO_ID}/hqdefault.jpg`]))
  backend.source.fetchImage = fetchImage
})
