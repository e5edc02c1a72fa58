import { once } from 'node:events'
import { PATIENTLY } from '@kerf/standins/waits'
import { and, eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { CUT_QUEUE, jobs } from '../../adapters/job-queue/cut-jobs.ts'
import { MAX_SERVER_DEATHS, putBackAfterDeath } from '../../adapters/job-queue/put-back.ts'
import { createDownload } from '../testing/downloads.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import { expireClips } from './files/expire-clips.ts'

const backend = await openTestBackend()

const createRequest = async () => createDownload(backend, await backend.viewer())

type CreatedRequest = Awaited<ReturnType<typeof createRequest>>

const ofJob = ({ clip }: CreatedRequest) => and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, clip.jobId!))

/** Takes a job as a worker of the queue does. */
async function takeJob(request: CreatedRequest): Promise<void> {
  const takenAgain = sql`case when started_on is null then retry_count else retry_count + 1 end`
  await backend.database.executor
    .update(jobs)
    .set({ state: 'active', startedOn: sql`now()`, retryCount: takenAgain })
    .where(ofJob(request))
}

/** Simulates a server that dies while it cuts these clips, and restarts. */
async function dieWith(...requests: CreatedRequest[]): Promise<void> {
  for (const request of requests) await takeJob(request)
  await putBackAfterDeath(backend.database.executor)
  await expireClips(backend)
}

const clipOf = ({ clip }: CreatedRequest) => backend.database.records.clips.find(clip.id)
const usedBy = ({ download }: CreatedRequest) => backend.usedToday(download.viewerId)

async function waitSeconds(request: CreatedRequest): Promise<number> {
  const wait = sql<number>`extract(epoch from start_after - now())`.mapWith(Number)
  const [row] = await backend.database.executor.select({ wait }).from(jobs).where(ofJob(request))
  return row!.wait
}

it('a clip that crashes the server every time is abandoned, and its unit is returned', async () => {
  const deadlyRequest = await createRequest()
  for (let death = 1; death < MAX_SERVER_DEATHS; death += 1) {
    await dieWith(deadlyRequest)
    expect(await clipOf(deadlyRequest)).toMatchObject({ status: 'queued' })
    expect(await usedBy(deadlyRequest)).toBe(1)
  }
  await dieWith(deadlyRequest)
  expect(await clipOf(deadlyRequest)).toMatchObject({
    status: 'failed',
    errorCode: 'cut_failed',
    failureCause: expect.stringMatching(/gave up after 5 tries\.\s+The server died 5 times/),
  })
  expect(await usedBy(deadlyRequest)).toBe(0)
  expect(await backend.database.cutWorker.depth()).toEqual({ waiting: 0, running: 0 })
})

it('a clip that crashed less often goes first and alone, with all its tries', async () => {
  const [deadlyRequest, innocentRequest] = [await createRequest(), await createRequest()]
  await dieWith(deadlyRequest)
  for (let death = 2; death < MAX_SERVER_DEATHS; death += 1) await dieWith(deadlyRequest, innocentRequest)
  expect(await waitSeconds(innocentRequest)).toBeLessThanOrEqual(0)
  expect(await waitSeconds(deadlyRequest)).toBeGreaterThan(0)
  await dieWith(deadlyRequest)
  expect(await clipOf(deadlyRequest)).toMatchObject({ status: 'failed' })
  expect(await clipOf(innocentRequest)).toMatchObject({ status: 'queued' })
  const lastTryFlags: boolean[] = []
  const { cutWorker } = backend.database
  await cutWorker.start(1, async (_clipId, _signal, isLastTry) => {
    lastTryFlags.push(isLastTry)
  })
  await vi.waitFor(async () => expect(await cutWorker.depth()).toEqual({ waiting: 0, running: 0 }), PATIENTLY)
  await cutWorker.stop(0)
  expect(lastTryFlags).toEqual([false])
})

it('an orderly stop is not counted as a crash', async () => {
  const request = await createRequest()
  const { cutWorker } = backend.database
  for (let stop = 0; stop <= MAX_SERVER_DEATHS; stop += 1) {
    const begin = Promise.withResolvers<void>()
    await cutWorker.start(1, async (_clipId, signal) => {
      begin.resolve()
      await once(signal, 'abort')
      throw signal.reason
    })
    await begin.promise
    await cutWorker.stop(0)
  }
  await putBackAfterDeath(backend.database.executor)
  const [job] = await backend.database.executor
    .select({ data: jobs.data, state: jobs.state })
    .from(jobs)
    .where(ofJob(request))
  expect(job).toMatchObject({ state: 'retry', data: { clipId: request.clip.id } })
  expect(job?.data).not.toHaveProperty('serverDeaths')
})
