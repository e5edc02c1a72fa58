import { PATIENTLY } from '@kerf/standins/waits'
import { sql } from 'drizzle-orm'
import { afterAll, expect, it, vi } from 'vitest'
import type { ProcessRecord } from '../../ports/processes.ts'
import { workerProcess } from '../../use-cases/testing/process-at-work.ts'
import { openDatabase } from '../database/open-database.ts'
import { describeOn, describeOnDatabases, REAL, throwInTests } from '../database/testing/open-test-database.ts'
import { acceptSecret, agreeOnSecret, SecretDiffersError } from './agreements.ts'
import { joinRegister, refuseWhileRunning } from './process-register.ts'

const OFTEN = { everyMilliseconds: 0 }
const SELDOM = { everyMilliseconds: 3_600_000 }

describeOnDatabases('a round on $name', async (kind) => {
  const { rounds, executor } = (await kind.open()).database

  it('runs once when due, and is reported when it succeeds', async () => {
    expect(await rounds.lastAt('sweep')).toBeNull()
    const work = vi.fn(async () => undefined)
    expect(await rounds.attempt('sweep', SELDOM, work)).toBe(true)
    expect(await rounds.attempt('sweep', SELDOM, work)).toBe(false)
    expect(work).toHaveBeenCalledOnce()
    const first = await rounds.lastAt('sweep')
    expect(first).toBeInstanceOf(Date)
    expect(await rounds.attempt('sweep', { ...SELDOM, evenIfDone: true }, work)).toBe(true)
    expect(await rounds.attempt('sweep', OFTEN, () => Promise.reject(new Error('no disk'))).catch(String)).toContain(
      'no disk',
    )
    // A failed round counts as a round, and leaves the time of the last success unchanged.
    expect(await rounds.attempt('sweep', SELDOM, work)).toBe(false)
    expect(await rounds.inTurn('sweep', async () => 'asked for')).toBe('asked for')
  })

  it('is left to the process that runs it, and due at once if that process dies', async () => {
    const endOfWork = Promise.withResolvers<void>()
    const beginning = Promise.withResolvers<void>()
    const first = rounds.attempt('records', OFTEN, async () => {
      beginning.resolve()
      await endOfWork.promise
    })
    await beginning.promise
    expect(await rounds.attempt('records', OFTEN, async () => undefined)).toBe(false)
    const order: string[] = []
    const second = rounds.inTurn('records', async () => order.push('second'))
    order.push('first is over')
    endOfWork.resolve()
    await Promise.all([first, second])
    expect(order).toEqual(['first is over', 'second'])

    await executor.execute(sql`update rounds set is_under_way = true where name = 'records'`)
    expect(await rounds.attempt('records', SELDOM, async () => undefined)).toBe(true)
    await executor.execute(sql`update rounds set begun_at = now() + interval '1 day' where name = 'records'`)
    expect(await rounds.attempt('records', SELDOM, async () => undefined)).toBe(true)
  })
})

describeOn([REAL], 'processes on one PostgreSQL', async ({ open }) => {
  const test = await open()
  const second = await openDatabase({ ...test.options, onError: throwInTests })
  afterAll(() => second.close())

  it('do a round once between them', async () => {
    const work = vi.fn(async () => undefined)
    const tries = [test.database, second, test.database, second].map(({ rounds }) =>
      rounds.attempt('payments', SELDOM, work),
    )
    expect((await Promise.all(tries)).filter(Boolean)).toHaveLength(1)
    expect(work).toHaveBeenCalledOnce()
  })

  it('notify the process that holds a turn when its connection breaks', async () => {
    const quiet = await openDatabase({ ...test.options, onError: () => undefined })
    const lostRound = quiet.rounds.inTurn('sweep', async (lost) => {
      await test.database.executor.execute(
        sql`select pg_terminate_backend(pid) from pg_stat_activity join pg_locks using (pid)
          where locktype = 'advisory' and datname = current_database() and application_name = 'kerf'`,
      )
      await vi.waitFor(() => expect(lost.aborted).toBe(true), PATIENTLY)
    })
    await lostRound.catch(() => undefined)
    expect(await test.database.rounds.attempt('sweep', SELDOM, async () => undefined)).toBe(true)
    await quiet.close()
  })

  it('see each other while they live', async () => {
    const describe = (id: string) => (): Omit<ProcessRecord, 'seenAt'> => workerProcess({ id })
    const first = await joinRegister(test.database.executor, { describe: describe('first'), onError: throwInTests })
    const secondRegister = await joinRegister(second.executor, { describe: describe('second'), onError: throwInTests })
    const ids = async () => (await first.list()).map(({ id }) => id).sort()
    expect(await ids()).toEqual(['first', 'second'])
    await secondRegister.leave()
    expect(await ids()).toEqual(['first'])
    await test.database.executor.execute(sql`insert into processes
      select 'dead', role, host, process_id, version, concurrency, running, moved_at, email_failure, started_at,
        now() - interval '18 seconds' from processes where id = 'first'`)
    expect(await ids()).toEqual(['first'])
    await first.leave()
  })

  it('keep an operator from what needs them stopped, by name, until they have left or been silent for long enough', async () => {
    const { executor } = test.database
    const describe = (): Omit<ProcessRecord, 'seenAt'> =>
      workerProcess({ id: 'alive', role: 'worker', host: 'far', processId: 7 })
    const register = await joinRegister(second.executor, { describe, onError: throwInTests })
    const refused = refuseWhileRunning(executor, 'It would be lost.')
    await expect(refused).rejects.toMatchObject({ name: 'StillRunningError', code: 'still_running' })
    await expect(refused).rejects.toThrow(/worker on far \(process 7\)\. It would be lost\..*17 seconds.*--force/)
    await executor.execute(sql`update processes set seen_at = now() - interval '18 seconds'`)
    await refuseWhileRunning(executor, 'It would be lost.')
    await register.tell()
    await expect(refuseWhileRunning(executor, 'It would be lost.')).rejects.toThrow('still running')
    await register.leave()
    await refuseWhileRunning(executor, 'It would be lost.')
  })

  it('agree on one secret, of which the database shows nothing, and go on with another only deliberately', async () => {
    const { executor } = test.database
    const [agreedSecret, newSecret] = ['a'.repeat(64), 'b'.repeat(64)]
    await Promise.all([agreeOnSecret(executor, agreedSecret), agreeOnSecret(second.executor, agreedSecret)])
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
