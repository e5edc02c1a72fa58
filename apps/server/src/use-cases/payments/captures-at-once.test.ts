import { expect, it } from 'vitest'
import { describeOnDatabases, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import { openCashDesk } from '../testing/cash-desk.ts'

const CONCURRENT_CAPTURES = 50
const COMPLETED_OUTCOME = { ok: true, value: { status: 'COMPLETED' } }
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'

describeOnDatabases('a payment on $name that its payer has approved', async (kind) => {
  const desk = await openCashDesk(kind)
  /** Concurrent captures need the real database; the embedded one runs statements one after the other. */
  const rounds = isAtLength && kind === REAL_POSTGRES ? 50 : 1

  it('is paid once by fifty who press at once, and all hear the same', async () => {
    for (let time = 0; time < rounds; time += 1) {
      const anna = await desk.createBuyer()
      const id = await desk.createApprovedOrder(anna)
      const answers = await Promise.all(Array.from({ length: CONCURRENT_CAPTURES }, () => desk.captureOrder(anna, id)))
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify(COMPLETED_OUTCOME)]),
      )
      const entries = await desk.database.records.ledger.listFor(anna.id)
      expect(entries.map(({ kind }) => kind)).toEqual(['purchase'])
      expect(desk.provider.order(id).captures).toHaveLength(1)
      const calls = desk.provider.asked.length
      expect(await desk.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
      expect(desk.provider.asked).toHaveLength(calls)
    }
  })

  it('is not taken beside another that is about to give everything, however many tabs press at once', async () => {
    for (let time = 0; time < rounds; time += 1) {
      const anna = await desk.createBuyer()
      const [firstOrder, secondOrder] = [
        await desk.createApprovedOrder(anna, 'lifetime'),
        await desk.createApprovedOrder(anna, 'lifetime'),
      ]
      const ids = [firstOrder, secondOrder, await desk.createApprovedOrder(anna)]
      const answers = await Promise.all(ids.map((id) => desk.captureOrder(anna, id)))
      for (const [at, answer] of answers.entries()) {
        if (answer.ok) expect(answer).toEqual(COMPLETED_OUTCOME)
        else expect(['plan_owned', 'payment_pending']).toContain(answer.code)
        expect(desk.provider.heldCents(ids[at] as string) > 0).toBe(answer.ok)
      }
      const entries = await desk.database.records.ledger.listFor(anna.id)
      const paidPlans = entries.map((entry) => (entry.kind === 'purchase' ? entry.plan : entry.kind))
      // A monthly plan is paid only if its capture came before that of a lifetime plan.
      expect([['lifetime'], ['pro-monthly'], ['pro-monthly', 'lifetime']]).toContainEqual(paidPlans)
      expect(paidPlans).toHaveLength(answers.filter(({ ok }) => ok).length)
      expect((await desk.account(anna.id)).subscription).toBe(paidPlans.at(-1))
    }
  })
})
