import { setTimeout as delay } from 'node:timers/promises'
import { type RunningKerf, startKerf } from '../../tests/journeys/src/harness/start-kerf.ts'
import { Visitor } from '../../tests/journeys/src/harness/visitor.ts'
import { startPostgres } from '../../tests/standins/src/postgres/start-postgres.ts'
import { processTimes } from './cost/process-times.ts'
import { median } from './median.ts'

/**
 * What the roles cost apart beside all in one on the embedded database, in one run: processor time of each process for a poll of a finished
 * clip, for a clip from the link to the file without its media process, and for a second in which nobody asks; medians of rounds that take turns.
 */
const ROUNDS = 3
const POLLS = 1_500
const POLLERS = 8
const CLIPS = 5
const IDLE_SECONDS = 5

const postgres = await startPostgres()
const quiet = { LOG_LEVEL: 'warn' }
const serve = await startKerf({ environment: quiet })
const shared = { ...quiet, DATABASE_URL: postgres.url, PUBLIC_URL: 'http://kerf.example' }
const web = await startKerf({ role: 'web', environment: shared })
const worker = await startKerf({ role: 'worker', dataDirectory: web.dataDirectory, environment: shared })
const measured: Record<string, number[]> = {}
let clips = 0
try {
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, at, processes] of [
      ['all in one', serve, { serve }],
      ['apart', web, { web, worker }],
    ] as const) {
      const someone = new Visitor(at.url)
      await costing(`${name}: a clip`, CLIPS, processes, () => makeClips(at))
      const id = await makeClip(someone)
      await costing(`${name}: a poll`, POLLS, processes, () => poll(someone, id))
      await costing(`${name}: a second of nothing`, IDLE_SECONDS, processes, () => delay(IDLE_SECONDS * 1000))
    }
  }
} finally {
  for (const kerf of [serve, worker, web]) await kerf.dispose()
  await postgres.remove()
}
for (const [what, values] of Object.entries(measured)) console.log(`${what}  ${median(values).toFixed(3)} ms`)

async function costing(
  what: string,
  times: number,
  processes: Record<string, RunningKerf>,
  work: () => Promise<unknown>,
): Promise<void> {
  const spent = () => Object.values(processes).map(({ processId }) => processTimes(processId).own)
  const before = spent()
  await work()
  const after = spent()
  Object.keys(processes).forEach((role, at) => {
    const milliseconds = (((after[at] ?? 0) - (before[at] ?? 0)) * 1000) / times
    const name = `${what}, ${role}`
    measured[name] = [...(measured[name] ?? []), milliseconds]
    console.log(name, milliseconds.toFixed(3))
  })
}

async function makeClips({ url }: RunningKerf): Promise<void> {
  for (let at = 0; at < CLIPS; at += 1) await makeClip(new Visitor(url))
}

async function makeClip(someone: Visitor): Promise<string> {
  clips += 1
  const video = await someone.trim(await someone.process('kerf:sample'), 1 + clips / 100, 4)
  return (await someone.finished(await someone.download(video, '360p'))).id
}

async function poll(someone: Visitor, id: string): Promise<void> {
  let left = POLLS
  const pollOnAndOn = async () => {
    while (left > 0) {
      left -= 1
      const answer = await someone.fetch(`/api/download/${id}`)
      if (answer.status !== 200) throw new Error(`A poll is answered ${answer.status}.`)
      await answer.arrayBuffer()
    }
  }
  await Promise.all(Array.from({ length: POLLERS }, pollOnAndOn))
}
