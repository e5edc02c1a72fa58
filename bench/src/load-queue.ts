import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PAID_PER_ORDINARY } from '@kerf/domain/jobs/queue-turns'
import { openDatabase } from '../../apps/server/src/adapters/database/open-database.ts'
import type { LoadRow } from './load-table.ts'

const JOBS = 1000
const PAID_EVERY = 2
/** Each asks for all of theirs in one go, before the next one comes. */
const ASKERS = 10

/** The real queue in the real database, whose jobs note their turn instead of cutting. */
export async function queuedJobs(): Promise<LoadRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'kerf-load-'))
  const database = await openDatabase({ databaseUrl: null, folder, onError: console.error })
  try {
    const begin = performance.now()
    for (let job = 0; job < JOBS; job++) {
      const kind = job % PAID_EVERY === 0 ? 'paid' : 'ordinary'
      await database.transaction(({ cutQueue }) => cutQueue.enqueue(`${kind} ${job}`, kind, askerOf(job)))
    }
    const asked = performance.now() - begin
    const done: string[] = []
    const all = Promise.withResolvers<void>()
    await database.cutWorker.start(1, async (name) => {
      done.push(name)
      if (done.length === JOBS) all.resolve()
    })
    await all.promise
    await database.cutWorker.stop(1000)
    const isPaid = done.map((name) => name.startsWith('paid'))
    // While both wait: so many paid ones at most go before an ordinary one, and none goes before those.
    const bothWait = isPaid.slice(0, isPaid.lastIndexOf(true))
    const outOfTurn = bothWait.filter(
      (paid, turn) => paid === (turn % (PAID_PER_ORDINARY + 1) === PAID_PER_ORDINARY),
    ).length
    const numbers = (kind: string) =>
      done.filter((name) => name.startsWith(kind)).map((name) => Number(name.split(' ')[1]))
    const overtaken = ['paid', 'ordinary'].flatMap((kind) =>
      Object.values(Object.groupBy(numbers(kind), askerOf)).flatMap((own = []) =>
        own.filter((job, at) => job < (own[at - 1] ?? -1)),
      ),
    )
    // Of each kind everybody has one before anybody has a second one, and so on.
    const outOfLap = ['paid', 'ordinary'].flatMap((kind) =>
      numbers(kind).filter((job, at, all) => {
        const lap = all.slice(at - (at % ASKERS), at)
        return lap.some((other) => askerOf(other) === askerOf(job))
      }),
    )
    return [
      { what: `${JOBS} jobs asked for, ms each`, value: asked / JOBS },
      { what: 'jobs done', value: new Set(done).size, goal: String(JOBS), isMet: new Set(done).size === JOBS },
      { what: 'jobs out of turn: four paid, one ordinary', value: outOfTurn, goal: '0', isMet: outOfTurn === 0 },
      {
        what: `jobs of ${ASKERS} askers out of lap: one of each asker, then the next`,
        value: outOfLap.length,
        goal: '0',
        isMet: outOfLap.length === 0,
      },
      {
        what: 'jobs overtaken by later ones of their kind and asker',
        value: overtaken.length,
        goal: '0',
        isMet: overtaken.length === 0,
      },
    ].map((row) => ({ ...row, during: 'no cuts' }))
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}

function askerOf(job: number): string {
  return `asker ${Math.floor((job * ASKERS) / JOBS)}`
}
