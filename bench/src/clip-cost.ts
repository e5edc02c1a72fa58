import { execFileSync } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { callCosts } from './cost/call-costs.ts'
import { COST_FILMS, clipCost } from './cost/clip-costs.ts'
import { startCostServer } from './cost/cost-server.ts'
import { costTable } from './cost/cost-table.ts'
import { databaseCosts } from './cost/database-costs.ts'
import { lookupCosts } from './cost/lookup-costs.ts'
import { CLIP_KINDS, type ClipCost, COSTS_PATH, type MeasuredCosts, readMeasuredCosts } from './cost/measured-costs.ts'
import { openMeasuredPostgres } from './cost/measured-postgres.ts'
import { queueCosts } from './cost/queue-costs.ts'

/**
 * What a clip costs, by kind, and what calls, lookups, the database and the queue cost: processor time, bytes and memory of the real
 * server, one thing after the other. Goes to results/cost.json, which the capacity model reads, and results/cost.md. `--only clips,calls,lookups,
 * database,queue` measures some of it anew and leaves the rest as it was; `--kinds 'MP3;GIF'` only these clips.
 */
const TABLE = join(import.meta.dirname, '../results/cost.md')

const { values } = parseArgs({ options: { only: { type: 'string' }, kinds: { type: 'string' } } })
const isAsked = (part: keyof MeasuredCosts): boolean => !values.only || values.only.split(',').includes(part)

const loadBefore = loadavg()[0] ?? Number.NaN
const costs: Partial<MeasuredCosts> = values.only ? readMeasuredCosts() : {}
const note = <T>(what: string, value: T): T => {
  console.error(what, JSON.stringify(value))
  return value
}

if (isAsked('calls') || isAsked('clips') || isAsked('lookups')) {
  const server = await startCostServer(COST_FILMS)
  try {
    if (isAsked('calls')) costs.calls = note('calls', await callCosts(server))
    if (isAsked('clips')) {
      const { idleSecond } = costs.calls!
      const kinds = CLIP_KINDS.filter((kind) => !values.kinds || values.kinds.split(';').includes(kind))
      const measured: ClipCost[] = []
      for (const kind of kinds) measured.push(note(kind, await clipCost(server, kind, idleSecond)))
      costs.clips = CLIP_KINDS.flatMap((kind) =>
        [...measured, ...(costs.clips ?? [])].filter((clip) => clip.kind === kind).slice(0, 1),
      )
    }
    if (isAsked('lookups')) costs.lookups = note('lookups', await lookupCosts(server))
  } finally {
    await server.dispose()
  }
}
if (isAsked('database') || isAsked('queue')) {
  const postgres = await openMeasuredPostgres()
  if (!postgres) console.error('PostgreSQL is not installed: what it takes is left out.')
  try {
    if (isAsked('database')) costs.database = postgres && note('database', await databaseCosts(postgres))
    if (isAsked('queue')) costs.queue = postgres ? note('queue', await queueCosts(postgres)) : []
  } finally {
    await postgres?.remove()
  }
}
const load = `load average ${loadBefore.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after`
costs.measuredAt = new Date().toISOString().slice(0, 10)
costs.machine = `${cpus().length} cores (${cpus()[0]?.model}), Node ${process.version}; ${load}`
await writeFile(COSTS_PATH, `${JSON.stringify(costs, null, 2)}\n`)
// The results are committed, and `npm run check` holds them to the house's style like everything else.
execFileSync('biome', ['format', '--write', COSTS_PATH], { stdio: 'inherit' })
const text = costTable(costs as MeasuredCosts)
console.log(text)
await writeFile(TABLE, text)
