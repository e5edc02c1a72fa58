import { USER_SORTS } from '@kerf/domain/people/admin-rules'
import { sql } from 'drizzle-orm'
import { expect, it } from 'vitest'
import type { AccountRecord } from '../../../ports/accounts.ts'
import { queryRows } from '../engine/executor.ts'
import { openDatabase } from '../open-database.ts'
import { describeOn, describeOnDatabases, REAL_POSTGRES, throwInTests } from '../testing/open-test-database.ts'
import { seedPeople } from '../testing/seed-people.ts'
import { vacuumTables } from '../vacuum-tables.ts'

const PEOPLE_COUNT = 1003
const NOW = new Date('2026-11-20T12:00:00Z')

describeOnDatabases('people in $name', async (kind) => {
  const { executor, records } = (await kind.open()).database
  await seedPeople(executor, PEOPLE_COUNT)

  it.each(USER_SORTS)('sorted by %s have the same order in pages and in a scan', async (sort) => {
    const request = { filter: 'all', sort } as const
    const pagedAccounts: AccountRecord[] = []
    for (let offset = 0; offset < PEOPLE_COUNT; offset += 100) {
      const { rows, total } = await records.people.list(request, { offset, limit: 100 }, NOW)
      expect(total).toBe(PEOPLE_COUNT)
      pagedAccounts.push(...rows)
    }
    const scannedAccounts: AccountRecord[] = []
    for (
      let before: AccountRecord | undefined;
      scannedAccounts.length < PEOPLE_COUNT;
      before = scannedAccounts.at(-1)
    ) {
      const page = await records.people.listAfter(request, { before, limit: 70 }, NOW)
      expect(page.length).toBeGreaterThan(0)
      scannedAccounts.push(...page)
    }
    expect(pagedAccounts.map(({ id }) => id)).toEqual(scannedAccounts.map(({ id }) => id))
    expect(new Set(pagedAccounts.map(({ id }) => id)).size).toBe(PEOPLE_COUNT)
    const sortKeys: Record<typeof sort, (account: AccountRecord) => number> = {
      newest: ({ createdAt }) => -createdAt.getTime(),
      oldest: ({ createdAt }) => createdAt.getTime(),
      'last-active': ({ lastActive }) => -(lastActive?.getTime() ?? 0),
      name: () => 0,
      email: () => 0,
    }
    const keys = pagedAccounts.map(sortKeys[sort])
    expect(keys).toEqual(keys.toSorted((a, b) => a - b))
    const pageBeyondEnd = await records.people.list(request, { offset: PEOPLE_COUNT + 25, limit: 25 }, NOW)
    expect(pageBeyondEnd).toEqual({ rows: [], total: PEOPLE_COUNT })
  })

  it('are found by a part of their names and emails, whose characters are matched literally', async () => {
    const insert = (id: string, name: string) =>
      executor.execute(sql`insert into users (id, name, username, email, created_at, updated_at)
        values (${id}, ${name}, ${`name-of-${id}`}, ${`${id}@odd.example`}, ${NOW}, ${NOW})`)
    await insert('percent', '100% Cut_ter')
    await insert('slash', 'Back\\Slash')
    const findByText = async (search: string) => {
      const { rows: accounts, total } = await records.people.list(
        { search, filter: 'all', sort: 'oldest' },
        { offset: 0, limit: 25 },
        NOW,
      )
      return { ids: accounts.map(({ id }) => id), total }
    }
    expect(await findByText('0% CUT_')).toEqual({ ids: ['percent'], total: 1 })
    expect((await findByText('0%t')).total).toBe(0)
    expect((await findByText('t_t')).ids).toEqual(['percent'])
    expect((await findByText('k\\s')).ids).toEqual(['slash'])
    expect((await findByText('SLASH@ODD.')).ids).toEqual(['slash'])
    expect((await findByText('name-of-percent')).ids).toEqual(['percent'])
    expect((await findByText('USER7-')).total).toBe(1)
    expect((await findByText('@example.org')).total).toBe(Math.floor(PEOPLE_COUNT / 4))
    await executor.execute(sql`delete from users where id in ('percent', 'slash')`)
  })

  it('are filtered; a Lifetime plan that has ended does not count', async () => {
    const total = async (filter: 'admins' | 'lifetime' | 'suspended') =>
      (await records.people.list({ filter, sort: 'name' }, { offset: 0, limit: 25 }, NOW)).total
    expect(await total('admins')).toBe(1)
    expect(await total('suspended')).toBe(20)
    expect(await total('lifetime')).toBe(50)
    await executor.execute(
      sql`update users set subscription_expires_at = ${new Date(NOW.getTime() - 1)} where id = 'seeded-20'`,
    )
    expect(await total('lifetime')).toBe(49)
  })

  it('have current table statistics once there are many, and an index for searches', async () => {
    // PostgreSQL updates its statistics by itself, but too late for this test.
    if (kind === REAL_POSTGRES) await executor.execute(sql`analyze users`)
    else {
      // PostgreSQL flushes its counts only after a second.
      await executor.execute(sql`select pg_stat_force_next_flush()`)
      await vacuumTables(executor)
    }
    const [{ rows } = { rows: 0 }] = await queryRows<{ rows: number }>(
      executor,
      sql`select reltuples::int as rows from pg_class where relname = 'users'`,
    )
    expect(rows).toBe(PEOPLE_COUNT)
    const indexes = await queryRows<{ name: string }>(
      executor,
      sql`select indexname as name from pg_indexes where tablename = 'users'`,
    )
    expect(indexes.map(({ name }) => name)).toContain('users_search_text')
  })
})

describeOn([REAL_POSTGRES], 'people in $name', (kind) => {
  it('people are found without the search index, as on a server without the extension', async () => {
    const test = await kind.open()
    const { executor } = test.database
    // The database is as before its first start, except that the extension is in another schema.
    for (const schema of ['public', 'drizzle']) await executor.execute(sql.raw(`drop schema ${schema} cascade`))
    for (const schema of ['public', 'elsewhere']) await executor.execute(sql.raw(`create schema ${schema}`))
    await executor.execute(sql`create extension pg_trgm schema elsewhere`)
    const reopenedDatabase = await openDatabase({ ...test.options, onError: throwInTests })
    await seedPeople(reopenedDatabase.executor, 10)
    const request = { search: 'USER7-', filter: 'all', sort: 'name' } as const
    const page = await reopenedDatabase.records.people.list(request, { offset: 0, limit: 25 }, NOW)
    expect(page.rows.map(({ id }) => id)).toEqual(['seeded-7'])
    await reopenedDatabase.close()
  })
})
