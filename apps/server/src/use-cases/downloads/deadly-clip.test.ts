import { once } from 'node:events'
import { PATIENTLY } from '@kerf/standins/waits'
import { and, eq, sql } from 'drizzle-orm'
import { expect, it, vi } from 'vitest'
import { CUT_QUEUE, jobs } from '../../adapters/job-queue/cut-jobs.ts'
import { MAX_SERVER_DEATHS, putBackAfterDeath } from '../../adapters/job-queue/put-back.ts'
import { requestedDownload } from '../testing/downloads.ts'
import { openWorkbench } from '../testing/workbench.ts'
import { expireClips } from './files/expire-clips.ts'

const bench = await openWorkbench()

const requested = async () => requestedDownload(bench, await bench.viewer())

type ClipRequest = Awaited<ReturnType<typeof requested>>

const ofJob = ({ clip }: ClipRequest) => and(eq(jobs.name, CUT_QUEUE), eq(jobs.id, clip.jobId!))

/** Takes a job as a worker of the queue does. */
async function take(request: ClipRequest): Promise<void> {
  const takenAgain = sql`case when started_on is null then retry_count else retry_count + 1 end`
  await bench.database.executor
    .update(jobs)
    .set({ state: 'active', startedOn: sql`now()`, retryCount: takenAgain })
    .where(ofJob(request))
}

/** Simulates a server that dies while it cuts these clips, and restarts. */
async function dieWith(...requests: ClipRequest[]): Promise<void> {
  for (const request of requests) await take(request)
  await putBackAfterDeath(bench.database.executor)
  await expireClips(bench)
}

const clipOf = ({ clip }: ClipRequest) => bench.database.records.clips.find(clip.id)
const usedBy = ({ download }: ClipRequest) => bench.usedToday(download.viewerId)

async function waitSeconds(request: ClipRequest): Promise<number> {
  const wait = sql<number>`extract(epoch from start_after - now())`.mapWith(Number)
  const [row] = await bench.database.executor.select({ wait }).from(jobs).where(ofJob(request))
  return row!.wait
}

it('a clip at which the server dies every time is given up, its unit comes back, and no later start meets it', async () => {
  const deadly = await requested()
  for (let death = 1; death < MAX_SERVER_DEATHS; death += 1) {
    await dieWith(deadly)
    expect(await clipOf(deadly)).toMatchObject({ status: 'queued' })
    expect(await usedBy(deadly)).toBe(1)
  }
  await dieWith(deadly)
  expect(await clipOf(deadly)).toMatchObject({
    status: 'failed',
    errorCode: 'cut_failed',
    failureCause: expect.stringMatching(/gave up after 5 tries\.\s+The server died 5 times/),
  })
  expect(await usedBy(deadly)).toBe(0)
  expect(await bench.database.cutWorker.depth()).toEqual({ waiting: 0, running: 0 })
})

it('a clip that was hit as well, and less often, goes first and alone, and has all its own tries left', async () => {
  const [deadly, innocent] = [await requested(), await requested()]
  await dieWith(deadly)
  for (let death = 2; death < MAX_SERVER_DEATHS; death += 1) await dieWith(deadly, innocent)
  expect(await waitSeconds(innocent)).toBeLessThanOrEqual(0)
  expect(await waitSeconds(deadly)).toBeGreaterThan(0)
  await dieWith(deadly)
  expect(await clipOf(deadly)).toMatchObject({ status: 'failed' })
  expect(await clipOf(innocent)).toMatchObject({ status: 'queued' })
  const ways: boolean[] = []
  const { cutWorker } = bench.database
  await cutWorker.start(1, async (_clipId, _signal, isLastTry) => {
    ways.push(isLastTry)
  })
  await vi.waitFor(async () => expect(await cutWorker.depth()).toEqual({ waiting: 0, running: 0 }), PATIENTLY)
  await cutWorker.stop(0)
  expect(ways).toEqual([false])
})

it('an orderly stop counts as no death', async () => {
  const request = await requested()
  const { cutWorker } = bench.database
  for (let stop = 0; stop <= MAX_SERVER_DEATHS; stop += 1) {
    const begun = Promise.withResolvers<void>()
    await cutWorker.start(1, async (_clipId, signal) => {
      begun.resolve()
      await once(signal, 'abort')
      throw signal.reason
    })
    await begun.promise
    await cutWorker.stop(0)
  }
  await putBackAfterDeath(bench.database.executor)
  const [job] = await bench.database.executor
    .select({ data: jobs.data, state: jobs.state })
    .from(jobs)
    .where(ofJob(request))
  expect(job).toMatchObject({ state: 'retry', data: { clipId: request.clip.id } })
  expect(job?.data).not.toHaveProperty('serverDeaths')
})
