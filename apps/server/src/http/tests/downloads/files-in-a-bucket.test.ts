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
import { openWorkbench } from '../../../use-cases/testing/workbench.ts'
import { openApp, SESSION_COOKIE } from '../../testing/open-app.ts'

const ATTACHMENT_DISPOSITION = 'attachment; filename="kerf_360p.mp4"; filename*=UTF-8\'\'kerf_360p.mp4'

const [workbench, store] = await Promise.all([openWorkbench(), openInBucket({ fileDelivery: 'signed' })])
const bucket = store
const bench = { ...workbench, files: store.files }
const people = await openPeople(bench)
const server = await openApp(bench, people, { refusalFor: storeTrouble })
afterEach(() => bucket.s3.clearFaults())

const now = () => bench.clock.now()
const clipsInBucket = () => [...bucket.s3.bucket.objects.keys()].filter((key) => key !== 'kerf/.kerf')
const clipOf = async ({ clip }: { clip: { id: string } }) => bench.database.records.clips.find(clip.id)

async function admin() {
  const { session } = await people.signUp({ role: 'admin' })
  return { cookie: `${SESSION_COOKIE}=${session.sessionToken}` }
}

async function createClip() {
  const { viewer, visitor } = await server.createStranger()
  const request = await createFinishedDownload(bench, viewer)
  return { viewer, visitor, request, path: `/api/download/${request.download.id}/file` }
}

describe('a clip in a bucket, of a server that sends browsers there', () => {
  it('is fetched from the store by its owner, under its name, for five minutes', async () => {
    const { visitor, path } = await createClip()
    const answer = await server.call('GET', path, visitor)
    expect([answer.status, answer.body, answer.headers['cache-control']]).toEqual([302, '', 'private, no-store'])
    const address = new URL(String(answer.headers.location))
    expect(address.searchParams.get('X-Amz-Expires')).toBe('300')
    const file = await fetch(address, { headers: { range: 'bytes=1-' } })
    expect([file.status, await file.text()]).toEqual([206, 'lip'])
    expect([file.headers.get('content-type'), file.headers.get('content-disposition')]).toEqual([
      'video/mp4',
      ATTACHMENT_DISPOSITION,
    ])
    const head = await server.app.inject({ method: 'HEAD', url: path, headers: { cookie: visitor.cookie } })
    expect([head.statusCode, head.headers['content-length'], head.headers['content-disposition']]).toEqual([
      200,
      '4',
      ATTACHMENT_DISPOSITION,
    ])
  })

  it('has no address for anybody else, nor for its owner once its time is over, or it is deleted or blocked', async () => {
    const { visitor, viewer, request, path } = await createClip()
    const answerTo = async (who = visitor) => {
      const { status, headers } = await server.call('GET', path, who)
      return [status, headers.location]
    }
    const { visitor: other } = await server.createStranger()
    expect(await answerTo(other)).toEqual([404, undefined])
    expect(await answerTo({})).toEqual([404, undefined])
    const startTime = now()
    bench.clock.set(new Date(startTime.getTime() + 24 * 3_600_000))
    expect(await answerTo()).toEqual([410, undefined])
    bench.clock.set(startTime)
    expect((await answerTo())[0]).toBe(302)
    await deleteDownload(bench, { id: request.download.id, viewer })
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
    expect((await server.call('GET', blockedClip.path, blockedClip.visitor)).status).toBe(451)
    expect(clipsInBucket()).not.toContain(`kerf/${blockedClip.request.clip.id}.mp4`)
  })

  it('has no address that outlives it', async () => {
    const { visitor, request, path } = await createClip()
    const startTime = now()
    const { expiresAt } = (await clipOf(request)) ?? {}
    bench.clock.set(new Date((expiresAt?.getTime() ?? 0) - 42_000))
    const { headers } = await server.call('GET', path, visitor)
    expect(new URL(String(headers.location)).searchParams.get('X-Amz-Expires')).toBe('42')
    bench.clock.set(startTime)
  })

  it('is shown to an admin in place, and that is noted', async () => {
    const { request } = await createClip()
    const visitor = await admin()
    const answer = await server.call('GET', `/api/admin/jobs/${request.clip.id}/file`, visitor)
    const file = await fetch(String(answer.headers.location))
    expect([await file.text(), file.headers.get('content-disposition')]).toEqual([
      'clip',
      ATTACHMENT_DISPOSITION.replace('attachment', 'inline'),
    ])
    const audit = await server.call('GET', '/api/admin/audit', visitor)
    expect(JSON.stringify(audit.body)).toContain('job_file_opened')
  })

  it('may be played and shown on our pages, from the store and from nowhere else', async () => {
    const { headers } = await server.call('GET', '/api/plans', {})
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain(`media-src 'self' blob: ${bucket.s3.endpoint};`)
    expect(policy).toContain(`connect-src 'self' ${bucket.s3.endpoint};`)
    expect(policy).toContain(`script-src 'self';`)
    expect(policy.match(/127\.0\.0\.1/g)).toHaveLength(3)
  })

  it('comes through this server in the zip of a batch', async () => {
    const batches = batchesOf(bench)
    const { viewer, video } = await createPayingViewer(bench)
    const files = await batches.unzip(await batches.finish(await batches.take(viewer, threeItemsOf(video))))
    expect(files.map(({ bytes }) => bytes.toString())).toEqual(['clip', 'clip', 'clip'])
  })
})

