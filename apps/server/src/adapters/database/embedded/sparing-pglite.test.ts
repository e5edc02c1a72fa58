import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DATABASE_KINDS, type TestDatabase } from '../testing/open-test-database.ts'

const QUERY = sql.raw(
  `select timestamptz '2026-11-21 12:00+00' as at, date '2026-11-21' as day, 7 as number, '{a,b}'::text[] as words, '{"a":1}'::jsonb as json`,
)

describe('the embedded database', () => {
  let test: TestDatabase
  beforeAll(async () => {
    const embedded = DATABASE_KINDS[0]
    if (!embedded) throw new Error('There is no database to test on.')
    test = await embedded.open()
  })
  afterAll(() => test?.remove())

  it('leaves to Drizzle what Drizzle reads itself, and reads all else, in a transaction too', async () => {
    const { executor } = test.database
    const expected = { at: '2026-11-21 12:00:00+00', day: '2026-11-21', number: 7, words: ['a', 'b'], json: { a: 1 } }
    expect(await executor.execute(QUERY)).toMatchObject({ rows: [expected] })
    expect(await executor.transaction((transaction) => transaction.execute(QUERY))).toMatchObject({ rows: [expected] })
  })
})
