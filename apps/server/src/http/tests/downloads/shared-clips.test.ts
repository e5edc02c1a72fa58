import { MAX_SHARED_BYTES_A_DAY, NEW_SHARES } from '@kerf/domain/access/share-limits'
import { describe, expect, it, vi } from 'vitest'
import type { ViewerRecord } from '../../../ports/clips.ts'
import { FileStoreError } from '../../../ports/files.ts'
import { sweepRecords } from '../../../use-cases/accounts/sweep-records.ts'
import { createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { RESOLVED_VIDEO } from '../../../use-cases/testing/test-backend.ts'
import { openTestServer, signedInClient, type TestClient } from '../../testing/open-app.ts'

const { backend, people, server } = await openTestServer({ rateLimits: false })
const { shares, settings } = backend.database.records
const admin = signedInClient(await people.signUp({ role: 'admin' }))

/** A finished clip of a stranger, or of this viewer. */
async function cutClip(owner?: { viewer: ViewerRecord; client: TestClient }) {
  const { viewer, client } = owner ?? (await server.createStranger())
  const { download, video } = await createFinishedDownload(backend, viewer)
  return { id: download.id, viewer, client, video, path: `/api/download/${download.id}/share` }
}

async function shareClip(owner?: { viewer: ViewerRecord; client: TestClient }) {
  const clip = await cutClip(owner)
  const { status, body } = await server.call('POST', clip.path, clip.client)
  expect(status).toBe(200)
  return { ...clip, url: String(body.url), page: new URL(body.url).pathname, expiresAt: String(body.expiresAt) }
}

/** Path of the public page of a clip of a media link. */
async function shareMedia(link: string): Promise<string> {
  const { viewer, client } = await server.createStranger()
  const videoOrigin = { source: 'media', reference: link, link } as const
  const video = await backend.video(viewer, { startTime: 62.5, endTime: 71.2 }, RESOLVED_VIDEO, videoOrigin)
  const { download } = await createFinishedDownload({ ...backend, sources: { media: backend.source } }, viewer, video)
  const { body } = await server.call('POST', `/api/download/${download.id}/share`, client)
  return new URL(body.url).pathname
}

/** A request without any cookie, as of a stranger or a chat. */
const openPage = (url: string, headers: Record<string, string> = {}) =>
  server.app.inject({ url, headers: { accept: 'text/html', ...headers } })
const statusesOf = async (page: string) =>
  Promise.all(['', '/embed', '/file'].map(async (part) => (await openPage(page + part)).statusCode))

const ALL_OPEN = [200, 200, 200]
const ALL_GONE = [404, 404, 404]

describe('the public page of a clip', () => {
  it('is made once, and shows the clip to anybody without a cookie', async () => {
    const { page, url, client, path, expiresAt } = await shareClip()
    expect(page).toMatch(/^\/c\/[\w-]{22}$/)
    expect((await server.call('POST', path, client)).body).toEqual({ url, expiresAt, opened: 0 })
    const { statusCode, headers, body } = await openPage(page)
    expect(statusCode).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers).toMatchObject({
      'x-robots-tag': 'noindex',
      'referrer-policy': 'no-referrer',
      'cache-control': 'private, no-store',
      'x-frame-options': 'SAMEORIGIN',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; .*frame-ancestors 'none'$/)
    expect(body).toContain(`<h1 dir="auto">${RESOLVED_VIDEO.title}</h1>`)
    expect(Buffer.byteLength(body)).toBeLessThan(30_000)
    expect((await server.call('GET', path, client)).body).toEqual({
      share: { url, expiresAt, opened: 1 },
      isAllowed: true,
    })
  })

  it('has a file that answers byte ranges, and another address for saving', async () => {
    const { page } = await shareClip()
    const fileAnswer = await openPage(`${page}/file`)
    const part = await openPage(`${page}/file`, { range: 'bytes=2-4' })
    expect([part.statusCode, part.rawPayload]).toEqual([206, fileAnswer.rawPayload.subarray(2, 5)])
    expect(fileAnswer.headers['content-disposition']).toMatch(/^inline; /)
    expect((await openPage(`${page}/file?save=1`)).headers['content-disposition']).toMatch(/^attachment; /)
    expect((await openPage(`${page}/file`, { range: 'bytes=999999999-' })).statusCode).toBe(416)
  })

  it('may be framed only as its embed, which shows just the player', async () => {
    const { page } = await shareClip()
    const { headers, body } = await openPage(`${page}/embed`)
    expect(headers['x-frame-options']).toBeUndefined()
    expect(headers['content-security-policy']).toMatch(/frame-ancestors \*$/)
    expect(body.match(/<(?:a|h1|nav|details|p)\b/g)).toBeNull()
  })

  it('links to the trim of the video, but never publishes a secret address', async () => {
    const link = 'https://media.example.org/film.mp4'
    expect((await openPage(await shareMedia(link))).body).toContain(
      `href="/?url=${encodeURIComponent(link)}&amp;start=62.5&amp;end=71.2"`,
    )
    const { body: secret } = await openPage(await shareMedia(`${link}?token=hush`))
    expect(secret).not.toContain('hush')
    expect(secret).toContain('media.example.org')
  })

  it('escapes every title', async () => {
    const owner = await server.createStranger()
    const title = `"><script>alert(1)</script> & 'so on'`
    const video = await backend.video(owner.viewer, { startTime: 1, endTime: 5 }, { ...RESOLVED_VIDEO, title })
    const { download } = await createFinishedDownload(backend, owner.viewer, video)
    const { body } = await server.call('POST', `/api/download/${download.id}/share`, owner.client)
    const page = (await openPage(new URL(body.url).pathname)).body
    expect(page).not.toContain('<script>alert')
    expect(page).toContain('&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt; &amp; &#39;so on&#39;</h1>')
  })

  it('ends at once when its owner withdraws it, and the next has another address', async () => {
    const { page, path, client, url } = await shareClip()
    expect(await statusesOf(page)).toEqual(ALL_OPEN)
    expect((await server.call('DELETE', path, client)).status).toBe(204)
    expect((await server.call('DELETE', path, client)).status).toBe(204)
    expect(await statusesOf(page)).toEqual(ALL_GONE)
    expect((await server.call('POST', path, client)).body.url).not.toBe(url)
  })

  it('looks the same if it never existed, was withdrawn, or may not be shown', async () => {
    const { page, path, client } = await shareClip()
    await server.call('DELETE', path, client)
    const withoutToken = async (address: string) => {
      const { statusCode, body } = await openPage(address)
      return [statusCode, body]
    }
    expect(await withoutToken(page)).toEqual(await withoutToken(`/c/${'A'.repeat(22)}`))
    expect(await withoutToken('/c/short')).toEqual(await withoutToken(page))
    expect((await openPage(page)).body).toContain('This clip is gone')
  })

  it('belongs to its owner: nobody else makes, reads or withdraws it', async () => {
    const { page, path } = await shareClip()
    const { client: otherClient } = await server.createStranger()
    for (const client of [otherClient, {}])
      for (const method of ['POST', 'GET', 'DELETE'] as const)
        expect((await server.call(method, path, client)).status).toBe(404)
    expect(await statusesOf(page)).toEqual(ALL_OPEN)
  })

  it('ends with its clip: deleted, expired, or missing in the store', async () => {
    const deleted = await shareClip()
    await server.call('DELETE', `/api/download/${deleted.id}`, deleted.client)
    expect(await statusesOf(deleted.page)).toEqual(ALL_GONE)

    const expiredShare = await shareClip()
    const before = backend.clock.now()
    backend.clock.set(new Date(expiredShare.expiresAt))
    expect(await statusesOf(expiredShare.page)).toEqual(ALL_GONE)
    await sweepRecords({ ...backend, accounts: people.accounts })
    expect(await shares.findForDownload(expiredShare.id)).toBeNull()
    backend.clock.set(before)

    const lostShare = await shareClip()
    for (const { key } of await backend.files.list()) await backend.files.delete(key)
    expect((await openPage(`${lostShare.page}/file`)).statusCode).toBe(404)
    expect(await statusesOf(lostShare.page)).toEqual(ALL_GONE)
  })

  it('ends when its video is blocked, or its owner suspended or deleted', async () => {
    const person = await people.signUp()
    const owner = { viewer: { id: person.session.account.id, kind: 'free' as const }, client: signedInClient(person) }
    const { page } = await shareClip(owner)
    const setActive = (isActive: boolean) =>
      server.call('PUT', `/api/admin/users/${owner.viewer.id}`, admin, { isActive })
    await setActive(false)
    expect(await statusesOf(page)).toEqual(ALL_GONE)
    await setActive(true)
    expect(await statusesOf(page)).toEqual(ALL_OPEN)
    await server.call('DELETE', `/api/admin/users/${owner.viewer.id}`, admin)
    expect(await statusesOf(page)).toEqual(ALL_GONE)

    const link = 'https://media.example.org/blocked.mp4'
    const blockedPage = await shareMedia(link)
    expect(await statusesOf(blockedPage)).toEqual(ALL_OPEN)
    const { body } = await server.call('POST', '/api/admin/blocklist', admin, { kind: 'video', link, reason: 'A test' })
    expect(await statusesOf(blockedPage)).toEqual(ALL_GONE)
    await server.call('DELETE', `/api/admin/blocklist/${body.id}`, admin)
  })

  it('pauses until the next day after too much traffic, and says so', async () => {
    const { page, url } = await shareClip()
    const token = url.split('/').at(-1) ?? ''
    const day = backend.clock.now().toISOString().slice(0, 10)
    await shares.addSentBytes(token, { day, bytes: MAX_SHARED_BYTES_A_DAY - 1 })
    expect((await openPage(`${page}/file`)).statusCode).toBe(200)
    await expect.poll(async () => (await shares.find(token))?.share.sentBytes).toBeGreaterThan(MAX_SHARED_BYTES_A_DAY)
    const file = await openPage(`${page}/file`)
    expect([file.statusCode, file.json().code, Number(file.headers['retry-after'])]).toEqual([
      429,
      'too_many_requests',
      12 * 3600,
    ])
    const { statusCode, body, headers } = await openPage(page)
    expect([statusCode, body, Number(headers['retry-after'])]).toEqual([
      429,
      expect.stringContaining('This clip rests until tomorrow'),
      12 * 3600,
    ])
    await shares.addSentBytes(token, { day: '2026-11-21', bytes: 1 })
    expect((await openPage(page)).statusCode).toBe(200)
  })

  it('cannot be made for an unfinished clip, nor while sharing is off', async () => {
    const { viewer, client } = await server.createStranger()
    const video = await backend.video(viewer)
    const { body } = await server.call('POST', `/api/video/${video.id}/download`, client, { quality: '360p' })
    expect((await server.call('POST', `/api/download/${body.id}/share`, client)).body.code).toBe('not_ready')

    const sharedClip = await shareClip()
    await server.call('PUT', '/api/admin/settings', admin, { sharing: false })
    expect(await statusesOf(sharedClip.page)).toEqual(ALL_GONE)
    expect((await server.call('POST', sharedClip.path, sharedClip.client)).body.code).toBe('sharing_off')
    expect((await server.call('GET', sharedClip.path, sharedClip.client)).body).toEqual({
      share: null,
      isAllowed: false,
    })
    await settings.write({ sharing: true })
    expect(await statusesOf(sharedClip.page)).toEqual(ALL_OPEN)
  })

  it('is listed without its address for admins, whose withdrawal is audited', async () => {
    backend.clock.pass(1)
    const { id, page, url, video } = await shareClip()
    const { body } = await server.call('GET', '/api/admin/shares', admin)
    expect(body[0]).toMatchObject({ id, title: RESOLVED_VIDEO.title, link: video.link, userName: null, opened: 0 })
    expect(JSON.stringify(body)).not.toContain(url.split('/').at(-1))
    expect((await server.call('DELETE', `/api/admin/shares/${id}`, admin)).status).toBe(204)
    expect((await server.call('DELETE', `/api/admin/shares/${id}`, admin)).status).toBe(404)
    expect(await statusesOf(page)).toEqual(ALL_GONE)
    const audit = await server.call('GET', '/api/admin/audit?action=share_ended', admin)
    expect(audit.body[0]).toMatchObject({ action: 'share_ended', target: RESOLVED_VIDEO.title, targetKind: 'job' })
  })

  it('is in the audit once when made and once when withdrawn, without its address', async () => {
    const { id, path, url, client, viewer } = await shareClip()
    await server.call('POST', path, client)
    await server.call('DELETE', path, client)
    await server.call('DELETE', path, client)
    const { body } = await server.call('GET', `/api/admin/audit?search=${id}`, admin)
    const entry = { actorId: viewer.id, actorName: null, target: RESOLVED_VIDEO.title, targetKind: 'job', targetId: id }
    expect(body).toMatchObject([
      { ...entry, action: 'share_ended' },
      { ...entry, action: 'clip_shared' },
    ])
    expect(JSON.stringify(body)).not.toContain(url.split('/').at(-1))
  })

  it('is refused for a while to somebody who makes and withdraws pages repeatedly', async () => {
    const { path, client } = await shareClip()
    for (let made = 1; made < NEW_SHARES.most; made++) {
      await server.call('DELETE', path, client)
      expect((await server.call('POST', path, client)).status).toBe(200)
    }
    expect((await server.call('POST', path, client)).status).toBe(200)
    await server.call('DELETE', path, client)
    expect((await server.call('POST', path, client)).body.code).toBe('too_many_requests')
  })
})

it.each([
  ['video', { width: 3840, height: 2160 }],
  ['upright video', { width: 720, height: 1280 }],
])('the poster of a %s has the size in its tags', async (_kind, size) => {
  const { page, id, viewer, url } = await shareClip()
  const download = await backend.database.records.downloads.findWithClip(id, viewer.id)
  const { clip } = download!
  const receipt = { ...clip.receipt!, size }
  await backend.database.records.clips.update(clip.id, ['completed'], { receipt })
  const scale = Math.min(1, 1280 / Math.max(size.width, size.height))
  const [width, height] = [size.width * scale, size.height * scale]
  const { body } = await openPage(page)
  expect(body).toContain(`<meta property="og:image" content="${url}/poster.jpg">`)
  expect(body).toContain(`<meta property="og:image:width" content="${width}">`)
  expect(body).toContain(`<meta property="og:video:width" content="${size.width}">`)
  const oembed = (await openPage(`/oembed?url=${encodeURIComponent(url)}&maxwidth=320&maxheight=200`)).json()
  expect(oembed.width).toBeLessThanOrEqual(320)
  expect(oembed.height).toBeLessThanOrEqual(200)
  expect(oembed.width / oembed.height).toBeCloseTo(size.width / size.height, 1)
  expect(oembed.thumbnail_url).toBeUndefined()
  expect((await openPage(`/oembed?url=${encodeURIComponent(url)}`)).json()).toMatchObject({
    thumbnail_width: width,
    thumbnail_height: height,
  })
  const requestedParts: unknown[] = []
  const { draw } = backend.posters
  backend.posters.draw = async (storedClip) => {
    requestedParts.push(storedClip)
    return new Uint8Array(8)
  }
  expect((await openPage(`${page}/poster.jpg`)).headers['content-type']).toBe('image/jpeg')
  expect(requestedParts).toEqual([{ fileKey: clip.fileKey, sizeBytes: clip.sizeBytes, ...size }])
  backend.posters.draw = draw
})

it('a slow poster is refused as busy, and is no server error', async () => {
  const { page, id, viewer } = await shareClip()
  const { clip } = (await backend.database.records.downloads.findWithClip(id, viewer.id))!
  const receipt = { ...clip.receipt!, size: { width: 640, height: 360 } }
  await backend.database.records.clips.update(clip.id, ['completed'], { receipt })
  const { draw } = backend.posters
  const timeout = vi
    .spyOn(AbortSignal, 'timeout')
    .mockReturnValue(AbortSignal.abort(new DOMException('', 'TimeoutError')))
  backend.posters.draw = async (_clip, signal) => {
    signal.throwIfAborted()
    return new Uint8Array(8)
  }
  const { statusCode, body } = await openPage(`${page}/poster.jpg`)
  timeout.mockRestore()
  backend.posters.draw = draw
  expect([statusCode, JSON.parse(body).code]).toEqual([503, 'busy'])
})

describe('oEmbed', () => {
  it('returns the player of a shared clip in the requested size', async () => {
    const { url } = await shareClip()
    const { headers, ...answer } = await openPage(`/oembed?url=${encodeURIComponent(url)}&maxwidth=320`)
    expect(headers['access-control-allow-origin']).toBe('*')
    expect(answer.json()).toMatchObject({
      type: 'video',
      version: '1.0',
      title: RESOLVED_VIDEO.title,
      html: expect.stringContaining(`<iframe src="${url}/embed" width="320" `),
    })
    expect((await openPage(`/oembed?url=${encodeURIComponent(`${url}/embed`)}`)).statusCode).toBe(200)
  })

  it('knows no other address and no other format', async () => {
    const { url, page } = await shareClip()
    for (const address of [`https://elsewhere.example${page}`, `${url}x`, 'http://localhost/', ''])
      expect((await openPage(`/oembed?url=${encodeURIComponent(address)}`)).statusCode).toBe(404)
    for (const query of ['', '?url=a&url=b']) expect((await openPage(`/oembed${query}`)).statusCode).toBe(404)
    expect((await openPage(`/oembed?url=${encodeURIComponent(url)}&format=xml`)).statusCode).toBe(501)
  })
})

it('a file in a bucket with signed addresses is served by redirect', async () => {
  const { page } = await shareClip()
  const { addressOf } = backend.files
  backend.files.addressOf = async (key) => new URL(`https://bucket.example/${key}?signature=x`)
  const { statusCode, headers } = await openPage(`${page}/file`)
  backend.files.addressOf = addressOf
  expect([statusCode, headers.location]).toEqual([302, expect.stringContaining('https://bucket.example/')])
})

it('a silent store is a server error, not the end of the clip', async () => {
  const { page } = await shareClip()
  const { stat } = backend.files
  backend.files.stat = async () => {
    throw new FileStoreError('unreachable', 'The store does not answer.')
  }
  expect((await openPage(`${page}/file`)).statusCode).toBe(500)
  backend.files.stat = stat
  expect((await openPage(`${page}/file`)).statusCode).toBe(200)
})
