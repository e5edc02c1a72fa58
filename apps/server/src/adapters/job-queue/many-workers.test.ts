import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { queryRows } from '../database/engine/executor.ts'
import { type OpenDatabase, openDatabase } from '../database/open-database.ts'
import { describeOn, REAL_POSTGRES, type TestDatabase } from '../database/testing/open-test-database.ts'
import { MAX_SERVER_DEATHS, putBackJobsOfSilentWorkers } from './put-back.ts'

const SILENT_SECONDS = 15

describeOn([REAL_POSTGRES], 'a clip among workers of several processes', ({ open }) => {
  let test: TestDatabase
  let askingDatabase: OpenDatabase
  beforeEach(async () => {
    test = await open()
    // The test cuts connections, and both databases report that as an error.
    askingDatabase = await openDatabase({ ...test.options, onError: () => undefined })
  })
  afterEach(() => askingDatabase.close())

  const readJobs = () =>
    queryRows<{ clip: string; state: string; deaths: number; waits: boolean }>(
      askingDatabase.executor,
      sql`select data->>'clipId' as clip, state,
        coalesce((data->>'serverDeaths')::int, 0) as deaths, start_after > now() as waits
        from pgboss.job where name = 'cut-clip' order by 1`,
    )

  /** Marks these clips as taken by a worker that has been silent for this many seconds. */
  const markTakenBySilent = (seconds: number, ...clips: string[]) =>
    askingDatabase.executor.execute(sql`update pgboss.job set state = 'active', retry_count = retry_count + 1,
      heartbeat_on = now() - ${seconds} * interval '1 second', start_after = now()
      where name = 'cut-clip' and data->>'clipId' in ${clips}`)

  it('is abandoned after it has crashed too many workers, and clips beside it continue', async () => {
    await askingDatabase.records.cutQueue.enqueue('deadly', 'ordinary', 'somebody')
    await askingDatabase.records.cutQueue.enqueue('innocent', 'ordinary', 'somebody')
    for (let death = 1; death <= MAX_SERVER_DEATHS; death += 1) {
      await markTakenBySilent(SILENT_SECONDS + 1, 'deadly', ...(death < 4 ? ['innocent'] : []))
      // Two concurrent searches count one crash.
      const counts = await Promise.all(
        [0, 1].map(() => putBackJobsOfSilentWorkers(askingDatabase.executor, SILENT_SECONDS)),
      )
      expect(counts[0]! + counts[1]!).toBe(death < 4 ? 2 : 1)
      // From the third crash on, the jobs start one after the other, so that the cause takes down no other job.
      if (death === 3) expect((await readJobs()).filter(({ waits }) => waits)).toHaveLength(1)
    }
    expect(await readJobs()).toMatchObject([
      { clip: 'deadly', state: 'failed', deaths: MAX_SERVER_DEATHS },
      { clip: 'innocent', state: 'retry', deaths: 3 },
    ])
    expect(await askingDatabase.cutWorker.unfinishedJobIds()).toHaveProperty('size', 1)
  })

  it('is left alone while its worker has a heartbeat', async () => {
    await askingDatabase.records.cutQueue.enqueue('a clip', 'ordinary', 'somebody')
    await markTakenBySilent(SILENT_SECONDS - 5, 'a clip')
    expect(await putBackJobsOfSilentWorkers(askingDatabase.executor, SILENT_SECONDS)).toBe(0)
    expect(await readJobs()).toMatchObject([{ state: 'active', deaths: 0 }])
  })

  it('stops when another process cancels it, even without the connection for notifications', async () => {
    const jobId = await askingDatabase.records.cutQueue.enqueue('a clip', 'ordinary', 'somebody')
    const workingDatabase = await openDatabase({ ...test.options, onError: () => undefined })
    const jobBegun = Promise.withResolvers<void>()
    const jobStopped = Promise.withResolvers<boolean>()
    await workingDatabase.cutWorker.start(1, async (_clipId, signal) => {
      signal.addEventListener('abort', () => jobStopped.resolve(true))
      jobBegun.resolve()
      await jobStopped.promise
    })
    await jobBegun.promise
    await askingDatabase.executor.execute(
      sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database()
        and query like '%kerf_cancelled_jobs%' and pid <> pg_backend_pid()`,
    )
    await askingDatabase.transaction((records) => records.cutQueue.cancel(jobId))
    expect(await jobStopped.promise).toBe(true)
    await workingDatabase.cutWorker.stop(1_000)
    await workingDatabase.close()
  })
})
