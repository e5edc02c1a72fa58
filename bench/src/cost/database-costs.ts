import { setTimeout as wait } from 'node:timers/promises'
import { Visitor } from '../../../tests/journeys/src/harness/visitor.ts'
import { ask, startCostServer } from './cost-server.ts'
import type { DatabaseCosts } from './measured-costs.ts'
import type { MeasuredPostgres } from './measured-postgres.ts'
import { processTimes } from './process-times.ts'

const CLIPS = 24
const AT_A_TIME = 2
const IDLE_SECONDS = 10
/** As the page asks. */
const POLL_MILLISECONDS = 1000
/** PostgreSQL tells its counts so much later. */
const COUNTED_MILLISECONDS = 1500

/** Strangers, each with a wish of their own, from the link to the file, on a PostgreSQL. */
export async function databaseCosts(postgres: MeasuredPostgres): Promise<DatabaseCosts> {
  const server = await startCostServer(['h264-360'], { DATABASE_URL: postgres.url })
  try {
    const link = server.linkOf('h264-360')
    await cutFor(server.kerf.url, link, 0)
    const look = async () => {
      await wait(COUNTED_MILLISECONDS)
      return { ...postgres.figures(), server: processTimes(server.kerf.processId).own, at: performance.now() / 1000 }
    }
    const resting = await look()
    await wait(IDLE_SECONDS * 1000)
    const before = await look()
    let next = 1
    await Promise.all(
      Array.from({ length: AT_A_TIME }, async () => {
        while (next <= CLIPS) await cutFor(server.kerf.url, link, next++)
      }),
    )
    const after = await look()
    const idle = before.at - resting.at
    const seconds = after.at - before.at
    const perClip = (of: (figures: typeof after) => number): number =>
      Math.max(0, of(after) - of(before) - ((of(before) - of(resting)) / idle) * seconds) / CLIPS
    return {
      version: postgres.version,
      transactionsPerClip: perClip(({ transactions }) => transactions),
      walBytesPerClip: perClip(({ walBytes }) => walBytes),
      rowsPerClip: perClip(({ rows }) => rows),
      bytesPerClip: (after.bytes - before.bytes) / CLIPS,
      databaseSecondsPerClip: perClip(({ processorSeconds }) => processorSeconds),
      serverSecondsPerClip: perClip(({ server }) => server),
      idleTransactionsPerSecond: (before.transactions - resting.transactions) / idle,
      clips: CLIPS,
    }
  } finally {
    await server.dispose()
  }
}

async function cutFor(url: string, link: string, number: number): Promise<void> {
  const someone = new Visitor(url)
  const video = await someone.process(link)
  await someone.trim(video, number, number + 30)
  const asked = await ask(someone, video, { quality: '360p' })
  for (let now = asked; now.status === 'processing'; ) {
    await wait(POLL_MILLISECONDS)
    now = (await someone.status(asked)).body
    if (now.status !== 'processing' && now.status !== 'completed') throw new Error(`A clip became ${now.status}.`)
  }
  await someone.file(asked)
}
