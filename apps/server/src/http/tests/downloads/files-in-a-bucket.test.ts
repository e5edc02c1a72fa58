import { afterEach, describe, expect, it } from 'vitest'
import { storeTrouble } from '../../../adapters/file-store/s3-trouble.ts'
import { openInBucket } from '../../../adapters/file-store/testing/file-store-kinds.ts'
import { deleteDownload } from '../../../use-cases/downloads/end-download.ts'
import { expireClips } from '../../../use-cases/downloads/files/expire-clips.ts'
import { runCutJob } from '../../../use-cases/downloads/run-cut-job.ts'
import { reportHealth } from '../../../use-cases/health/report-health.ts'
import { batchesOf, createPayingViewer, threeItemsOf } from '../../../use-cases/testing/batches.ts'
import { createDownload, createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openPeople } from '../../../use-cases/testing/people.ts'
import { openTestBackend } from '../../../use-cases/testing/test-backend.ts'
import { openApp, SESSION_COOKIE } from '../../testing/open-app.ts'

const ATTACHMENT_DISPOSITION = 'attachment; filename="kerf_360p.mp4"; filename*=UTF-8\'\'kerf_360p.mp4'

const [diskBackend, store] = await Promise.all([openTestBackend(), openInBucket({ fileDelivery: 'signed' })])
const bucket = store
const backend = { ...diskBackend, files: store.files }
const people = await openPeople(backend)
const server = await openApp(backend, people, { refusalFor: storeTrouble })
afterEach(() => bucket.s3.clearFaults())

const now = () => backend.clock.now()
const clipsInBucket = () => [...bucket.s3.bucket.objects.keys()].filter((key) => key !== 'kerf/.kerf')
const clipOf = async ({ clip }: { clip: { id: string } }) => backend.database.records.clips.find(clip.id)

async function admin() {
  const { session } = await people.signUp({ role: 'admin' })
  return { cookie: `${SESSION_COOKIE}=${session.sessionToken}` }
}

async function createClip() {
  const { viewer, client } = await server.createStranger()
  const request = await createFinishedDownload(backend, viewer)
  return { viewer, client, request, path: `/api/download/${request.download.id}/file` }
}

describe('a clip in a bucket to which the server redirects', () => {
  it('is fetched from the store by its owner, under its name, for five minutes', async () => {
    const { client, path } = await createClip()
    const answer = await server.call('GET', path, client)
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([302, '', 'private, no-store'])
    const address = new URL(String(answer.headers.location))
    expect(address.searchParams.get('X-Amz-Expires')).toBe('300')
    const file = await fetch(address, { headers: { range: 'bytes=1-' } })
    expect([file.status, await file.text()]).toEqual([206, 'lip'])
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'video/mp4',
      ATTACHMENT_DISPOSITION,
    ])
    const head = await server.app.inject({ method: 'HEAD', url: path, headers: { cookie: client.cookie } })
    expect([head.statusCode, head.headers['content-length'], head.headers['content-disposition']]).toEqual([
      200,
      '4',
      ATTACHMENT_DISPOSITION,
    ])
  })

  it('has no address for others, nor once it is expired, deleted or blocked', async () => {
    const { client, viewer, request, path } = await createClip()
    const answerTo = async (caller = client) => {
      const { status, headers } = await server.call('GET', path, caller)
      return [status, headers.location]
    }
    const { client: otherClient } = await server.createStranger()
    expect(await answerTo(otherClient)).toEqual([404, undefined])
    expect(await answerTo({})).toEqual([404, undefined])
    const startTime = now()
    backend.clock.set(new Date(startTime.getTime() + 24 * 3_600_000))
    expect(await answerTo()).toEqual([410, undefined])
    backend.clock.set(startTime)
    expect((await answerTo())[0]).toBe(302)
    await deleteDownload(backend, { id: request.download.id, viewer })
    expect((await answerTo())[0]).toBe(404)
    expect(clipsInBucket()).not.toContain(`kerf/${request.clip.id}.mp4`)

    const blockedClip = await createClip()
    const link = `https://youtu.be/${blockedClip.request.video.reference}`
    const answer = await server.call('POST', '/api/admin/blocklist', await admin(), {
      kind: 'video',
      link,
      reason: 'A test',
    })
    expect(answer.status).toBe(200)
    expect((await server.call('GET', blockedClip.path, blockedClip.client)).status).toBe(451)
    expect(clipsInBucket()).not.toContain(`kerf/${blockedClip.request.clip.id}.mp4`)
  })

  it('has no address that outlives it', async () => {
    const { client, request, path } = await createClip()
    const startTime = now()
    const { expiresAt } = (await clipOf(request)) ?? {}
    backend.clock.set(new Date((expiresAt?.getTime() ?? 0) - 42_000))
    const { headers } = await server.call('GET', path, client)
    expect(new URL(String(headers.location)).searchParams.get('X-Amz-Expires')).toBe('42')
    backend.clock.set(startTime)
  })

  it('is shown to an admin inline, which is audited', async () => {
    const { request } = await createClip()
    const client = await admin()
    const answer = await server.call('GET', `/api/admin/jobs/${request.clip.id}/file`, client)
    const file = await fetch(String(answer.headers.location))
    expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
      'clip',
      ATTACHMENT_DISPOSITION.replace('attachment', 'inline'),
    ])
    const audit = await server.call('GET', '/api/admin/audit', client)
    expect(JSON.stringify(audit.body)).toContain('job_file_opened')
  })

  it('may be played on our pages, and loaded only from the store', async () => {
    const { headers } = await server.call('GET', '/api/plans', {})
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`media-src 'self' blob: ${bucket.s3.endpoint};`)
    expect(policy).toContain(`connect-src 'self' ${bucket.s3.endpoint};`)
    expect(policy).toContain(`script-src 'self';`)
    expect(policy.match(/127\.0\.0\.1/g)).toHaveLength(3)
  })

  it('comes through this server in the zip of a batch', async () => {
    const batches = batchesOf(backend)
    const { viewer, video } = await createPayingViewer(backend)
    const files = await batches.unzip(await batches.finish(await batches.take(viewer, threeItemsOf(video))))
    expect(files.map(({ bytes }) => bytes.toString())).toEqual(['clip', 'clip', 'clip'])
  })
})

