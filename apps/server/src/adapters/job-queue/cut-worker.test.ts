import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { PATIENTLY } from '@kerf/standins/waits'
import { sql } from 'drizzle-orm'
import { afterEach, expect, it, vi } from 'vitest'
import { rowsOf } from '../database/engine/executor.ts'
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

  it('jobs are taken one at a time, paid ones first, in the order that was announced before', async () => {
    const arrivals = 'oopooppppppoopppppop'
    const announced = new Map<string, number>()
    const ids = new Map<string, string>()
    for (const [position, kind] of [...arrivals].entries()) {
      const name = `${kind}${position}`
      ids.set(name, await queue.enqueue(name, kind === 'p' ? 'paid' : 'ordinary', 'anna'))
    }
    for (const [name, jobId] of ids) announced.set(name, await queue.countAhead(jobId))
    expect((await queue.listWaiting()).map((id) => [...ids].find(([, other]) => other === id)?.[0])).toEqual(
      [...announced].sort(([, a], [, b]) => a - b).map(([name]) => name),
    )
    const done: string[] = []
    let atOnce = 0
    await worker.start(1, async (clipId) => {
      atOnce += 1
      expect(atOnce).toBe(1)
      done.push(clipId)
      await worker.depth()
      atOnce -= 1
    })
    await isEmpty()
    expect(done.map(([kind]) => kind).join('')).toBe([...arrivals].sort().reverse().join(''))
    expect(done).toEqual([...announced].sort(([, a], [, b]) => a - b).map(([name]) => name))
    expect([...announced.values()].sort((a, b) => a - b)).toEqual(done.map((_, position) => position))
    for (const kind of ['p', 'o']) {
      const positions = done.filter((name) => name.startsWith(kind)).map((name) => Number(name.slice(1)))
      expect(positions).toEqual(positions.toSorted((a, b) => a - b))
    }
  })

  it('a paid job moves forward, unless it is further ahead already', async () => {
    for (const name of ['first', 'second', 'third']) await queue.enqueue(name, 'ordinary', 'anna')
    const wanted = await queue.enqueue('wanted', 'ordinary', 'anna')
    await queue.enqueue('paid', 'paid', 'anna')
    await queue.hasten(wanted, 'paid', 'anna')
    await queue.hasten(wanted, 'paid', 'anna')
    const done = await workOff()
    expect(done).toEqual(['paid', 'wanted', 'first', 'second', 'third'])
  })

  it('a job that is tried again or was put back keeps its place', async () => {
    const tried: string[] = []
    await queue.enqueue('ordinary', 'ordinary', 'anna')
    await queue.enqueue('paid', 'paid', 'anna')
    const before = await places()
    await worker.start(1, async (clipId, signal) => {
      tried.push(clipId)
      await once(signal, 'abort')
    })
    await vi.waitFor(() => expect(tried).toEqual(['paid']), PATIENTLY)
    await worker.stop(0)
    expect(await places()).toEqual(before)
    await queue.enqueue('late', 'paid', 'anna')
    await worker.start(1, async (clipId) => {
      tried.push(clipId)
    })
    await isEmpty()
    expect(tried).toEqual(['paid', 'paid', 'late', 'ordinary'])
  })

  it('owners go in turn: who comes with a single one does not wait for many of another', async () => {
    for (let request = 1; request <= 4; request++) await queue.enqueue(`anna ${request}`, 'ordinary', 'anna')
    for (let request = 1; request <= 3; request++) await queue.enqueue(`paying ${request}`, 'paid', 'paula')
    await queue.enqueue('ben 1', 'ordinary', 'ben')
    await queue.enqueue('paying too', 'paid', 'pete')
    await queue.enqueue('ben 2', 'ordinary', 'ben')
    const done: string[] = []
    await worker.start(1, async (clipId) => {
      done.push(clipId)
      if (clipId === 'ben 1') await queue.enqueue('cleo 1', 'ordinary', 'cleo')
    })
    await isEmpty()
    expect(done).toEqual([
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

  it('a job that another owner asks for as well takes the better of both places, and is theirs', async () => {
    for (let request = 1; request <= 3; request++) await queue.enqueue(`anna ${request}`, 'ordinary', 'anna')
    const wanted = await queue.enqueue('anna 4, ben 1', 'ordinary', 'anna')
    await queue.enqueue('anna 5', 'ordinary', 'anna')
    await queue.hasten(wanted, 'ordinary', 'ben')
    await queue.hasten(wanted, 'ordinary', 'anna')
    // It is Ben's first by now: his next one stands behind it.
    await queue.enqueue('ben 2', 'ordinary', 'ben')
    const done = await workOff()
    expect(done).toEqual(['anna 1', 'anna 4, ben 1', 'anna 2', 'ben 2', 'anna 3', 'anna 5'])
  })

  it('many jobs can be added, taken and cancelled at once without a deadlock', async () => {
    const owners = ['anna', 'ben', 'cleo', 'dora']
    const taken: string[] = []
    await worker.start(2, async (clipId) => {
      taken.push(clipId)
    })
    const asked = Array.from({ length: 40 }, (_, request) =>
      database.transaction(async (records) => {
        const kind = request % 3 === 0 ? 'paid' : 'ordinary'
        const ids = [1, 2, 3].map((part) => `${request}.${part}`)
        const jobIds: string[] = []
        for (const id of ids) jobIds.push(await records.cutQueue.enqueue(id, kind, owners[request % 4] ?? ''))
        return jobIds
      }),
    )
    const cancelled = asked.map(async (jobIds) => {
      const [, second = '', third = ''] = await jobIds
      await database.transaction(async (records) => {
        await records.cutQueue.cancel(third)
        await records.cutQueue.cancel(second)
      })
    })
    await Promise.all(cancelled)
    await isEmpty()
    expect(new Set(taken).size).toBe(taken.length)
    for (let request = 0; request < asked.length; request++) expect(taken).toContain(`${request}.1`)
  })

  it('a job is there for workers only once its transaction is through', async () => {
    const begun: string[] = []
    await worker.start(2, async (clipId) => {
      begun.push(clipId)
    })
    const undone = database.transaction(async (records) => {
      await records.cutQueue.enqueue('undone', 'paid', 'anna')
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    await database.transaction((records) => records.cutQueue.enqueue('done', 'ordinary', 'anna'))
    await isEmpty()
    expect(begun).toEqual(['done'])
  })

  it('a waiting job that is cancelled is never begun', async () => {
    const cancelled = await queue.enqueue('cancelled', 'paid', 'anna')
    await queue.enqueue('other', 'ordinary', 'anna')
    await queue.cancel(cancelled)
    const begun = await workOff()
    expect(begun).toEqual(['other'])
  })

  it('a running job that is cancelled is aborted, not retried, and makes room for the next', async () => {
    const begun: string[] = []
    const aborted = Promise.withResolvers<unknown>()
    await worker.start(1, async (clipId, signal) => {
      begun.push(clipId)
      if (clipId === 'other') return
      await once(signal, 'abort')
      aborted.resolve(signal.reason)
      throw signal.reason
    })
    const cancelled = await queue.enqueue('cancelled', 'ordinary', 'anna')
    await queue.enqueue('other', 'ordinary', 'anna')
    await vi.waitFor(() => expect(begun).toEqual(['cancelled']), PATIENTLY)
    await database.transaction((records) => records.cutQueue.cancel(cancelled))
    expect(await aborted.promise).toBeInstanceOf(JobCancelledError)
    await vi.waitFor(() => expect(begun).toEqual(['cancelled', 'other']), PATIENTLY)
    await isEmpty()
  })

  it('a cancel that is rolled back aborts nothing', async () => {
    const begun = Promise.withResolvers<AbortSignal>()
    const end = Promise.withResolvers<void>()
    await worker.start(1, async (_clipId, signal) => {
      begun.resolve(signal)
      await end.promise
    })
    const jobId = await queue.enqueue('a clip', 'ordinary', 'anna')
    const signal = await begun.promise
    const undone = database.transaction(async (records) => {
      await records.cutQueue.cancel(jobId)
      throw new Error('no')
    })
    await expect(undone).rejects.toThrow('no')
    expect(await worker.depth()).toEqual({ waiting: 0, running: 1 })
    expect(signal.aborted).toBe(false)
    end.resolve()
    await isEmpty()
  })

  it('a job that throws is tried three times in all, and the queue tells how that went', async () => {
    const tries: boolean[] = []
    const jobId = await queue.enqueue('a clip', 'ordinary', 'anna')
    await executor.execute(sql`update pgboss.job set retry_delay = 0, retry_backoff = false`)
    await worker.start(1, async (_clipId, _signal, isLastTry) => {
      tries.push(isLastTry)
      throw new Error('the source is down')
    })
    await isEmpty()
    expect(tries).toEqual([false, false, true])
    expect(await worker.describeEnd(jobId)).toEqual({ tries: 3, lastError: 'the source is down' })
    expect(await worker.describeEnd(randomUUID())).toBeNull()
  })

  it('stopping lets running jobs end and begins no other', async () => {
    const begun: string[] = []
    const end = Promise.withResolvers<void>()
    await worker.start(1, async (clipId) => {
      begun.push(clipId)
      await end.promise
    })
    await queue.enqueue('running', 'paid', 'anna')
    await queue.enqueue('waiting', 'ordinary', 'anna')
    await vi.waitFor(() => expect(begun).toEqual(['running']), PATIENTLY)
    const stopped = worker.stop(60_000)
    end.resolve()
    await stopped
    expect(await worker.depth()).toEqual({ waiting: 1, running: 0 })
    expect(begun).toEqual(['running'])
  })

  it('what does not end in time is aborted and put back, and runs again without having used up a try', async () => {
    const reasons: unknown[] = []
    const begun = Promise.withResolvers<void>()
    await worker.start(1, async (_clipId, signal) => {
      const abort = once(signal, 'abort')
      begun.resolve()
      await abort
      reasons.push(signal.reason)
      throw signal.reason
    })
    await queue.enqueue('a clip', 'ordinary', 'anna')
    await begun.promise
    await worker.stop(0)
    expect(reasons).toEqual([expect.any(WorkerStoppingError)])
    expect(await worker.depth()).toEqual({ waiting: 1, running: 0 })
    expect(await triesLeft()).toBe(2)
    const again = Promise.withResolvers<string>()
    await worker.start(1, async (clipId) => again.resolve(clipId))
    expect(await again.promise).toBe('a clip')
  })

  it('what a clock that was set back has put off until tomorrow is taken today, and nothing else sooner', async () => {
    await queue.enqueue('tomorrow', 'ordinary', 'anna')
    await executor.update(jobs).set({ startAfter: sql`now() + interval '1 day'` })
    await database.tendTables()
    const done = await workOff()
    expect(done).toEqual(['tomorrow'])
    await worker.stop(0)
    await queue.enqueue('soon', 'ordinary', 'anna')
    await executor.update(jobs).set({ startAfter: sql`now() + interval '10 seconds'` }).where(isWaiting)
    await database.tendTables()
    expect(await worker.activity()).toMatchObject({ oldestWaitingAt: expect.any(Date), readySince: null })
  })

  it('what waits, since when, and what its worker is at can be asked', async () => {
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
    const waiting = await worker.activity()
    expect(waiting.oldestWaitingAt).toBeInstanceOf(Date)
    expect(waiting.readySince!.getTime() - waiting.oldestWaitingAt!.getTime()).toBe(59 * 60_000)
    // Not before their time.
    await executor.update(jobs).set({ startAfter: sql`now() + interval '1 hour'` })
    expect(await worker.activity()).toMatchObject({ oldestWaitingAt: expect.any(Date), readySince: null })
    await executor.update(jobs).set({ startAfter: sql`now()` })

    const begun = Promise.withResolvers<void>()
    const end = Promise.withResolvers<void>()
    await worker.start(1, async () => {
      begun.resolve()
      await end.promise
    })
    await begun.promise
    const busy = await worker.activity()
    expect(busy).toMatchObject({ concurrency: 1, running: 1, oldestWaitingAt: expect.any(Date) })
    expect(busy.movedAt).toBeInstanceOf(Date)
    end.resolve()
    await isEmpty()
  })

  /** The clips in the order in which one worker took them. */
  async function workOff(): Promise<string[]> {
    const done: string[] = []
    await worker.start(1, async (clipId) => {
      done.push(clipId)
    })
    await isEmpty()
    return done
  }

  async function isEmpty(): Promise<void> {
    await vi.waitFor(async () => expect(await worker.depth()).toEqual({ waiting: 0, running: 0 }), PATIENTLY)
  }

  function places() {
    return executor.select({ id: jobs.id, priority: jobs.priority }).from(jobs).orderBy(jobs.id)
  }

  async function triesLeft(): Promise<number> {
    const [row] = await rowsOf<{ left: number }>(
      executor,
      sql`select retry_limit - retry_count - 1 as left from pgboss.job where name = 'cut-clip' and state = 'retry'`,
    )
    return row!.left
  }
})
