import { describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { QueuedEmail } from '../../ports/emails.ts'
import { grantPlan } from '../testing/grant-plan.ts'
import { openPeople } from '../testing/people.ts'
import { openTestPayments } from '../testing/test-payments.ts'
import { remindEndingPlans } from './remind-ending-plans.ts'

const DAY_MILLISECONDS = 24 * 3_600_000

const testPayments = await openTestPayments()
const people = await openPeople(testPayments)

const remind = () => remindEndingPlans(testPayments)

async function buyPlan(plan: 'pro-monthly' | 'pro-yearly' = 'pro-monthly', by?: AccountRecord): Promise<AccountRecord> {
  const buyer = by ?? (await testPayments.createBuyer())
  await testPayments.captureOrder(buyer, await testPayments.createApprovedOrder(buyer, plan))
  return await testPayments.account(buyer.id)
}
const passUntil = (account: AccountRecord, daysBefore: number) =>
  testPayments.pass(
    (account.subscriptionExpiresAt?.getTime() ?? 0) -
      daysBefore * DAY_MILLISECONDS -
      testPayments.clock.now().getTime(),
  )
const listReminders = async ({ id }: AccountRecord) =>
  (await people.queuedEmails()).flatMap((queuedEmail: QueuedEmail) =>
    queuedEmail.kind === 'plan_ends' && queuedEmail.accountId === id ? queuedEmail.endsAt : [],
  )

describe('an ending plan', () => {
  it('gets no email if nothing is sold any more, because nobody can extend it', async () => {
    const anna = await buyPlan()
    passUntil(anna, 6)
    expect(await remindEndingPlans({ ...testPayments, presets: { ...testPayments.presets, plans: 'off' } })).toBe(0)
    expect(await listReminders(anna)).toEqual([])
    expect(await remind()).toBe(1)
  })

  it('gets an email a week and a day before, once each, even from two concurrent runs', async () => {
    const anna = await buyPlan()
    passUntil(anna, 7.1)
    expect(await remind()).toBe(0)
    passUntil(anna, 7)
    expect((await Promise.all([remind(), remind()])).sort()).toEqual([0, 1])
    passUntil(anna, 1.1)
    expect(await remind()).toBe(0)
    passUntil(anna, 1)
    expect([await remind(), await remind()]).toEqual([1, 0])
    passUntil(anna, 0)
    expect(await remind()).toBe(0)
    const end = anna.subscriptionExpiresAt?.toISOString()
    expect(await listReminders(anna)).toEqual([end, end])
  })

  it('gets another email about its new end after an extension', async () => {
    const anna = await buyPlan()
    passUntil(anna, 6)
    expect(await remind()).toBe(1)
    const extendedAccount = await buyPlan('pro-monthly', anna)
    passUntil(anna, 0.5)
    expect(await remind()).toBe(0)
    passUntil(extendedAccount, 7)
    expect(await remind()).toBe(1)
  })

  it('gets one email if the server was down both times', async () => {
    const anna = await buyPlan()
    passUntil(anna, 0.5)
    expect(await remind()).toBe(1)
  })

  it('gets no email if it is that short, or its person is suspended', async () => {
    const [anna, bert] = [await testPayments.createBuyer(), await buyPlan()]
    await grantPlan(
      testPayments,
      anna.id,
      'pro-monthly',
      new Date(testPayments.clock.now().getTime() + 5 * DAY_MILLISECONDS),
    )
    expect(await remind()).toBe(0)
    passUntil(await testPayments.account(anna.id), 1)
    expect(await remind()).toBe(1)
    await testPayments.database.records.accounts.update(bert.id, { isActive: false })
    passUntil(bert, 7)
    expect(await remind()).toBe(0)
  })
})
