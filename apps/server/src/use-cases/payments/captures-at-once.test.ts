import { expect, it } from 'vitest'
import { describeOnDatabases, REAL_POSTGRES } from '../../adapters/database/testing/open-test-database.ts'
import { openTestPayments } from '../testing/test-payments.ts'

const CAPTURE_COUNT = 50
const COMPLETED_OUTCOME = { ok: true, value: { status: 'COMPLETED' } }
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'

describeOnDatabases('an approved payment on $name', async (kind) => {
  const testPayments = await openTestPayments(kind)
  /** Concurrent captures need the real database; the embedded one runs statements one after the other. */
  const rounds = isFullRun && kind === REAL_POSTGRES ? 50 : 1

  it('is captured once by fifty concurrent presses, all with the same answer', async () => {
    for (let time = 0; time < rounds; time += 1) {
      const anna = await testPayments.createBuyer()
      const id = await testPayments.createApprovedOrder(anna)
      const answers = await Promise.all(
        Array.from({ length: CAPTURE_COUNT }, () => testPayments.captureOrder(anna, id)),
      )
      expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
        new Set([JSON.stringify(COMPLETED_OUTCOME)]),
      )
      const entries = await testPayments.database.records.ledger.listFor(anna.id)
      expect(entries.map(({ kind }) => kind)).toEqual(['purchase'])
      expect(testPayments.provider.order(id).captures).toHaveLength(1)
      const calls = testPayments.provider.asked.length
      expect(await testPayments.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
      expect(testPayments.provider.asked).toHaveLength(calls)
    }
  })

  it('is not captured beside a pending one for Lifetime, however many tabs press at once', async () => {
    for (let time = 0; time < rounds; time += 1) {
      const anna = await testPayments.createBuyer()
      const [firstOrder, secondOrder] = [
        await testPayments.createApprovedOrder(anna, 'lifetime'),
        await testPayments.createApprovedOrder(anna, 'lifetime'),
      ]
      const ids = [firstOrder, secondOrder, await testPayments.createApprovedOrder(anna)]
      const answers = await Promise.all(ids.map((id) => testPayments.captureOrder(anna, id)))
      for (const [index, answer] of answers.entries()) {
        if (answer.ok) expect(answer).toEqual(COMPLETED_OUTCOME)
        else expect(['plan_owned', 'payment_pending']).toContain(answer.code)
        expect(testPayments.provider.heldCents(ids[index] as string) > 0).toBe(answer.ok)
      }
      const entries = await testPayments.database.records.ledger.listFor(anna.id)
      const paidPlans = entries.map((entry) => (entry.kind === 'purchase' ? entry.plan : entry.kind))
      // A monthly plan is paid only if its capture came before that of a lifetime plan.
      expect([['lifetime'], ['pro-monthly'], ['pro-monthly', 'lifetime']]).toContainEqual(paidPlans)
      expect(paidPlans).toHaveLength(answers.filter(({ ok }) => ok).length)
      expect((await testPayments.account(anna.id)).subscription).toBe(paidPlans.at(-1))
    }
  })
})
