import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { addCleanup } from '@kerf/stamped-media/temporary-directory'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { sql } from 'drizzle-orm'
import { expect, inject, it, vi } from 'vitest'
import { describeStartupError } from '../../../config/environment/describe-startup-error.ts'
import { openDatabase } from '../open-database.ts'
import { viewers } from '../schema/clip-schema.ts'
import { databaseAt, onServer } from '../testing/on-server.ts'
import { describeOn, REAL_POSTGRES, throwInTests } from '../testing/open-test-database.ts'
import { databaseTrouble } from './database-trouble.ts'
import { queryRows } from './executor.ts'
import { openPostgres } from './open-postgres.ts'

describeOn([REAL_POSTGRES], 'a connection to $name', (kind) => {
  const { url = '' } = inject('sharedPostgres') ?? {}

  async function createEmptyDatabase(creationOptions = ''): Promise<string> {
    const name = `kerf_test_${randomBytes(8).toString('hex')}`
    await onServer(url, `create database ${name} template template0 ${creationOptions}`)
    addCleanup(() => vi.waitFor(() => onServer(url, `drop database ${name}`), { timeout: 20_000, interval: 50 }))
    return name
  }

  it('works the same with any session settings of the database', async () => {
    const name = await createEmptyDatabase()
    const databaseUrl = databaseAt(url, name)
    await onServer(databaseUrl, 'create schema own')
    for (const setting of [
      'search_path = own',
      'default_transaction_read_only = on',
      'standard_conforming_strings = off',
      "DateStyle = 'German'",
      "IntervalStyle = 'sql_standard'",
      "default_transaction_isolation = 'serializable'",
      'extra_float_digits = -10',
      "bytea_output = 'escape'",
      "TimeZone = 'Asia/Kathmandu'",
      "idle_session_timeout = '1h'",
      "idle_in_transaction_session_timeout = '1h'",
      "lock_timeout = '1h'",
      'array_nulls = off',
    ])
      await onServer(url, `alter database ${name} set ${setting}`)
    const database = await openDatabase({ databaseUrl, folder: '', onError: throwInTests })
    addCleanup(() => database.close())
    const { executor, records, cutWorker } = database
    const readAnswer = async (question: string) => (await queryRows<{ answer: unknown }>(executor, question))[0]?.answer
    expect(
      await readAnswer(
        `select to_regclass('own.viewers') is null and to_regclass('public.viewers') is not null as answer`,
      ),
    ).toBe(true)
    expect(await readAnswer(`select 'a\\b' as answer`)).toBe('a\\b')
    expect(await readAnswer(`select 0.1::float8 + 0.2::float8 as answer`)).toBe(0.1 + 0.2)
    expect(await readAnswer(`select ('{null}'::text[])[1] as answer`)).toBeNull()
    for (const timeout of ['idle_session_timeout', 'idle_in_transaction_session_timeout', 'lock_timeout'])
      expect(await readAnswer(`select current_setting('${timeout}') as answer`)).toBe('0')
    const createdAt = new Date('2026-02-01T03:04:05.678Z')
    await records.viewers.create('hash', createdAt)
    expect(await executor.select({ at: viewers.createdAt }).from(viewers)).toEqual([{ at: createdAt }])
    expect(await cutWorker.depth()).toEqual({ waiting: 0, running: 0 })
  })

  it("is refused with advice if an empty database's encoding lacks letters, but works with a used one", async () => {
    const name = await createEmptyDatabase(`encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'`)
    const databaseUrl = databaseAt(url, name)
    const openingDatabase = openDatabase({ databaseUrl, folder: '', onError: throwInTests })
    await expect(openingDatabase).rejects.toThrow(
      /in LATIN1, which lacks letters.*createdb --template=template0 --encoding=UTF8/,
    )
    const error = await openingDatabase.catch((cause: unknown) => cause)
    expect(describeStartupError(error)).toBe((error as Error).message)
    await onServer(databaseUrl, 'create table viewers (id text)')
    const errors: unknown[] = []
    const { migrate, close } = openPostgres(databaseUrl, (trouble) => errors.push(trouble))
    await migrate(0)
    await close()
    expect(errors).toMatchObject([{ name: 'DatabaseEncodingError' }])
  })

  it('fails only its own transaction if it breaks', async () => {
    const test = await kind.open()
    const brokenConnection = Promise.withResolvers<unknown>()
    const { executor, close } = openPostgres(test.options.databaseUrl ?? '', brokenConnection.resolve)
    const transaction = executor.transaction(async (innerExecutor) => {
      const { rows } = (await innerExecutor.execute(sql`select pg_backend_pid() as pid`)) as unknown as {
        rows: [{ pid: number }]
      }
      await test.database.executor.execute(sql`select pg_terminate_backend(${rows[0].pid})`)
      await brokenConnection.promise
      await innerExecutor.execute(sql`select 1`)
    })
    await expect(transaction).rejects.toThrow()
    await expect(executor.execute(sql`select 1`)).resolves.toBeDefined()
    await close()
  })
})

it('reports a database that accepts connections and never answers as unavailable', async () => {
  const { port, close: closeServer } = await listenOnLoopback(createServer())
  const { executor, migrate, close } = openPostgres(`postgres://kerf@127.0.0.1:${port}/kerf`, () => undefined, 50)
  const queries = Array.from({ length: 12 }, () => executor.execute(sql`select 1`))
  const answers = await Promise.allSettled([migrate(), ...queries])
  expect(answers.map((answer) => answer.status === 'rejected' && databaseTrouble(answer.reason))).toEqual(
    Array(answers.length).fill('busy'),
  )
  await close()
  await closeServer()
})
