import { createHash } from 'node:crypto'
import { type S3StandIn, startS3 } from '@kerf/standins/s3/start-s3'
import { expect, it } from 'vitest'
import { openInBucket, type TestFileStore } from './testing/file-store-kinds.ts'

const ORDERS = 40
const INSTALLATIONS = ['one', 'another', 'a third']

/** Lets calls through one at a time: as soon as everybody who is not done waits with one, one of them by chance, the same one for the same seed. */
function dealer(seed: string) {
  const waiting: (() => void)[] = []
  let busy = 0
  let dealt = 0
  const drawn = (): number => createHash('sha256').update(`${seed} ${dealt++}`).digest().readUInt32BE() % waiting.length
  const deal = (): void => {
    if (busy === 0 || waiting.length < busy) return
    waiting.splice(drawn(), 1)[0]?.()
  }
  return {
    turn: () =>
      new Promise<void>((resolve) => {
        waiting.push(resolve)
        deal()
      }),
    async during<T>(work: () => Promise<T>): Promise<T> {
      busy += 1
      return await work().finally(() => {
        busy -= 1
        deal()
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
  'in whatever order the calls of three installations come to a store by which conditions are %s, one at most has the place',
  async (conditions) => {
    const seed = Number(process.env.KERF_TEST_SEED ?? Math.floor(Math.random() * 2 ** 31))
    console.log(`KERF_TEST_SEED=${seed}`)
    const taken = [0, 0]
    for (let at = 0; at < ORDERS; at += 1) {
      const { turn, during } = dealer(`${seed} ${at}`)
      const s3 = await startS3({ conditions, turn })
      const opened = await openAll(s3, during)
      const having = opened.filter((store): store is TestFileStore & { s3: S3StandIn } => !(store instanceof Error))
      const refused = opened.filter((store) => store instanceof Error)
      expect(having.length).toBeLessThanOrEqual(1)
      expect(refused.map(({ trouble }) => trouble)).toEqual(Array(refused.length).fill('foreign'))
      expect([...s3.bucket.objects.keys()]).toEqual(having.length === 1 ? ['kerf/.kerf'] : [])
      taken[having.length] = (taken[having.length] ?? 0) + 1
      // Whoever has it has it again; where all have stepped back, the next one who comes alone has it.
      const owner = INSTALLATIONS[opened.findIndex((store) => !(store instanceof Error))] ?? 'one'
      await during(() => openInBucket({ s3, secret: owner }))
      await s3.close()
    }
    console.log(`had by nobody ${taken[0]} times, by one ${taken[1]} times`)
    expect(taken[1]).toBeGreaterThan(0)
  },
)
