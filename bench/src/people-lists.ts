import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../apps/server/src/adapters/database/open-database.ts'
import { tendTables } from '../../apps/server/src/adapters/database/tend-tables.ts'
import { seedPeople } from '../../apps/server/src/adapters/database/testing/seed-people.ts'
import { listSubscriptions } from '../../apps/server/src/use-cases/admin/list-subscriptions.ts'
import { listPeople, type PeopleQuery } from '../../apps/server/src/use-cases/admin/people.ts'

/**
 * How long the panel waits for a page of its users with a hundred thousand of them, the total included: on the embedded
 * database, and on the empty PostgreSQL that KERF_TEST_DATABASE_URL names, into which it writes.
 */
const COUNT = 100_000
const ROUNDS = 9
const LAST_PAGE = COUNT / 25

const QUESTIONS: readonly (readonly [name: string, query: PeopleQuery & { page?: number }])[] = [
  ['newest, first page', {}],
  ['newest, page 2,000', { page: LAST_PAGE / 2 }],
  ['newest, last page', { page: LAST_PAGE }],
  ['by name', { sort: 'name' }],
  ['by name, page 2,000', { sort: 'name', page: LAST_PAGE / 2 }],
  ['by email', { sort: 'email' }],
  ['last active', { sort: 'last-active' }],
  ['last active, last page', { sort: 'last-active', page: LAST_PAGE }],
  ['admins', { filter: 'admins' }],
  ['lifetime, by name', { filter: 'lifetime', sort: 'name' }],
  ['suspended', { filter: 'suspended' }],
  ['search: one person', { search: 'user4711-' }],
  ['search: nobody', { search: 'nobody at all' }],
  ['search: an eighth', { search: 'ÉMILE' }],
  ['search: an eighth, last page', { search: 'émile', page: LAST_PAGE / 8 }],
  ['search: everybody', { search: 'example' }],
  ['search: everybody, by name', { search: 'example', sort: 'name' }],
  ['search: two letters', { search: 'q7' }],
  ['search: one letter', { search: 'e' }],
  ['search among suspended', { search: 'anna', filter: 'suspended', sort: 'email' }],
]

const url = process.env.KERF_TEST_DATABASE_URL
await measure('embedded database', null)
if (url) await measure('PostgreSQL', url)

async function measure(name: string, databaseUrl: string | null): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-bench-'))
  const database = await openDatabase({ databaseUrl, folder, onError: console.error })
  try {
    const begin = performance.now()
    await seedPeople(database.executor, COUNT)
    console.log(`\n${name}: ${COUNT} people in ${Math.round((performance.now() - begin) / 1000)} s`)
    await tendTables(database.executor)
    const deps = { database, clock: { now: () => new Date('2026-11-20T12:00:00Z') } }
    for (const [question, query] of QUESTIONS) print(question, await timesOf(() => listPeople(deps, query)))
    print('subscriptions, first page', await timesOf(() => listSubscriptions(deps, 1)))
    print('subscriptions, last page', await timesOf(() => listSubscriptions(deps, LAST_PAGE)))
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Of this process, the embedded database within it: what it took itself, however busy the machine was meanwhile. */
interface Time {
  wall: number
  processor: number
}

async function timesOf(ask: () => Promise<unknown>): Promise<Time[]> {
  const times: Time[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const [begin, used] = [performance.now(), process.cpuUsage()]
    await ask()
    const { user, system } = process.cpuUsage(used)
    times.push({ wall: performance.now() - begin, processor: (user + system) / 1000 })
  }
  return times
}

function print(question: string, times: readonly Time[]): void {
  const middle = (pick: (time: Time) => number): string =>
    (times.map(pick).toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN).toFixed(1).padStart(7)
  console.log(
    `${question.padEnd(32)} ${middle(({ wall }) => wall)} ms   of processor time ${middle(({ processor }) => processor)} ms`,
  )
}
