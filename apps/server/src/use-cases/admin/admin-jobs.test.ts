import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ViewerRecord } from '../../ports/clips.ts'
import { MediaWorkError } from '../../ports/media.ts'
import { adoptStranger } from '../accounts/identify-viewer.ts'
import { describeDownload } from '../downloads/describe-download.ts'
import { cancelDownload, deleteDownload, failClip } from '../downloads/end-download.ts'
import type { DownloadWithClip } from '../downloads/request-download.ts'
import { runCutJob } from '../downloads/run-cut-job.ts'
import { unblockLink } from '../moderation/blocklist.ts'
import { newId } from '../shared/new-id.ts'
import { refused } from '../shared/outcome.ts'
import { blockIt } from '../testing/blocks.ts'
import { copyVideo, createDownload, createFinishedDownload, requestDownloadOf } from '../testing/downloads.ts'
import { openPeople } from '../testing/people.ts'
import { DUBBED_VIDEO, openTestBackend, RECEIPT, type TestBackend, unwrap, writeClip } from '../testing/test-backend.ts'
import { cancelJob, listJobs } from './jobs.ts'
import { openJobFile } from './open-job-file.ts'
import { retryJob } from './retry-job.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const ADMIN_ID = newId()

const backend = await openTestBackend()
const people = await openPeople(backend)
const records = backend.database.records
beforeEach(() => {
  backend.clock.set(NOON)
  backend.engine.work = writeClip
})

const runJob = (clipId: string, signal = new AbortController().signal) => runCutJob(backend, { clipId, signal })
const retryAtOnce = (id: string, change: Partial<TestBackend> = {}) =>
  retryJob({ ...backend, ...change }, { id, by: ADMIN_ID })
/** Finds a job in the panel's list, on any page. */
async function findInPanel(id: string, change: Partial<TestBackend> = {}) {
  for (let page = 1; ; page++) {
    const { rows } = await listJobs({ ...backend, ...change }, { status: 'all', page })
    const job = rows.find((row) => row.id === id)
    if (job || rows.length === 0) return job
  }
}
/** Retries a job, and checks that the panel offers Retry exactly if it works. */
async function retry(id: string, change: Partial<TestBackend> = {}) {
  const panelJob = await findInPanel(id, change)
  const outcome = await retryAtOnce(id, change)
  expect(panelJob?.retry === 'possible').toBe(outcome.ok)
  return outcome
}
const cancel = (id: string) => cancelJob(backend, { id, by: ADMIN_ID })
const clipOf = async ({ clip }: DownloadWithClip) => records.clips.find(clip.id)
const unitsOf = ({ download }: DownloadWithClip) => backend.usedToday(download.viewerId)
const listNotedActions = async (clipId: string) => {
  const { rows: entries } = await records.audit.list({ search: clipId }, { offset: 0, limit: 10 })
  return entries.map(({ action, actorId, target, details }) => ({ action, actorId, name: target?.name, details }))
}

async function createFailedJob(by?: ViewerRecord) {
  const viewer = by ?? (await backend.viewer())
  const request = await createDownload(backend, viewer)
  const cause = new Error('It said nothing for 20 s.')
  await failClip(backend, { clipId: request.clip.id, errorCode: 'source_timeout', cause })
  return { ...request, viewer }
}

/** A clip that two viewers have requested. */
async function createSharedJob(): Promise<[DownloadWithClip, DownloadWithClip]> {
  const first = await createDownload(backend, await backend.viewer())
  const viewer = await backend.viewer()
  const second = await createDownload(backend, viewer, await copyVideo(backend, first.video, viewer))
  expect(second.clip.id).toBe(first.clip.id)
  return [first, second]
}

