import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import { EMBEDDED } from '../testing/open-test-database.ts'

const QUERY = sql.raw(
  `select timestamptz '2026-11-21 12:00+00' as at, date '2026-11-21' as day, 7 as number, '{a,b}'::text[] as words, '{"a":1}'::jsonb as json`,
)

it('the embedded database parses most types itself and leaves some to Drizzle, also in transactions', async () => {
  const { executor } = (await EMBEDDED.open()).database
  const expectedRow = { at: '2026-11-21 12:00:00+00', day: '2026-11-21', number: 7, words: ['a', 'b'], json: { a: 1 } }
  expect(await executor.execute(QUERY)).toMatchObject({ rows: [expectedRow] })
  expect(await executor.transaction((transaction) => transaction.execute(QUERY))).toMatchObject({ rows: [expectedRow] })
})
