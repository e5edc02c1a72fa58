import { createServer } from 'node:net'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { describeOn, REAL } from '../testing/open-test-database.ts'
import { databaseTrouble } from './database-trouble.ts'
import { openPostgres } from './open-postgres.ts'

describeOn([REAL], 'a connection to $name', (kind) => {
  it('that breaks while a transaction does something else fails that transaction only', async () => {
    const test = await kind.open()
    const broken = Promise.withResolvers<unknown>()
    const { executor, close } = openPostgres(test.options.databaseUrl ?? '', broken.resolve)
    const transaction = executor.transaction(async (within) => {
      const { rows } = (await within.execute(sql`select pg_backend_pid() as pid`)) as unknown as {
        rows: [{ pid: number }]
      }
      await test.database.executor.execute(sql`select pg_terminate_backend(${rows[0].pid})`)
      await broken.promise
      await within.execute(sql`select 1`)
    })
    await expect(transaction).rejects.toThrow()
    await expect(executor.execute(sql`select 1`)).resolves.toBeDefined()
    await close()
  })
})

it('a database that takes connections and never says a word is away, for the first who ask and for those behind them', async () => {
  const { port, close: hangUp } = await listenOnLoopback(createServer())
  const { executor, migrate, close } = openPostgres(`postgres://kerf@127.0.0.1:${port}/kerf`, () => undefined, 50)
  const questions = Array.from({ length: 12 }, () => executor.execute(sql`select 1`))
  const answers = await Promise.allSettled([migrate(), ...questions])
  expect(answers.map((answer) => answer.status === 'rejected' && databaseTrouble(answer.reason))).toEqual(
    Array(answers.length).fill('busy'),
  )
  await close()
  await hangUp()
})