describe('the list of jobs', () => {
  it('has the owner of each job, the number of its users, and its details', async () => {
    const [strangersJob] = await createSharedJob()
    const { viewer: annasViewer, session } = await people.signUp()
    await records.accounts.setPlan(annasViewer.id, { subscription: 'lifetime', expiresAt: null })
    const video = await records.videos.find(strangersJob.download.videoId, strangersJob.download.viewerId)
    await createDownload(backend, { ...annasViewer, kind: 'lifetime' }, await copyVideo(backend, video!, annasViewer))
    const [job] = (await listJobs(backend, { status: 'all', page: 1 })).rows
    expect(job).toEqual({
      id: strangersJob.clip.id,
      audioTrack: null,
      subtitles: null,
      quality: '360p',
      format: 'mp4',
      status: 'queued',
      priority: 'high',
      progress: 0,
      userName: session.account.name,
      userCount: 3,
      videoTitle: 'A video',
      link: 'https://youtu.be/x',
      startTime: 0,
      endTime: 10,

      fileSize: null,
      createdAt: NOON.toISOString(),
      startedAt: null,
      completedAt: null,
      endedAt: null,
      cause: null,
      retry: null,
      receipt: null,
    })
    expect((await listJobs(backend, { status: 'failed', page: 1 })).rows.map(({ id }) => id)).not.toContain(
      strangersJob.clip.id,
    )
  })

  it('has the cause of each failed job, and the output of each finished one', async () => {
    const failedRequest = await createFailedJob()
    const [job] = (await listJobs(backend, { status: 'failed', page: 1 })).rows
    expect(job).toMatchObject({ id: failedRequest.clip.id, code: 'source_timeout', cause: 'It said nothing for 20 s.' })
    expect(job).toMatchObject({ completedAt: null, endedAt: NOON.toISOString() })
    expect(
      await describeDownload(backend, { ...failedRequest, clip: (await clipOf(failedRequest))! }),
    ).not.toHaveProperty('cause')
    const finishedRequest = await createFinishedDownload(backend, await backend.viewer())
    const [completedJob] = (await listJobs(backend, { status: 'completed', page: 1 })).rows
    expect(completedJob).toMatchObject({
      id: finishedRequest.clip.id,
      fileSize: 4,
      receipt: RECEIPT,
      completedAt: NOON.toISOString(),
    })
  })

  it('has the audio track and the subtitles inside the clip, but not separate files', async () => {
    const viewer = await backend.viewer()
    const video = await backend.video(viewer, undefined, DUBBED_VIDEO)
    const jobOf = async (body: Parameters<typeof requestDownloadOf>[3]) =>
      findInPanel(unwrap(await requestDownloadOf(backend, video, viewer, body)).clip.id)
    const burned = { captions: 'en', as: 'burned', style: 'box' } as const
    expect(await jobOf({ audioTrack: 'de', subtitles: burned })).toMatchObject({ audioTrack: 'de', subtitles: burned })
    const beside = { captions: 'en', as: 'file' } as const
    expect(await jobOf({ subtitles: beside })).toMatchObject({ audioTrack: null, subtitles: null })
  })

  it('keeps a job after all its users are gone', async () => {
    const { viewer } = await people.signUp()
    const { clip } = await createFailedJob(viewer)
    await records.userData.delete(viewer.id)
    const [job] = (await listJobs(backend, { status: 'failed', page: 1 })).rows.filter(({ id }) => id === clip.id)
    expect(job).toMatchObject({ userName: null, userCount: 0, videoTitle: clip.reference, link: null })
    expect(await retry(clip.id)).toEqual({ ok: false, code: 'job_not_open' })
  })

  it('has pages, the newest first', async () => {
    const initialTotal = (await listJobs(backend, { status: 'all', page: 1 })).total
    for (let second = 1; second <= ADMIN_PAGE_SIZE; second++) {
      backend.clock.set(new Date(NOON.getTime() + second * 1000))
      await createDownload(backend, await backend.viewer())
    }
    const { rows: jobs, total } = await listJobs(backend, { status: 'all', page: 1 })
    expect(total).toBe(initialTotal + ADMIN_PAGE_SIZE)
    const times = jobs.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(times).toHaveLength(ADMIN_PAGE_SIZE)
    expect((await listJobs(backend, { status: 'all', page: 2 })).rows).toHaveLength(
      Math.min(initialTotal, ADMIN_PAGE_SIZE),
    )
    expect(await listJobs(backend, { status: 'all', page: 100 })).toEqual({ rows: [], total })
  })
})

