import { setTimeout as delay } from 'node:timers/promises'
import { type PaypalStandin, startPaypal } from '@kerf/standins/paypal/start-paypal'
import { postgresPrograms } from '@kerf/standins/postgres/postgres-programs'
import { type PostgresServer, startPostgres } from '@kerf/standins/postgres/start-postgres'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { AccountHolder } from '../harness/account-holder.ts'
import { PATIENTLY } from '../harness/browser.ts'
import { Buyer } from '../harness/buyer.ts'
import { seededRandom, seedOfRun } from '../harness/seeded-random.ts'
import { CrashTestbed } from '../harness/servers/crash-testbed.ts'
import { type Answer, Visitor } from '../harness/visitor.ts'

const RESTART_COUNT = 8
const MAX_OUTAGE_MILLISECONDS = 4_000
const BETWEEN_CALLS_MILLISECONDS = 150
const DECODED_CLIP_COUNT = 10

describe.skipIf(postgresPrograms() === null)('a PostgreSQL that restarts during every kind of work', () => {
  const seed = seedOfRun()
  const random = seededRandom(seed)
  const answers: Record<string, number> = {}
  let postgres: PostgresServer
  let paypal: PaypalStandin
  let testbed: CrashTestbed
  beforeAll(async () => {
    postgres = await startPostgres({ durable: true })
    paypal = await startPaypal()
    testbed = await CrashTestbed.open(seed, { environment: { DATABASE_URL: postgres.url, ...paypal.environment } })
  })
  afterAll(async () => {
    await testbed?.close()
    await paypal?.close()
    await postgres?.remove()
  })

  /**
   * Counts an answer. Every request succeeds, or is refused because the server is busy. Returns whether it succeeded.
   */
  function countAnswer<T extends Answer>(label: string, successStatus: number, answer: T): boolean {
    const isRefused = answer.status === 503
    if (isRefused) expect(answer.body).toMatchObject({ code: 'busy' })
    else expect([label, answer.status]).toEqual([label, successStatus])
    const name = `${label} ${isRefused ? 'refused' : 'done'}`
    answers[name] = (answers[name] ?? 0) + 1
    return !isRefused
  }

  async function restart(mode: 'in order' | 'at once'): Promise<void> {
    await postgres.stop(mode)
    const health = () => new Visitor(testbed.url).call('GET', '/api/health')
    const failingHealth = { status: 503, body: { status: 'failing', checks: { database: { state: 'failing' } } } }
    await expect.poll(health, PATIENTLY).toMatchObject(failingHealth)
    await delay(random() * MAX_OUTAGE_MILLISECONDS)
    await postgres.start()
  }

  it(`loses and doubles no clip, no unit, no account and no payment in ${RESTART_COUNT} restarts`, async () => {
    console.log(`KERF_TEST_SEED=${seed}`)
    const holder = new AccountHolder(testbed.url)
    await holder.signUp()
    const buyers: { buyer: Buyer; orderId: string }[] = []
    for (let time = 0; time < RESTART_COUNT; time += 1) {
      const buyer = new Buyer(testbed.url)
      await buyer.signUp()
      buyers.push({ buyer, orderId: await buyer.approveOrder('pro-monthly', paypal) })
    }

    for (const [time, { buyer, orderId }] of buyers.entries()) {
      let isOver = false
      const repeatUntilOver = async (sendRequest: () => Promise<unknown>): Promise<void> => {
        while (!isOver) {
          await sendRequest()
          await delay(BETWEEN_CALLS_MILLISECONDS)
        }
      }
      const signIns = repeatUntilOver(async () => countAnswer('sign-in', 200, await holder.signIn()))
      const captures = repeatUntilOver(async () => countAnswer('payment', 200, await buyer.captureOrder(orderId)))
      await testbed.interruptDuringRequests(async () => {
        await restart(time % 2 === 0 ? 'in order' : 'at once')
      })
      isOver = true
      await Promise.all([signIns, captures])
    }

    for (const { buyer, orderId } of buyers) {
      expect(countAnswer('payment', 200, await buyer.captureOrder(orderId))).toBe(true)
      expect((await buyer.readSubscription()).subscription).toBe('pro-monthly')
      expect(await buyer.readPayments()).toMatchObject([{ id: orderId, status: 'paid' }])
      expect(paypal.order(orderId).captures).toHaveLength(1)
    }
    expect(countAnswer('sign-in', 200, await holder.signIn())).toBe(true)
    await testbed.restart()
    await testbed.verify(DECODED_CLIP_COUNT)
    expect(await testbed.countFiles()).toBe(testbed.stats.clips)
    const { accepted, clips, maxResumeMilliseconds } = testbed.stats
    const stats = { seed, restarts: RESTART_COUNT, accepted, clips, maxResumeMilliseconds, ...answers }
    console.log(`PostgreSQL restarted: ${JSON.stringify(stats)}`)
  })
})
