import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileDownloads } from './load-files.ts'
import { queuedJobs } from './load-queue.ts'
import { pollers, statusReads } from './load-reads.ts'
import { startLoadedServer } from './load-setup.ts'
import { beyondLimits, slowSockets } from './load-slow.ts'
import { type LoadRow, writeLoadTable } from './load-table.ts'

/**
 * What becomes of a server to which many come while two cuts run all the time. `--seconds 300` is how long a thousand pollers
 * ask; `--only reads,polls,files,slow,queue,limits` takes some of the parts.
 */
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '30' }, only: { type: 'string' } } })
const READ_SECONDS = 15
const FILE_ROUNDS = 3
const RESULT = join(import.meta.dirname, '../results/load.md')

const loadBefore = loadavg()[0] ?? Number.NaN
const rows: LoadRow[] = []
const isAsked = (part: string): boolean => !values.only || values.only.split(',').includes(part)
const measure = async (part: string, run: () => Promise<LoadRow[]>): Promise<void> => {
  if (!isAsked(part)) return
  for (const row of await run()) {
    console.log(`${row.what}: ${Math.round(row.value * 10) / 10}`)
    rows.push(row)
  }
}

const server = await startLoadedServer()
try {
  const stopCuts = server.cutAllTheTime()
  await measure('reads', () => statusReads(server, READ_SECONDS))
  await measure('polls', () => pollers(server, Number(values.seconds)))
  await measure('files', () => fileDownloads(server, FILE_ROUNDS))
  await measure('slow', () => slowSockets(server))
  rows.push({ what: 'clips cut meanwhile', value: await stopCuts() })
} finally {
  await server.dispose()
}
await measure('queue', queuedJobs)
await measure('limits', beyondLimits)
await writeLoadTable(rows, values.only ? null : RESULT, loadBefore)