describe('a failed job', () => {
  it('returns to the queue unchanged, is audited, and counts once', async () => {
    const request = await createFailedJob()
    expect(await unitsOf(request)).toBe(0)
    expect(await retry(request.clip.id)).toMatchObject({
      ok: true,
      value: { status: 'queued', progress: 0, cause: null },
    })
    expect(await listNotedActions(request.clip.id)).toEqual([
      { action: 'job_retried', actorId: ADMIN_ID, name: 'A video', details: 'had failed: source_timeout' },
    ])
    const clip = await clipOf(request)
    expect(clip).toMatchObject({ errorCode: null, failureCause: null, endedAt: null, queueClass: 'ordinary' })
    expect(await backend.unfinishedJobIds()).toContain(clip?.jobId)
    expect(await unitsOf(request)).toBe(1)
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'completed', receipt: RECEIPT })
    expect(await unitsOf(request)).toBe(1)
  })

  it('returns only its own unit if it fails again', async () => {
    const request = await createFailedJob()
    await createDownload(backend, request.viewer)
    await retry(request.clip.id)
    expect(await unitsOf(request)).toBe(2)
    backend.engine.work = async () => {
      throw new MediaWorkError('cut_failed', 'broke again')
    }
    await runJob(request.clip.id)
    expect(await clipOf(request)).toMatchObject({ status: 'failed', failureCause: 'broke again' })
    expect(await unitsOf(request)).toBe(1)
  })

  it('is retried and counted once if two admins retry it at once', async () => {
    const request = await createFailedJob()
    const { clip } = request
    const outcomes = await Promise.all([retryAtOnce(clip.id), retryAtOnce(clip.id)])
    expect(outcomes.map((outcome) => (outcome.ok ? 'ok' : outcome.code)).sort()).toEqual(['job_not_open', 'ok'])
    expect(await listNotedActions(clip.id)).toHaveLength(1)
    expect(await unitsOf(request)).toBe(1)
  })

  it("counts on the day of the retry's request, even if that day is full", async () => {
    const request = await createFailedJob()
    for (let usedCount = 0; usedCount < 3; usedCount++) await createDownload(backend, request.viewer)
    backend.clock.set(new Date(NOON.getTime() + 24 * 3_600_000))
    expect(await retry(request.clip.id)).toMatchObject({ ok: true })
    expect(await unitsOf(request)).toBe(0)
    backend.clock.set(NOON)
    expect(await unitsOf(request)).toBe(4)
  })

  it('counts for those who still want it', async () => {
    const [firstRequest, secondRequest] = await createSharedJob()
    await failClip(backend, { clipId: firstRequest.clip.id, errorCode: 'source_timeout' })
    const viewer = { id: secondRequest.download.viewerId, kind: 'anonymous' } as const
    await deleteDownload(backend, { id: secondRequest.download.id, viewer })
    await retry(firstRequest.clip.id)
    expect([await unitsOf(firstRequest), await unitsOf(secondRequest)]).toEqual([1, 0])
  })

  it('counts for the account of a stranger who has signed up meanwhile', async () => {
    const request = await createFailedJob()
    const { viewer: account } = await people.signUp()
    await adoptStranger(backend, { stranger: request.viewer, accountId: account.id })
    await retry(request.clip.id)
    expect([await unitsOf(request), await backend.usedToday(account.id)]).toEqual([0, 1])
  })

  it('is not retried if nobody wants it or it was requested again, which its row says', async () => {
    const deletedRequest = await createFailedJob()
    await deleteDownload(backend, { id: deletedRequest.download.id, viewer: deletedRequest.viewer })
    expect(await retry(deletedRequest.clip.id)).toEqual({ ok: false, code: 'job_not_open' })

    const request = await createFailedJob()
    const secondRequest = await createDownload(backend, request.viewer, request.video)
    expect(secondRequest.clip.id).not.toBe(request.clip.id)
    expect((await findInPanel(request.clip.id))?.retry).toBe('cut_again')
    expect(await retry(request.clip.id)).toEqual({ ok: false, code: 'job_not_open' })
    expect(await listNotedActions(request.clip.id)).toEqual([])
  })

  it('is retried even if an expired clip of the same request is not yet swept', async () => {
    const request = await createFailedJob()
    const laterRequest = await createFinishedDownload(backend, request.viewer, request.video)
    backend.clock.set(new Date(NOON.getTime() + 25 * 3_600_000))
    expect(await retry(request.clip.id)).toMatchObject({ ok: true })
    expect(await clipOf(laterRequest)).toMatchObject({ status: 'completed' })
  })

  it('is never active beside another clip of the same request, in either order', async () => {
    for (let roundIndex = 0; roundIndex < 5; roundIndex++) {
      const { clip, video, viewer } = await createFailedJob()
      const [retryOutcome, request] = await Promise.all([
        retryAtOnce(clip.id),
        requestDownloadOf(backend, video, viewer),
      ])
      if (!request.ok) throw new Error(request.code)
      expect(request.value.clip.id === clip.id).toBe(retryOutcome.ok)
    }
  })

  it('does not block a concurrent deletion', async () => {
    const request = await createFailedJob()
    const [retryOutcome, deletionOutcome] = await Promise.all([
      retryAtOnce(request.clip.id),
      deleteDownload(backend, { id: request.download.id, viewer: request.viewer }),
    ])
    expect(deletionOutcome).toMatchObject({ ok: true })
    const clip = await clipOf(request)
    expect(clip?.status).toBe(retryOutcome.ok ? 'cancelled' : 'failed')
    if (retryOutcome.ok) expect(await backend.unfinishedJobIds()).not.toContain(clip?.jobId)
    expect(await unitsOf(request)).toBe(0)
  })

  it('is not retried while its video is blocked', async () => {
    const { clip, video } = await createFailedJob()
    const id = await blockIt(backend, 'video', video.reference)
    expect(await retry(clip.id)).toEqual({ ok: false, code: 'link_blocked' })
    await unblockLink(backend, { id, by: ADMIN_ID })
    expect((await retry(clip.id)).ok).toBe(true)
  })

  it('is not retried if it finished before a block, and its row says so', async () => {
    const { clip, video } = await createFinishedDownload(backend, await backend.viewer())
    const blockTime = new Date(NOON.getTime() + 60_000)
    backend.clock.set(blockTime)
    const blockId = await blockIt(backend, 'video', video.reference, 'Somebody asked')
    const job = (await listJobs(backend, { status: 'failed', page: 1 })).rows.find(({ id }) => id === clip.id)
    expect(job).toMatchObject({ code: 'link_blocked', cause: 'Somebody asked', fileSize: null })
    expect(job).toMatchObject({ completedAt: NOON.toISOString(), endedAt: blockTime.toISOString() })
    await unblockLink(backend, { id: blockId, by: ADMIN_ID })
    expect(await retry(clip.id)).toEqual({ ok: false, code: 'job_not_open' })
  })

  it('is not retried while its source is switched off', async () => {
    const { clip } = await createFailedJob()
    expect(await retry(clip.id, { presets: { ...backend.presets, sources: ['media'] } })).toEqual(refused('source_off'))
    expect(await listNotedActions(clip.id)).toEqual([])
    expect((await retry(clip.id)).ok).toBe(true)
  })

  it('waits for disk space', async () => {
    const request = await createFailedJob()
    const fullStore = { ...backend.files, freeBytes: async () => 1000 }
    expect(await retryAtOnce(request.clip.id, { files: fullStore })).toMatchObject({ ok: false, code: 'storage_full' })
    expect(await clipOf(request)).toMatchObject({ status: 'failed', errorCode: 'source_timeout' })
  })

  it('is not retried in a quality that its viewer may no longer have', async () => {
    const request = await createFailedJob()
    await records.settings.write({ freeMaxQuality: '720p' })
    await backend.database.executor.execute(sql`update clips set quality = '2160p' where id = ${request.clip.id}`)
    expect(await retry(request.clip.id)).toEqual({ ok: false, code: 'job_not_open' })
  })

  it('is not one that waits, has finished, or never existed', async () => {
    const waitingRequest = await createDownload(backend, await backend.viewer())
    const finishedRequest = await createFinishedDownload(backend, await backend.viewer())
    for (const { clip } of [waitingRequest, finishedRequest])
      expect(await retry(clip.id)).toEqual({ ok: false, code: 'job_not_open' })
    expect(await retry(newId())).toEqual({ ok: false, code: 'not_found' })
  })
})

