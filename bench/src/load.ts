import { loadavg } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fileDownloads } from './load-files.ts'
import { pollers, requestForAll, statusReads } from './load-polls.ts'
import { type LoadedServer, type LoadedVideo, type LoadRow, startLoadedServer, writeLoadTable } from './load-setup.ts'
import { beyondLimits, slowSockets } from './load-slow.ts'
import { noiseVideo } from './load-video.ts'

/** Load with and without two cuts. `--seconds` and `--pollers`; `--only reads,polls,files,slow,limits`. */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '300' },
    pollers: { type: 'string', default: '1000' },
    only: { type: 'string' },
  },
})
const READ_SECONDS = 15
const FILE_ROUNDS = 1
const WARM_UP_SECONDS = 2
const RESULT = join(import.meta.dirname, '../results/load.md')

const loadBefore = loadavg()[0] ?? Number.NaN
const rows: LoadRow[] = []
const isAsked = (part: string): boolean => !values.only || values.only.split(',').includes(part)
const measure = async (run: Promise<LoadRow[]>): Promise<void> => {
  for (const row of await run) {
    console.log(`${row.what}, ${row.during}: ${Math.round(row.value * 10) / 10}`)
    rows.push(row)
  }
}
/** Each on a server of its own: what one leaves lying around is not the next one's burden. */
const onServer = async (
  part: string,
  run: (server: LoadedServer) => Promise<void>,
  video?: () => Promise<LoadedVideo>,
): Promise<void> => {
  if (!isAsked(part)) return
  const server = await startLoadedServer(await video?.())
  try {
    await run(server)
  } finally {
    await server.dispose()
  }
}

await onServer('reads', async (server) => {
  const own = await server.newClip()
  await statusReads(server, own, WARM_UP_SECONDS, 'no cuts')
  await measure(statusReads(server, own, READ_SECONDS, 'no cuts'))
  const stopCuts = server.cutAllTheTime()
  await measure(statusReads(server, own, READ_SECONDS, 'two cuts'))
  rows.push({ what: 'status reads: clips cut meanwhile', value: await stopCuts(), during: 'two cuts' })
})
await onServer('polls', async (server) => {
  const requests = await requestForAll(server, Number(values.pollers))
  await measure(pollers(server, requests, Number(values.seconds), 'two cuts'))
})
await onServer(
  'files',
  async (server) => {
    const own = await server.newClip(0)
    await measure(fileDownloads(server, own, FILE_ROUNDS, 'no cuts'))
    const stopCuts = server.cutAllTheTime()
    await measure(fileDownloads(server, own, FILE_ROUNDS, 'two cuts'))
    await stopCuts()
  },
  async () => ({ path: await noiseVideo(), quality: '360p', clipSeconds: 20 }),
)
await onServer('slow', async (server) => {
  const own = await server.newClip()
  const stopCuts = server.cutAllTheTime()
  await measure(slowSockets(server, own))
  await stopCuts()
})
if (isAsked('limits')) await measure(beyondLimits())
await writeLoadTable(rows, values.only ? null : RESULT, loadBefore)
