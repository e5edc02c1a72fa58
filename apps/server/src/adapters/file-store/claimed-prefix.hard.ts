import { createHash } from 'node:crypto'
import { type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import { expect, it } from 'vitest'
import { openInBucket, type TestFileStore } from './testing/file-store-kinds.ts'

const CALL_ORDER_COUNT = 40
const INSTALLATIONS = ['one', 'another', 'a third']

/**
 * Lets calls through one at a time. When all unfinished installations wait with a call, it lets one through at random,
 * the same one for the same seed.
 */
function createScheduler(seed: string) {
  const waitingCalls: (() => void)[] = []
  let unfinished = 0
  let draws = 0
  const drawIndex = (): number =>
    createHash('sha256').update(`${seed} ${draws++}`).digest().readUInt32BE() % waitingCalls.length
  const letOneThrough = (): void => {
    if (unfinished === 0 || waitingCalls.length < unfinished) return
    waitingCalls.splice(drawIndex(), 1)[0]?.()
  }
  return {
    turn: () =>
      new Promise<void>((resolve) => {
        waitingCalls.push(resolve)
        letOneThrough()
      }),
    async during<T>(work: () => Promise<T>): Promise<T> {
      unfinished += 1
      return await work().finally(() => {
        unfinished -= 1
        letOneThrough()
      })
    },
  }
}

async function openAll(s3: S3StandIn, during: <T>(work: () => Promise<T>) => Promise<T>) {
  return await Promise.all(
    INSTALLATIONS.map((secret) =>
      during(() => openInBucket({ s3, secret })).catch((error: Error & { trouble?: string }) => error),
    ),
  )
}

it.each(['cached', 'ignored', 'refused'] as const)(
  'if three installations claim a prefix at once, in any order of calls, at most one gets it, in a store where conditional writes are %s',
  async (conditions) => {
    const seed = Number(process.env.KERF_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
    console.log(`KERF_TEST_SEED=${seed}`)
    const runsByOwnerCount = [0, 0]
    for (let run = 0; run < CALL_ORDER_COUNT; run += 1) {
      const { turn, during } = createScheduler(`${seed} ${run}`)
      const s3 = await startS3({ conditions, beforeCall: turn })
      const outcomes = await openAll(s3, during)
      const owners = outcomes.filter((store): store is TestFileStore & { s3: S3StandIn } => !(store instanceof Error))
      const refusals = outcomes.filter((store) => store instanceof Error)
      expect(owners.length).toBeLessThanOrEqual(1)
      expect(refusals.map(({ trouble }) => trouble)).toEqual(Array(refusals.length).fill('foreign'))
      expect([...s3.bucket.objects.keys()]).toEqual(owners.length === 1 ? ['kerf/.kerf'] : [])
      runsByOwnerCount[owners.length] = (runsByOwnerCount[owners.length] ?? 0) + 1
      // The owner can claim the prefix again. If all gave up, the next one that tries gets it.
      const owner = INSTALLATIONS[outcomes.findIndex((store) => !(store instanceof Error))] ?? 'one'
      await during(() => openInBucket({ s3, secret: owner }))
      await s3.close()
    }
    console.log(`had by nobody ${runsByOwnerCount[0]} times, by one ${runsByOwnerCount[1]} times`)
    expect(runsByOwnerCount[1]).toBeGreaterThan(0)
  },
)