describe('a job that is cancelled', () => {
  it('disappears for everybody who wants it, and every unit is returned', async () => {
    const requests = await createSharedJob()
    const [{ clip }] = requests
    expect(await cancel(clip.id)).toMatchObject({
      ok: true,
      value: { status: 'cancelled', userCount: 0, endedAt: NOON.toISOString() },
    })
    for (const request of requests) {
      expect(await unitsOf(request)).toBe(0)
      const download = await records.downloads.find(request.download.id, request.download.viewerId)
      const description = await describeDownload(backend, { download: download!, clip: (await clipOf(request))! })
      expect(description).toMatchObject({ status: 'cancelled', code: 'cancelled' })
    }
    expect(await backend.unfinishedJobIds()).not.toContain(clip.jobId)
    expect(await listNotedActions(clip.id)).toEqual([
      { action: 'job_cancelled', actorId: ADMIN_ID, name: 'A video', details: 'was: queued' },
    ])
    expect(await cancel(clip.id)).toEqual({ ok: false, code: 'job_not_open' })
    expect(await retry(clip.id)).toEqual({ ok: false, code: 'job_not_open' })
  })

  it('returns one unit if its viewer cancels it at the same time', async () => {
    const viewer = await backend.viewer()
    const request = await createDownload(backend, viewer)
    await createDownload(backend, viewer)
    await Promise.all([cancel(request.clip.id), cancelDownload(backend, { id: request.download.id, viewer })])
    expect(await clipOf(request)).toMatchObject({ status: 'cancelled' })
    expect(await unitsOf(request)).toBe(1)
  })

  it('is not one that has finished, failed, or never existed', async () => {
    const finishedRequest = await createFinishedDownload(backend, await backend.viewer())
    expect(await cancel(finishedRequest.clip.id)).toEqual({ ok: false, code: 'job_not_open' })
    expect(await cancel((await createFailedJob()).clip.id)).toEqual({ ok: false, code: 'job_not_open' })
    expect(await cancel(newId())).toEqual({ ok: false, code: 'not_found' })
    expect(await unitsOf(finishedRequest)).toBe(1)
  })
})

