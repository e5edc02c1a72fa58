import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openDatabase } from './open-database.ts'
import { REAL, throwInTests } from './testing/open-test-database.ts'

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