it('retention in a bucket ends clips, video, strays and what has other names, and leaves what is elsewhere in the bucket', async () => {
  const { request } = await createClip()
  const objectStore = bucket.s3.bucket
  objectStore.put('elsewhere.mp4', Buffer.from('theirs'))
  for (const name of ['kerf/stray.mp4', 'kerf/video/a', 'kerf/.dirt']) objectStore.put(name, Buffer.from('old'))
  objectStore.beginUpload('kerf/killed.mp4')
  // The bucket dates objects by its own clock, which has the real time.
  const startTime = now()
  bench.clock.set(new Date(Date.now() + 25 * 3_600_000))
  await expireClips(bench)
  expect([...objectStore.objects.keys()].sort()).toEqual(['elsewhere.mp4', 'kerf/.kerf'])
  expect(objectStore.uploads.size).toBe(0)
  expect(await clipOf(request)).toMatchObject({ status: 'expired', fileKey: null })
  bench.clock.set(startTime)
})

describe('a store that goes away', () => {
  it('while a clip is cut has it tried again, and costs nobody a unit when that helps nothing', async () => {
    const { viewer } = await server.createStranger()
    const request = await createDownload(bench, viewer)
    const [day, month] = [now().toISOString().slice(0, 10), now().toISOString().slice(0, 7)]
    const usedUnits = async () => (await bench.database.records.quota.usage(viewer.id, { day, month })).today
    const { signal } = new AbortController()
    bucket.s3.misbehave('error', (call) => call.startsWith('PUT'))
    await expect(runCutJob(bench, { clipId: request.clip.id, signal, isLastTry: false })).rejects.toMatchObject({
      trouble: 'unreachable',
    })
    expect(await clipOf(request)).toMatchObject({ status: 'queued' })
    expect(await usedUnits()).toBe(1)
    await runCutJob(bench, { clipId: request.clip.id, signal, isLastTry: true })
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'cut_failed' })
    expect(await usedUnits()).toBe(0)
    expect(clipsInBucket().filter((key) => key.includes(request.clip.id))).toEqual([])
    expect(await bench.files.scratchBytes()).toBe(0)
  })

  it('is a busy server to viewers, and reported to operators as what it is', async () => {
    const { visitor, path } = await createClip()
    bucket.s3.misbehave('cut')
    expect(await server.call('GET', path, visitor)).toMatchObject({ status: 503, body: { code: 'busy' } })
    const { status, checks } = await reportHealth(server.deps)
    expect([status, checks.storage.state]).toEqual(['failing', 'failing'])
    expect(checks.storage.message).toContain('The file storage is not responding.')
    bucket.s3.clearFaults()
    expect((await reportHealth(server.deps)).checks.storage).toMatchObject({ state: 'ok' })
    expect((await server.call('GET', path, visitor)).status).toBe(302)
  })
})