describe("a job's file", () => {
  const openFile = (id: string) => openJobFile(backend, { id, by: ADMIN_ID })

  it('is audited before any byte is sent, once per viewing', async () => {
    const { clip } = await createFinishedDownload(backend, await backend.viewer())
    const [file] = await Promise.all([openFile(clip.id), openFile(clip.id)])
    expect(file).toMatchObject({ ok: true, value: { sizeBytes: 4, container: 'mp4', fileName: 'kerf_360p.mp4' } })
    expect(await listNotedActions(clip.id)).toHaveLength(1)
    backend.clock.set(new Date(NOON.getTime() + 11 * 60_000))
    await openFile(clip.id)
    await openJobFile(backend, { id: clip.id, by: 'another admin' })
    expect((await listNotedActions(clip.id)).map(({ action }) => action)).toEqual(Array(3).fill('job_file_opened'))
  })

  it('is not available before the end, after expiry, or without a file', async () => {
    const { clip: waitingClip } = await createDownload(backend, await backend.viewer())
    expect(await openFile(waitingClip.id)).toEqual({ ok: false, code: 'not_ready' })
    const { clip: finishedRequest } = await createFinishedDownload(backend, await backend.viewer())
    backend.clock.set(new Date(NOON.getTime() + 24 * 3_600_000))
    expect(await openFile(finishedRequest.id)).toEqual({ ok: false, code: 'expired' })
    expect(await openFile((await createFailedJob()).clip.id)).toEqual({ ok: false, code: 'not_found' })
    expect(await openFile(newId())).toEqual({ ok: false, code: 'not_found' })
    expect(await listNotedActions(finishedRequest.id)).toEqual([])
  })
})
