import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { EMBEDDED } from '../../adapters/database/testing/open-test-database.ts'
import { errorForLog } from './create-log.ts'

it('a failed query is logged without its values', async () => {
  const { database } = await EMBEDDED.open()
  const secret = 'anna@example.org'
  const failure = await database.executor
    .execute(
      sql`insert into sessions (id, user_id, token) values (${secret}, 'x', ${`${secret}\nsecond line\n    at (a line that looks like a stack)\nthird line`})`,
    )
    .catch((error: unknown) => error)
  expect(JSON.stringify(failure) + String((failure as Error).message)).toContain(secret)
  const logText = JSON.stringify(errorForLog(failure))
  expect(logText).not.toContain(secret)
  expect(logText).not.toMatch(/second line|looks like a stack|third line/)
  expect(logText).toContain('insert into sessions')
  expect(logText).toContain('log-errors.test.ts')
})
