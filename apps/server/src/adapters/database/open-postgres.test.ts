import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { openPostgres } from './open-postgres.ts'
import { REAL } from './testing/open-test-database.ts'

describe.each([REAL])('a connection to $name', (kind) => {
  it.skipIf(kind.skipped)(
    'that breaks while a transaction does something else fails that transaction only',
    async () => {
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
      await test.remove()
    },
  )
})
