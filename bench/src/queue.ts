import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rowsOf } from '../../apps/server/src/adapters/database/engine/executor.ts'
import { connectDatabase } from '../../apps/server/src/adapters/database/open-database.ts'
import { CUT_QUEUE } from '../../apps/server/src/adapters/job-queue/cut-jobs.ts'
import { createCutQueueRecords } from '../../apps/server/src/adapters/job-queue/cut-queue.ts'
import { openJobQueue } from '../../apps/server/src/adapters/job-queue/open-job-queue.ts'
import { postgresPrograms } from '../../tests/standins/src/postgres/postgres-programs.ts'
import { startPostgres } from '../../tests/standins/src/postgres/start-postgres.ts'
import { median } from './figures.ts'

/** Times of joining, taking and locating with 10,000 jobs of one or a hundred owners, on both databases. */
const WAITING = 10_000
const ROUNDS = 50
const GOAL_MILLISECONDS = 20

const folder = await mkdtemp(join(tmpdir(), 'kerf-queue-'))
const postgres = postgresPrograms() ? await startPostgres({ durable: true }) : null
console.log('| database | waiting jobs of | what | median, ms | longest, ms |\n| --- | --- | --- | --- | --- |')
for (const databaseUrl of [null, ...(postgres ? [postgres.url] : [])]) await measureDatabase(databaseUrl)
await postgres?.remove()
await rm(folder, { recursive: true, force: true })

async function measureDatabase(databaseUrl: string | null): Promise<void> {
  const connection = await connectDatabase({ databaseUrl, folder, onError: console.error })
  await connection.migrate()
  const boss = await openJobQueue(connection, console.error)
  const { executor } = connection
  const queue = createCutQueueRecords(executor, boss)
  for (const owners of [100, 1]) {
    await fill(owners)
    const [last = ''] = (await queue.listWaiting()).slice(-1)
    await measure(owners, 'join, a newcomer', (round) => enqueue(`newcomer ${round}`))
    await measure(owners, 'join, an owner of many', () => enqueue('owner 0'))
    await measure(owners, 'take the next', () => boss.fetch(CUT_QUEUE), GOAL_MILLISECONDS)
    await measure(owners, 'position of the last', () => queue.countAhead(last))
    await measure(owners, 'all positions, read once a second for everybody', () => queue.listWaiting())
  }
  await boss.stop()
  await connection.close()

  function enqueue(owner: string): Promise<string> {
    return executor.transaction((inside) => createCutQueueRecords(inside, boss).enqueue('a clip', 'ordinary', owner))
  }

  /** One job of each owner really joins; the others are copies of it, as if they had joined behind it. */
  async function fill(owners: number): Promise<void> {
    await rowsOf(executor, 'delete from pgboss.job')
    for (let owner = 0; owner < owners; owner += 1) await enqueue(`owner ${owner}`)
    await rowsOf(
      executor,
      `insert into pgboss.job
      select (jsonb_populate_record(job, jsonb_build_object('id', gen_random_uuid(), 'priority', priority - 30 * place,
        'created_on', created_on + place * interval '1 ms'))).*
      from pgboss.job as job, generate_series(1, ${WAITING / owners - 1}) as place`,
    )
    await rowsOf(executor, 'analyze pgboss.job_common')
  }

  async function measure(owners: number, what: string, run: (round: number) => Promise<unknown>, goal = Infinity) {
    const times: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      const begin = performance.now()
      await run(round)
      times.push(performance.now() - begin)
    }
    const middle = `${median(times).toFixed(1)}${median(times) > goal ? ` (missed: ${goal})` : ''}`
    const cells = [connection.kind, owners === 1 ? 'one owner' : `${owners} owners`, what, middle]
    console.log(`| ${[...cells, Math.max(...times).toFixed(1)].join(' | ')} |`)
  }
}
