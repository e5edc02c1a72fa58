import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'
import { DATABASE_KINDS, REAL, throwInTests } from './testing/open-test-database.ts'

const MIGRATIONS = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => name.endsWith('.sql')).length

describe.each([REAL])('migrations in $name', (kind) => {
  it.skipIf(kind.skipped)('run once when several processes start together on an empty database', async () => {
    const test = await kind.open()
    await test.database.executor.execute(sql`drop schema public cascade`)
    await test.database.executor.execute(sql`drop schema drizzle cascade`)
    await test.database.executor.execute(sql`create schema public`)
    const opened = await Promise.all(
      Array.from({ length: 5 }, () => openDatabase({ ...test.options, onError: throwInTests })),
    )
    const result = await test.database.executor.execute(
      sql`select count(*)::int as runs from drizzle.__drizzle_migrations`,
    )
    expect((result as unknown as { rows: unknown[] }).rows).toEqual([{ runs: MIGRATIONS }])
    await Promise.all(opened.map((database) => database.close()))
    await test.remove()
  })
})

describe.each(DATABASE_KINDS)('migration 0013 in $name', (kind) => {
  it.skipIf(kind.skipped)(
    'gives jobs that wait by turns due times: payers first, and each owner one at a time',
    async () => {
      const test = await kind.open()
      const { executor, records } = test.database
      // Turns were negative priorities, even for paid jobs; behind 2^30 the order was by laps.
      const old = {
        'anna 1': -9,
        'anna 2': -17,
        'paid 1': -20,
        'ben 1': -25,
        'paid 2': -22,
        'anna 3': -(2 ** 30 + 2 ** 29 + 3),
      }
      const names = new Map<string, string>()
      for (const [name, priority] of Object.entries(old)) {
        const id = await records.cutQueue.enqueue(name, 'ordinary', 'somebody')
        names.set(id, name)
        const data = JSON.stringify({ clipId: name, asker: name.split(' ')[0], lap: 1 })
        await executor.execute(
          sql`update pgboss.job set priority = ${priority}, data = ${data}::jsonb, created_on = date_trunc('minute', now())
          where id = ${id}`,
        )
      }
      await executor.execute(
        sql.raw(readFileSync(join(import.meta.dirname, 'migrations/0013_queue_due_times.sql'), 'utf8')),
      )
      const order = (await records.cutQueue.listWaiting()).map((id) => names.get(id))
      expect(order.slice(0, 2)).toEqual(['paid 1', 'paid 2'])
      expect(order.slice(2, 4).sort()).toEqual(['anna 1', 'ben 1'])
      expect(order.slice(4)).toEqual(['anna 2', 'anna 3'])
      expect((await test.database.operatingFigures()).queue).toMatchObject({
        paid: { waiting: 2 },
        ordinary: { waiting: 4 },
      })
      await test.remove()
    },
  )
})
