import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PATIENTLY } from '@kerf/standins/waits'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { queryRows } from '../database/engine/executor.ts'
import { describeOnDatabases } from '../database/testing/open-test-database.ts'
import { isWaiting, jobs } from './cut-jobs.ts'
import { JobCancelledError, WorkerStoppingError } from './cut-worker.ts'

describeOnDatabases('the cut queue in $name', async ({ open }) => {
  const { database } = await open()
  const { cutQueue: queue } = database.records
  const { cutWorker: worker, executor } = database
  afterEach(async () => {
    await worker.stop(0)
    await executor.delete(jobs)
  })

  it('jobs are taken one at a time, paid ones first, in the order of their reported positions', async () => {
    const arrivals = 'oopooppppppoopppppop'
    const positionByName = new Map<string, number>()
    const ids = new Map<string, string>()
    for (const [position, kind] of [...arrivals].entries()) {
      const name = `${kind}${position}`
      ids.set(name, await queue.enqueue(name, kind === 'p' ? 'paid' : 'ordinary', 'anna'))
    }
    for (const [name, jobId] of ids) positionByName.set(name, await queue.countAhead(jobId))
    expect((await queue.listWaiting()).map((id) => [...ids].find(([, jobId]) => jobId === id)?.[0])).toEqual(
      [...positionByName].sort(([, a], [, b]) => a - b).map(([name]) => name),
    )
    const clipIds: string[] = []
    let runningCount = 0
    await worker.start(1, async (clipId) => {
      runningCount += 1
      expect(runningCount).toBe(1)
      clipIds.push(clipId)
      await worker.depth()
      runningCount -= 1
    })
    await waitUntilEmpty()
    expect(clipIds.map(([kind]) => kind).join('')).toBe([...arrivals].sort().reverse().join(''))
    expect(clipIds).toEqual([...positionByName].sort(([, a], [, b]) => a - b).map(([name]) => name))
    expect([...positionByName.values()].sort((a, b) => a - b)).toEqual(clipIds.map((_, position) => position))
    for (const kind of ['p', 'o']) {
      const positions = clipIds.filter((name) => name.startsWith(kind)).map((name) => Number(name.slice(1)))
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    }
  })

  it('a paid job moves forward, unless it is further ahead already', async () => {
    for (const name of ['first', 'second', 'third']) await queue.enqueue(name, 'ordinary', 'anna')
    const jobId = await queue.enqueue('wanted', 'ordinary', 'anna')
    await queue.enqueue('paid', 'paid', 'anna')
    await queue.hasten(jobId, 'paid', 'anna')
    await queue.hasten(jobId, 'paid', 'anna')
    const clipIds = await emptyQueue()
    expect(clipIds).toEqual(['paid', 'wanted', 'first', 'second', 'third'])
  })

  it('a retried or returned job keeps its position', async () => {
    const triedClips: string[] = []
    await queue.enqueue('ordinary', 'ordinary', 'anna')
    await queue.enqueue('paid', 'paid', 'anna')
    const prioritiesBefore = await readPriorities()
    await worker.start(1, async (clipId, signal) => {
      triedClips.push(clipId)
      await once(signal, 'abort')
    })
    await vi.waitFor(() => expect(triedClips).toEqual(['paid']), PATIENTLY)
    await worker.stop(0)
    expect(await readPriorities()).toEqual(prioritiesBefore)
    await queue.enqueue('late', 'paid', 'anna')
    await worker.start(1, async (clipId) => {
      triedClips.push(clipId)
    })
    await waitUntilEmpty()
    expect(triedClips).toEqual(['paid', 'paid', 'late', 'ordinary'])
  })

  it('owners take turns: an owner with a single job does not wait for many jobs of another', async () => {
    for (let request = 1; request <= 4; request++) await queue.enqueue(`anna ${request}`, 'ordinary', 'anna')
    for (let request = 1; request <= 3; request++) await queue.enqueue(`paying ${request}`, 'paid', 'paula')
    await queue.enqueue('ben 1', 'ordinary', 'ben')
    await queue.enqueue('paying too', 'paid', 'pete')
    await queue.enqueue('ben 2', 'ordinary', 'ben')
    const clipIds: string[] = []
    await worker.start(1, async (clipId) => {
      clipIds.push(clipId)
      if (clipId === 'ben 1') await queue.enqueue('cleo 1', 'ordinary', 'cleo')
    })
    await waitUntilEmpty()
    expect(clipIds).toEqual([
      'paying 1',
      'paying too',
      'paying 2',
      'paying 3',
      'anna 1',
      'ben 1',
      'cleo 1',
      'anna 2',
      'ben 2',
      'anna 3',
      'anna 4',
    ])
  })

  it('a job that a second owner also requests gets the better position, and then belongs to that owner', async () => {
    for (let request = 1; request <= 3; request++) await queue.enqueue(`anna ${request}`, 'ordinary', 'anna')
    const sharedJobId = await queue.enqueue('anna 4, ben 1', 'ordinary', 'anna')
    await queue.enqueue('anna 5', 'ordinary', 'anna')
    await queue.hasten(sharedJobId, 'ordinary', 'ben')
    await queue.hasten(sharedJobId, 'ordinary', 'anna')
    // The shared job is now Ben's first job, so his next job comes after it.
    await queue.enqueue('ben 2', 'ordinary', 'ben')
    const clipIds = await emptyQueue()
    expect(clipIds).toEqual(['anna 1', 'anna 4, ben 1', 'anna 2', 'ben 2', 'anna 3', 'anna 5'])
  })

  it('many jobs can be added, taken and cancelled at once without a deadlock', async () => {
    const owners = ['anna', 'ben', 'cleo', 'dora']
    const takenClips: string[] = []
    await worker.start(2, async (clipId) => {
      takenClips.push(clipId)
    })
    const enqueuings = Array.from({ length: 40 }, (_, request) =>
      database.transaction(async (records) => {
        const kind = request % 3 === 0 ? 'paid' : 'ordinary'
        const ids = [1, 2, 3].map((part) => `${request}.${part}`)
        const jobIds: string[] = []
        for (const id of ids) jobIds.push(await records.cutQueue.enqueue(id, kind, owners[request % 4] ?? ''))
        return jobIds
      }),
    )
    const cancellations = enqueuings.map(async (jobIds) => {
      const [, secondId = '', thirdId = ''] = await jobIds
      await database.transaction(async (records) => {
        await records.cutQueue.cancel(thirdId)
        await records.cutQueue.cancel(secondId)
      })
    })
    await Promise.all(cancellations)
    await waitUntilEmpty()
    expect(new Set(takenClips).size).toBe(takenClips.length)
    for (let request = 0; request < enqueuings.length; request++) expect(takenClips).toContain(`${request}.1`)
  })

  it('workers see a job only after its transaction is committed', async () => {
    const begunClips: string[] = []
    await worker.start(2, async (clipId) => {
      begunClips.push(clipId)
    })
    const rollback = database.transaction(async (records) => {
      await records.cutQueue.enqueue('undone', 'paid', 'anna')
      throw new Error('no')
    })
    await expect(rollback).rejects.toThrow('no')
    await database.transaction((records) => records.cutQueue.enqueue('done', 'ordinary', 'anna'))
    await waitUntilEmpty()
    expect(begunClips).toEqual(['done'])
  })

  it('a cancelled waiting job never starts', async () => {
    const cancelledId = await queue.enqueue('cancelled', 'paid', 'anna')
    await queue.enqueue('other', 'ordinary', 'anna')
    await queue.cancel(cancelledId)
    const begunClips = await emptyQueue()
    expect(begunClips).toEqual(['other'])
  })

  it('a cancelled running job is aborted, not retried, and makes room for the next', async () => {
    const begunClips: string[] = []
    const abortReason = Promise.withResolvers<unknown>()
    await worker.start(1, async (clipId, signal) => {
      begunClips.push(clipId)
      if (clipId === 'other') return
      await once(signal, 'abort')
      abortReason.resolve(signal.reason)
      throw signal.reason
    })
    const cancelledId = await queue.enqueue('cancelled', 'ordinary', 'anna')
    await queue.enqueue('other', 'ordinary', 'anna')
    await vi.waitFor(() => expect(begunClips).toEqual(['cancelled']), PATIENTLY)
    await database.transaction((records) => records.cutQueue.cancel(cancelledId))
    expect(await abortReason.promise).toBeInstanceOf(JobCancelledError)
    await vi.waitFor(() => expect(begunClips).toEqual(['cancelled', 'other']), PATIENTLY)
    await waitUntilEmpty()
  })

  it('a rolled-back cancel aborts nothing', async () => {
    const beginning = Promise.withResolvers<AbortSignal>()
    const end = Promise.withResolvers<void>()
    await worker.start(1, async (_clipId, signal) => {
      beginning.resolve(signal)
      await end.promise
    })
    const jobId = await queue.enqueue('a clip', 'ordinary', 'anna')
    const signal = await beginning.promise
    const rollback = database.transaction(async (records) => {
      await records.cutQueue.cancel(jobId)
      throw new Error('no')
    })
    await expect(rollback).rejects.toThrow('no')
    expect(await worker.depth()).toEqual({ waiting: 0, running: 1 })
    expect(signal.aborted).toBe(false)
    end.resolve()
    await waitUntilEmpty()
  })

  it('a failing job is tried three times in all, and the queue reports its end', async () => {
    const isLastTries: boolean[] = []
    const jobId = await queue.enqueue('a clip', 'ordinary', 'anna')
    await executor.execute(sql`update pgboss.job set retry_delay = 0, retry_backoff = false`)
    await worker.start(1, async (_clipId, _signal, isLastTry) => {
      isLastTries.push(isLastTry)
      throw new Error('the source is down')
    })
    await waitUntilEmpty()
    expect(isLastTries).toEqual([false, false, true])
    expect(await worker.describeEnd(jobId)).toEqual({ tries: 3, lastError: 'the source is down' })
    expect(await worker.describeEnd(randomUUID())).toBeNull()
  })

  it('stopping lets running jobs finish and starts no other', async () => {
    const begunClips: string[] = []
    const end = Promise.withResolvers<void>()
    await worker.start(1, async (clipId) => {
      begunClips.push(clipId)
      await end.promise
    })
    await queue.enqueue('running', 'paid', 'anna')
    await queue.enqueue('waiting', 'ordinary', 'anna')
    await vi.waitFor(() => expect(begunClips).toEqual(['running']), PATIENTLY)
    const stopping = worker.stop(60_000)
    end.resolve()
    await stopping
    expect(await worker.depth()).toEqual({ waiting: 1, running: 0 })
    expect(begunClips).toEqual(['running'])
  })

  it('a job that does not end in time is aborted and returned, without using up a try', async () => {
    const reasons: unknown[] = []
    const beginning = Promise.withResolvers<void>()
    await worker.start(1, async (_clipId, signal) => {
      const abort = once(signal, 'abort')
      beginning.resolve()
      await abort
      reasons.push(signal.reason)
      throw signal.reason
    })
    await queue.enqueue('a clip', 'ordinary', 'anna')
    await beginning.promise
    await worker.stop(0)
    expect(reasons).toEqual([expect.any(WorkerStoppingError)])
    expect(await worker.depth()).toEqual({ waiting: 1, running: 0 })
    expect(await readTriesLeft()).toBe(2)
    const secondRun = Promise.withResolvers<string>()
    await worker.start(1, async (clipId) => secondRun.resolve(clipId))
    expect(await secondRun.promise).toBe('a clip')
  })

  it('a job due tomorrow because the clock was set back runs today, and no other job runs early', async () => {
    await queue.enqueue('tomorrow', 'ordinary', 'anna')
    await executor.update(jobs).set({ startAfter: sql`now() + interval '1 day'` })
    await database.maintainTables()
    const clipIds = await emptyQueue()
    expect(clipIds).toEqual(['tomorrow'])
    await worker.stop(0)
    await queue.enqueue('soon', 'ordinary', 'anna')
    await executor.update(jobs).set({ startAfter: sql`now() + interval '10 seconds'` }).where(isWaiting)
    await database.maintainTables()
    expect(await worker.activity()).toMatchObject({ oldestWaitingAt: expect.any(Date), readySince: null })
  })

  it('the worker reports how long jobs have waited, and what it does', async () => {
    expect(await worker.activity()).toMatchObject({
      concurrency: 0,
      running: 0,
      oldestWaitingAt: null,
      readySince: null,
    })
    await queue.enqueue('older', 'ordinary', 'anna')
    await queue.enqueue('newer', 'ordinary', 'anna')
    await executor.update(jobs).set({
      createdOn: sql`now() - interval '1 hour'`,
      startAfter: sql`now() - interval '1 minute'`,
    })
    const activity = await worker.activity()
    expect(activity.oldestWaitingAt).toBeInstanceOf(Date)
    expect(activity.readySince!.getTime() - activity.oldestWaitingAt!.getTime()).toBe(59 * 60_000)
    // Jobs before their start time do not count as ready.
    await executor.update(jobs).set({ startAfter: sql`now() + interval '1 hour'` })
    expect(await worker.activity()).toMatchObject({ oldestWaitingAt: expect.any(Date), readySince: null })
    await executor.update(jobs).set({ startAfter: sql`now()` })

    const jobBegun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    await worker.start(1, async () => {
      jobBegun.resolve()
      await end.promise
    })
    await jobBegun.promise
    const busyActivity = await worker.activity()
    expect(busyActivity).toMatchObject({ concurrency: 1, running: 1, oldestWaitingAt: expect.any(Date) })
    expect(busyActivity.movedAt).toBeInstanceOf(Date)
    end.resolve()
    await waitUntilEmpty()
  })

  /** Empties the queue with one worker. Returns the clips in the order of their cuts. */
  async function emptyQueue(): Promise<string[]> {
    const clipIds: string[] = []
    await worker.start(1, async (clipId) => {
      clipIds.push(clipId)
    })
    await waitUntilEmpty()
    return clipIds
  }

  async function waitUntilEmpty(): Promise<void> {
    await vi.waitFor(async () => expect(await worker.depth()).toEqual({ waiting: 0, running: 0 }), PATIENTLY)
  }

  function readPriorities() {
    return executor.select({ id: jobs.id, priority: jobs.priority }).from(jobs).orderBy(jobs.id)
  }

  async function readTriesLeft(): Promise<number> {
    const [row] = await queryRows<{ left: number }>(
      executor,
      sql`select retry_limit - retry_count - 1 as left from pgboss.job where name = 'cut-clip' and state = 'retry'`,
    )
    return row!.left
  }
})
