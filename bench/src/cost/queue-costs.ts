import { tmpdir } from 'node:os'
import { turnsApart } from '@kerf/domain/jobs/queue-turns'
import { openDatabase } from '../../../apps/server/src/adapters/database/open-database.ts'
import { HEAD_LENGTH, priorityBehind } from '../../../apps/server/src/adapters/job-queue/queue-head.ts'
import type { QueueCost } from './measured-costs.ts'
import type { MeasuredPostgres } from './measured-postgres.ts'

const DEPTHS = [10, 1_000, 10_000]
const JOINS = 100
const POSITIONS = 100
const TAKEN = 300
const WORKERS = 2

/** The real queue with few and many jobs waiting, whose workers do nothing but take them and say that they are done. */
export async function queueCosts(postgres: MeasuredPostgres): Promise<QueueCost[]> {
  const costs: QueueCost[] = []
  for (const waiting of DEPTHS) costs.push(await costAt(postgres, waiting))
  return costs
}

async function costAt(postgres: MeasuredPostgres, waiting: number): Promise<QueueCost> {
  const database = await openDatabase({ databaseUrl: postgres.url, folder: tmpdir(), onError: console.error })
  try {
    postgres.run('truncate pgboss.job')
    const join = (name: string): Promise<string> =>
      database.transaction(({ cutQueue }) => cutQueue.enqueue(name, 'ordinary', name))
    await join('the first')
    // As many like the first, the next ones with turns and the others behind them: joining is what is measured, not needed.
    const priority = `case when n < ${HEAD_LENGTH} then j.priority - ${turnsApart('ordinary')} * n else ${priorityBehind('ordinary', 1)} end`
    postgres.run(`insert into pgboss.job select (jsonb_populate_record(j, jsonb_build_object('id', gen_random_uuid(),
      'priority', ${priority}, 'created_on', j.created_on + n * interval '1 ms'))).*
      from pgboss.job j, generate_series(1, ${waiting - 1}) n where j.name = 'cut-clip'`)
    postgres.run('analyze pgboss.job')
    const counted = async (times: number, run: () => Promise<unknown>) => {
      const [before, own] = [postgres.processorSeconds(), process.cpuUsage()]
      await run()
      const { user, system } = process.cpuUsage(own)
      return {
        database: (postgres.processorSeconds() - before) / times,
        server: (user + system) / 1e6 / times,
      }
    }
    let last = ''
    const joining = await counted(JOINS, async () => {
      for (let time = 0; time < JOINS; time++) last = await join(`wish ${time}`)
    })
    const position = await counted(POSITIONS, async () => {
      for (let time = 0; time < POSITIONS; time++) await database.records.clips.countAhead({ jobId: last })
    })
    const most = Math.min(TAKEN, waiting + JOINS)
    const take = await counted(most, async () => {
      const enough = Promise.withResolvers<void>()
      let taken = 0
      await database.cutWorker.start(WORKERS, async () => {
        taken += 1
        if (taken === most) enough.resolve()
      })
      await enough.promise
    })
    await database.cutWorker.stop(1000)
    return { waiting, join: joining, take, position }
  } finally {
    await database.close()
  }
}
