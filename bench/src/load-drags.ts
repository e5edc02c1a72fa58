import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { median } from './figures.ts'
import { readStatuses } from './load-polls.ts'
import type { LoadedServer, Measurement, OwnDownload } from './load-server.ts'

/** Whom the people ask: Kerf, a plain server that answers with as many bytes, or nobody. */
export type DragTarget = 'kerf' | 'plain' | 'nobody'

const PEOPLE_COUNT = 40
const ROUND_COUNT = 3
const ROUND_SECONDS = 15

/**
 * Status reads while people drag a handle, in percent of those while the same people ask a plain server. They take
 * processor time from Kerf whichever server answers them.
 */
export async function measureDrags(server: LoadedServer, download: OwnDownload): Promise<Measurement[]> {
  const people = await startPeople(server)
  async function readWhileDragging(target: DragTarget) {
    await people.ask(target)
    const { result, processorTime } = await readStatuses(server, download, ROUND_SECONDS)
    return { readCount: result.requests.total, processorTime, answerCount: await people.ask(target) }
  }
  async function measureRound() {
    const kerf = await readWhileDragging('kerf')
    const plain = await readWhileDragging('plain')
    const nobody = await readWhileDragging('nobody')
    const readMicroseconds = (1000 * plain.processorTime) / plain.readCount
    return {
      percentOfPlain: (100 * kerf.readCount) / plain.readCount,
      percentOfNobody: (100 * kerf.readCount) / nobody.readCount,
      gopsPerSecond: kerf.answerCount / ROUND_SECONDS,
      plainPerSecond: plain.answerCount / ROUND_SECONDS,
      readMicroseconds,
      gopMicroseconds: (1000 * kerf.processorTime - readMicroseconds * kerf.readCount) / kerf.answerCount,
    }
  }
  const rounds: Awaited<ReturnType<typeof measureRound>>[] = []
  for (let round = 0; round < ROUND_COUNT; round++) rounds.push(await measureRound())
  people.stop()
  const medianOf = (metric: keyof (typeof rounds)[number]): number => median(rounds.map((round) => round[metric]))
  const label = `${PEOPLE_COUNT} people drag a handle`
  const percentOfPlain = medianOf('percentOfPlain')
  return [
    [`${label}: GOPs a second`, medianOf('gopsPerSecond')],
    [`${label}: answers of the plain server a second`, medianOf('plainPerSecond')],
    [
      `${label}: status reads, in percent of those while a plain server answers them`,
      percentOfPlain,
      '>= 90',
      percentOfPlain >= 90,
    ],
    [`${label}: status reads, in percent of those while nobody drags`, medianOf('percentOfNobody')],
    [`${label}: the server's processor time for each GOP, us`, medianOf('gopMicroseconds')],
    [`${label}: the server's processor time for each status read, us`, medianOf('readMicroseconds')],
  ]
}

/** Starts the people in a process of their own, so that they do not share a thread with the status reads. */
async function startPeople({ kerf, link }: LoadedServer) {
  const child = fork(join(import.meta.dirname, 'dragging-people.ts'), [kerf.url, link, String(PEOPLE_COUNT)])
  const failure = once(child, 'exit').then(() => Promise.reject(new Error('The people who drag have ended.')))
  failure.catch(() => undefined)
  const readCount = async (): Promise<number> => {
    const [count] = (await Promise.race([once(child, 'message'), failure])) as [number]
    return count
  }
  await readCount()
  return {
    /** Lets the people ask this server. Resolves to the number of answers since the last call. */
    ask(target: DragTarget): Promise<number> {
      child.send(target)
      return readCount()
    },
    stop: () => child.disconnect(),
  }
}