it('retention in a bucket deletes clips, previews and strays, and keeps files outside the prefix', async () => {
  const { request } = await createClip()
  const objectStore = bucket.s3.bucket
  objectStore.put('elsewhere.mp4', Buffer.from('theirs'))
  for (const name of ['kerf/stray.mp4', 'kerf/video/a', 'kerf/.dirt']) objectStore.put(name, Buffer.from('old'))
  objectStore.beginUpload('kerf/killed.mp4')
  // The bucket dates objects by its own clock, which has the real time.
  const startTime = now()
  backend.clock.set(new Date(Date.now() + 25 * 3_600_000))
  await expireClips(backend)
  expect([...objectStore.objects.keys()].sort()).toEqual(['elsewhere.mp4', 'kerf/.kerf'])
  expect(objectStore.uploads.size).toBe(0)
  expect(await clipOf(request)).toMatchObject({ status: 'expired', fileKey: null })
  backend.clock.set(startTime)
})

describe('an unavailable store', () => {
  it('causes a retry of a running cut, and returns the unit if that does not help', async () => {
    const { viewer } = await server.createStranger()
    const request = await createDownload(backend, viewer)
    const [day, month] = [now().toISOString().slice(0, 10), now().toISOString().slice(0, 7)]
    const usedUnits = async () => (await backend.database.records.quota.usage(viewer.id, { day, month })).today
    const { signal } = new AbortController()
    bucket.s3.misbehave('error', (call) => call.startsWith('PUT'))
    await expect(runCutJob(backend, { clipId: request.clip.id, signal, isLastTry: false })).rejects.toMatchObject({
      trouble: 'unreachable',
    })
    expect(await clipOf(request)).toMatchObject({ status: 'queued' })
    expect(await usedUnits()).toBe(1)
    await runCutJob(backend, { clipId: request.clip.id, signal, isLastTry: true })
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'cut_failed' })
    expect(await usedUnits()).toBe(0)
    expect(clipsInBucket().filter((key) => key.includes(request.clip.id))).toEqual([])
    expect(await backend.files.scratchBytes()).toBe(0)
  })

  it('is `busy` to viewers, and named in the health report', async () => {
    const { client, path } = await createClip()
    bucket.s3.misbehave('cut')
    expect(await server.call('GET', path, client)).toMatchObject({ status: 503, body: { code: 'busy' } })
    const { status, checks } = await reportHealth(server.deps)
    expect([status, checks.storage.state]).toEqual(['failing', 'failing'])
    expect(checks.storage.message).toContain('The file storage is not responding.')
    bucket.s3.clearFaults()
    expect((await reportHealth(server.deps)).checks.storage).toMatchObject({ state: 'ok' })
    expect((await server.call('GET', path, client)).status).toBe(302)
  })
})
