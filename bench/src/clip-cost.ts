import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { callCosts } from './cost/call-costs.ts'
import { COST_FILMS, clipCost } from './cost/clip-costs.ts'
import { startCostServer } from './cost/cost-server.ts'
import { costTable } from './cost/cost-table.ts'
import { databaseCosts } from './cost/database-costs.ts'
import { lookupCosts } from './cost/lookup-costs.ts'
import { CLIP_KINDS, type ClipCost, COSTS_PATH, type MeasuredCosts } from './cost/measured-costs.ts'
import { openMeasuredPostgres } from './cost/measured-postgres.ts'
import { queueCosts } from './cost/queue-costs.ts'

/**
 * What a clip costs, by kind, and what calls, lookups, the database and the queue cost: processor time, bytes and memory of the real
 * server, one thing after the other. Goes to results/cost.json, which the capacity model reads, and results/cost.md.
 */
const TABLE = join(import.meta.dirname, '../results/cost.md')

const loadBefore = loadavg()[0] ?? Number.NaN
const note = <T>(what: string, value: T): T => {
  console.error(what, JSON.stringify(value))
  return value
}

const server = await startCostServer(COST_FILMS)
const clips: ClipCost[] = []
let calls: MeasuredCosts['calls']
let lookups: MeasuredCosts['lookups']
try {
  calls = note('calls', await callCosts(server))
  for (const kind of CLIP_KINDS) clips.push(note(kind, await clipCost(server, kind, calls.idleSecond)))
  lookups = note('lookups', await lookupCosts(server))
} finally {
  await server.dispose()
}
const postgres = await openMeasuredPostgres()
if (!postgres) console.error('PostgreSQL is not installed: what it takes is left out.')
let database: MeasuredCosts['database'] = null
let queue: MeasuredCosts['queue'] = []
try {
  if (postgres) {
    database = note('database', await databaseCosts(postgres))
    queue = note('queue', await queueCosts(postgres))
  }
} finally {
  await postgres?.remove()
}
const load = `load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`
const costs: MeasuredCosts = {
  measuredAt: new Date().toISOString().slice(0, 10),
  machine: `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}; ${load}`,
  ...{ clips, calls, lookups, database, queue },
}
await writeFile(COSTS_PATH, `${JSON.stringify(costs, null, 2)}\n`)
const text = costTable(costs)
console.log(text)
await writeFile(TABLE, text)
