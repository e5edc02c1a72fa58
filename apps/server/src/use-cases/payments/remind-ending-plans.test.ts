import type { PlanId } from '@kerf/domain/plans/plans'
import { afterAll, describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { MailOrder } from '../../ports/emails.ts'
import { openCashDesk } from '../testing/cash-desk.ts'
import { grantPlan } from '../testing/grant-plan.ts'
import { openPeople } from '../testing/people.ts'
import { remindEndingPlans } from './remind-ending-plans.ts'

const DAY = 24 * 3_600_000

const desk = await openCashDesk()
const people = await openPeople(desk)
afterAll(() => desk.remove())

const remind = () => remindEndingPlans(desk)
const grant = (accountId: string, plan: PlanId, by: string, endsAt?: Date) =>
  grantPlan(desk, { accountId, plan, by, ...(endsAt && { endsAt }) })

async function bought(plan: 'pro-monthly' | 'pro-yearly' = 'pro-monthly', by?: AccountRecord): Promise<AccountRecord> {
  const buyer = by ?? (await desk.buyer())
  await desk.captureOrder(buyer, await desk.approved(buyer, plan))
  return await desk.account(buyer.id)
}
const passUntil = (account: AccountRecord, daysBefore: number) =>
  desk.pass((account.subscriptionExpiresAt?.getTime() ?? 0) - daysBefore * DAY - desk.clock.now().getTime())
const toldTo = async ({ id }: AccountRecord) =>
  (await people.orders()).flatMap((order: MailOrder) =>
    order.kind === 'plan_ends' && order.accountId === id ? order.endsAt : [],
  )

describe('a plan that ends', () => {
  it('gets an email a week and a day before, once each, also by two who ask at once', async () => {
    const anna = await bought()
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
    expect(await toldTo(anna)).toEqual([end, end])
  })

  it('gets another email about its new end when it was extended', async () => {
    const anna = await bought()
    passUntil(anna, 6)
    expect(await remind()).toBe(1)
    const longer = await bought('pro-monthly', anna)
    passUntil(anna, 0.5)
    expect(await remind()).toBe(0)
    passUntil(longer, 7)
    expect(await remind()).toBe(1)
  })

  it('gets one email when the server was down at both times', async () => {
    const anna = await bought()
    passUntil(anna, 0.5)
    expect(await remind()).toBe(1)
  })

  it('is no news to somebody who got it for so short a time, nor to those who are suspended', async () => {
    const [anna, bert] = [await desk.buyer(), await bought()]
    await grant(anna.id, 'pro-monthly', 'admin', new Date(desk.clock.now().getTime() + 5 * DAY))
    expect(await remind()).toBe(0)
    passUntil(await desk.account(anna.id), 1)
    expect(await remind()).toBe(1)
    await desk.database.records.accounts.update(bert.id, { isActive: false })
    passUntil(bert, 7)
    expect(await remind()).toBe(0)
  })
})

describe('a plan that an admin gives', () => {
  it('holds from then on, for one period, and the ledger says by whom', async () => {
    const anna = await desk.buyer()
    const granted = await grant(anna.id, 'pro-yearly', 'the-admin')
    const nextYear = new Date(desk.clock.now())
    nextYear.setUTCFullYear(nextYear.getUTCFullYear() + 1)
    expect(granted).toMatchObject({ value: { subscription: 'pro-yearly', subscriptionExpiresAt: nextYear } })
    expect(await desk.database.records.ledger.listFor(anna.id)).toMatchObject([
      { kind: 'grant', plan: 'pro-yearly', grantedBy: 'the-admin', endsAt: nextYear },
    ])
  })

  it('may be none, or for good, and what is bought after is added to it', async () => {
    const anna = await bought()
    await grant(anna.id, 'free', 'the-admin')
    expect(await desk.account(anna.id)).toMatchObject({ subscription: 'free', subscriptionExpiresAt: null })
    expect((await bought('pro-monthly', anna)).subscription).toBe('pro-monthly')
    await grant(anna.id, 'lifetime', 'the-admin')
    expect(await desk.account(anna.id)).toMatchObject({ subscription: 'lifetime', subscriptionExpiresAt: null })
  })

  it('needs somebody to be given to', async () => {
    expect(await grant('nobody', 'lifetime', 'the-admin')).toEqual({ ok: false, code: 'not_found' })
    expect(await desk.database.records.ledger.listFor('nobody')).toEqual([])
  })
})
