import { describe, expect, it } from 'vitest'
import type { requestDownload } from '../../../use-cases/downloads/request-download.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { requestDownloadOf } from '../../../use-cases/testing/downloads.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { RESOLVED_VIDEO, unwrap } from '../../../use-cases/testing/test-backend.ts'
import { openTestServer, signedInClient } from '../../testing/open-app.ts'

const publicUrl = new URL('https://home.example/kerf')
const { backend, people, server } = await openTestServer({ rateLimits: false, publicUrl })
const person = await people.signUp()
const accountId = person.session.account.id
await grantPlan(backend, accountId, 'lifetime')

/** Shares a clip of this form on a server below a path, and opens its page as a stranger. */
async function openShared(body: Partial<Parameters<typeof requestDownload>[1]['body']>) {
  const viewer = { id: accountId, kind: 'lifetime' } as const
  const video = await backend.video(viewer, { startTime: 1, endTime: 5 }, RESOLVED_VIDEO)
  const { download, clip } = unwrap(await requestDownloadOf(backend, video, viewer, body))
  await runCutJob(backend, { clipId: clip.id, signal: new AbortController().signal })
  const { clip: finishedClip } = (await backend.database.records.downloads.findWithClip(download.id, accountId))!
  const receipt = { ...finishedClip.receipt!, size: { width: 480, height: 270 } }
  await backend.database.records.clips.update(clip.id, ['completed'], { receipt })
  const share = await server.call('POST', `/kerf/api/download/${download.id}/share`, cookieOf())
  expect(share.status).toBe(200)
  const { pathname } = new URL(share.body.url)
  const requestPath = (url: string) =>
    server.app.inject({ url, headers: { 'x-forwarded-proto': 'https', host: 'home.example' } })
  const page = await requestPath(pathname)
  const tags = new Map(
    [...page.body.matchAll(/<meta (?:property|name)="([^"]+)" content="([^"]*)"/g)].map(([, name, content]) => [
      name,
      content,
    ]),
  )
  const { body: embed } = await requestPath(`${pathname}/embed`)
  const oembed = (await requestPath(`/kerf/oembed?url=${encodeURIComponent(share.body.url)}`)).json()
  const { headers } = await requestPath(`${pathname}/file`)
  return { url: String(share.body.url), page: page.body, tags, embed, oembed, type: headers['content-type'] }
}

function cookieOf() {
  const { cookie } = signedInClient(person)
  return { cookie: `__Secure-${cookie?.replace('=', '_kerf=')}` }
}

describe('the public page of a clip, on a server below a path', () => {
  it('plays a joined clip, and lists each of its ranges', async () => {
    const ranges = [1, 20].map((startTime) => ({ startTime, endTime: startTime + 2 }))
    const { url, page, tags, oembed, type } = await openShared({ ranges })
    expect(url).toMatch(/^https:\/\/home\.example\/kerf\/c\//)
    expect(page).toMatch(/<video [^>]*src="\/kerf\/c\/[\w-]{22}\/file"/)
    expect(page).toContain('0:01 to 0:03 · 0:20 to 0:22')
    expect(page).toContain('&amp;ranges=1-3,20-22')
    expect(tags.get('og:type')).toBe('video.other')
    expect([oembed.type, type]).toEqual(['video', 'video/mp4'])
  })

  it.each([
    ['gif', { format: 'gif' }, 'image/gif'],
    ['webp', { format: 'webp' }, 'image/webp'],
    ['png', { format: 'png' }, 'image/png'],
  ])('shows a %s as an image, which is its own preview', async (_format, body, mediaType) => {
    const { page, tags, embed, oembed, type, url } = await openShared({ quality: '360p', ...body })
    for (const html of [page, embed]) {
      expect(html).toMatch(/<img [^>]*src="\/kerf\/c\/[\w-]{22}\/file"/)
      expect(html).not.toContain('<video')
    }
    expect(type).toBe(mediaType)
    expect(tags.get('og:image')).toBe(`${url}/file`)
    expect(oembed).toMatchObject({ type: 'photo', url: `${url}/file`, width: 480, height: 270 })
  })

  it('plays audio only, without a poster', async () => {
    const { page, tags, embed, oembed, type, url } = await openShared({ quality: 'audio', format: 'mp3' })
    for (const html of [page, embed]) expect(html).toMatch(/<audio [^>]*src="\/kerf\/c\/[\w-]{22}\/file"/)
    expect(type).toBe('audio/mpeg')
    expect(tags.get('og:audio')).toBe(`${url}/file`)
    expect(oembed.type).toBe('rich')
    expect(page).not.toContain('poster.jpg')
  })
})
