import { PATIENTLY } from '@kerf/standins/waits'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it, vi } from 'vitest'
import type { ProcessRecord } from '../../ports/processes.ts'
import { workerProcess } from '../../use-cases/testing/process-at-work.ts'
import { openDatabase } from '../database/open-database.ts'
import { describeOn, describeOnDatabases, REAL_POSTGRES, throwInTests } from '../database/testing/open-test-database.ts'
import { acceptSecret, agreeOnSecret, SecretDiffersError } from './agreements.ts'
import { joinRegister, refuseWhileRunning } from './process-register.ts'

const ALWAYS_DUE = { everyMilliseconds: 0 }
const HOURLY_TERMS = { everyMilliseconds: 3_600_000 }

describeOnDatabases('a periodic run on $name', async (kind) => {
  const { periodicRuns, executor } = (await kind.open()).database

  it('runs once when due, and is reported when it succeeds', async () => {
    expect(await periodicRuns.lastAt('sweep')).toBeNull()
    const work = vi.fn(async () => undefined)
    expect(await periodicRuns.attempt('sweep', HOURLY_TERMS, work)).toBe(true)
    expect(await periodicRuns.attempt('sweep', HOURLY_TERMS, work)).toBe(false)
    expect(work).toHaveBeenCalledOnce()
    const firstSuccessAt = await periodicRuns.lastAt('sweep')
    expect(firstSuccessAt).toBeInstanceOf(Date)
    expect(await periodicRuns.attempt('sweep', { ...HOURLY_TERMS, evenIfDone: true }, work)).toBe(true)
    expect(
      await periodicRuns.attempt('sweep', ALWAYS_DUE, () => Promise.reject(new Error('no disk'))).catch(String),
    ).toContain('no disk')
    // A failed round counts as a round, and leaves the time of the last success unchanged.
    expect(await periodicRuns.attempt('sweep', HOURLY_TERMS, work)).toBe(false)
    expect(await periodicRuns.inTurn('sweep', async () => 'asked for')).toBe('asked for')
  })

  it('belongs to the process that runs it, and is due at once if that process dies', async () => {
    const endOfWork = Promise.withResolvers<void>()
    const beginning = Promise.withResolvers<void>()
    const firstRound = periodicRuns.attempt('records', ALWAYS_DUE, async () => {
      beginning.resolve()
      await endOfWork.promise
    })
    await beginning.promise
    expect(await periodicRuns.attempt('records', ALWAYS_DUE, async () => undefined)).toBe(false)
    const order: string[] = []
    const secondRound = periodicRuns.inTurn('records', async () => order.push('second'))
    order.push('first is over')
    endOfWork.resolve()
    await Promise.all([firstRound, secondRound])
    expect(order).toEqual(['first is over', 'second'])

    await executor.execute(sql`update rounds set is_under_way = true where name = 'records'`)
    expect(await periodicRuns.attempt('records', HOURLY_TERMS, async () => undefined)).toBe(true)
    await executor.execute(sql`update rounds set begun_at = now() + interval '1 day' where name = 'records'`)
    expect(await periodicRuns.attempt('records', HOURLY_TERMS, async () => undefined)).toBe(true)
  })
})

describeOn([REAL_POSTGRES], 'processes on one PostgreSQL', async ({ open }) => {
  const test = await open()
  const secondDatabase = await openDatabase({ ...test.options, onError: throwInTests })
  afterAll(() => secondDatabase.close())

  it('run a periodic task once between them', async () => {
    const work = vi.fn(async () => undefined)
    const attempts = [test.database, secondDatabase, test.database, secondDatabase].map(({ periodicRuns }) =>
      periodicRuns.attempt('payments', HOURLY_TERMS, work),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    expect(work).toHaveBeenCalledOnce()
  })

  it('abort a periodic task when the connection with its lock breaks', async () => {
    const quietDatabase = await openDatabase({ ...test.options, onError: () => undefined })
    const lostRound = quietDatabase.periodicRuns.inTurn('sweep', async (lostSignal) => {
      await test.database.executor.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
          where locktype = 'advisory' and datname = current_database() and application_name = 'kerf'`,
      )
      await vi.waitFor(() => expect(lostSignal.aborted).toBe(true), PATIENTLY)
    })
    await lostRound.catch(() => undefined)
    expect(await test.database.periodicRuns.attempt('sweep', HOURLY_TERMS, async () => undefined)).toBe(true)
    await quietDatabase.close()
  })

  it('see each other while they are alive', async () => {
    const describe = (id: string) => (): Omit<ProcessRecord, 'seenAt'> => workerProcess({ id })
    const firstRegister = await joinRegister(test.database.executor, {
      describe: describe('first'),
      onError: throwInTests,
    })
    const secondRegister = await joinRegister(secondDatabase.executor, {
      describe: describe('second'),
      onError: throwInTests,
    })
    const readIds = async () => (await firstRegister.list()).map(({ id }) => id).sort()
    expect(await readIds()).toEqual(['first', 'second'])
    await secondRegister.leave()
    expect(await readIds()).toEqual(['first'])
    await test.database.executor.execute(sql`insert into processes
      select 'dead', role, host, process_id, version, concurrency, running, moved_at, email_failure, started_at,
        now() - interval '18 seconds' from processes where id = 'first'`)
    expect(await readIds()).toEqual(['first'])
    await firstRegister.leave()
  })

  it('prevent commands that need them stopped until they leave or are silent for long', async () => {
    const { executor } = test.database
    const describe = (): Omit<ProcessRecord, 'seenAt'> =>
      workerProcess({ id: 'alive', role: 'worker', host: 'far', processId: 7 })
    const register = await joinRegister(secondDatabase.executor, { describe, onError: throwInTests })
    const refusal = refuseWhileRunning(executor, 'It would be lost.')
    await expect(refusal).rejects.toMatchObject({ name: 'StillRunningError', code: 'still_running' })
    await expect(refusal).rejects.toThrow(/worker on far \(process 7\)\. It would be lost\..*17 seconds.*--force/)
    await executor.execute(sql`update processes set seen_at = now() - interval '18 seconds'`)
    await refuseWhileRunning(executor, 'It would be lost.')
    await register.writeState()
    await expect(refuseWhileRunning(executor, 'It would be lost.')).rejects.toThrow('still running')
    await register.leave()
    await refuseWhileRunning(executor, 'It would be lost.')
  })

  it('agree on one secret, hidden from the database, and change it only on purpose', async () => {
    const { executor } = test.database
    const [agreedSecret, newSecret] = ['a'.repeat(64), 'b'.repeat(64)]
    await Promise.all([agreeOnSecret(executor, agreedSecret), agreeOnSecret(secondDatabase.executor, agreedSecret)])
    await agreeOnSecret(executor, agreedSecret)
    await expect(agreeOnSecret(executor, newSecret)).rejects.toThrow(SecretDiffersError)
    const { rows } = (await executor.execute(sql`select * from agreements`)) as unknown as { rows: unknown[] }
    expect(rows).toHaveLength(1)
    expect(JSON.stringify(rows)).not.toContain(agreedSecret)
    await acceptSecret(executor, newSecret)
    await agreeOnSecret(executor, newSecret)
    await expect(agreeOnSecret(executor, agreedSecret)).rejects.toThrow('npm run admin -- accept-secret')
  })
})
