import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { throwInTests } from '../../adapters/database/testing/open-test-database.ts'
import type { AccountRecord } from '../../ports/accounts.ts'
import { openTestPayments, testPaymentsOn } from '../testing/test-payments.ts'

const COMPLETED_OUTCOME = { ok: true, value: { status: 'COMPLETED' } }
const PENDING_OUTCOME = { ok: true, value: { status: 'PENDING' } }
const DECLINED_OUTCOME = { ok: true, value: { status: 'DECLINED' } }
const FAILED_OUTCOME = { ok: false, code: 'payment_failed' }
const NOT_APPROVED = { ok: false, code: 'payment_not_approved' }
const NOT_FOUND_OUTCOME = { ok: false, code: 'not_found' }

let anna: AccountRecord
const testPayments = await openTestPayments()
beforeEach(async () => {
  testPayments.provider.restore()
  testPayments.provider.asked.length = 0
  testPayments.logged.length = 0
  anna = await testPayments.createBuyer()
})

const ledgerOf = async (account: AccountRecord) =>
  (await testPayments.database.records.ledger.listFor(account.id)).map(({ kind }) => kind)

describe('an approved payment', () => {
  it('gives the plan, a receipt with the next number, and an email', async () => {
    const id = await testPayments.createApprovedOrder(anna, 'pro-yearly')
    expect(await testPayments.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
    const { subscription, subscriptionExpiresAt } = await testPayments.account(anna.id)
    expect([subscription, subscriptionExpiresAt?.toISOString()]).toEqual(['pro-yearly', '2027-11-20T12:00:00.000Z'])
    expect(await testPayments.listReceipts(anna.id)).toEqual([
      {
        id,
        plan: 'pro-yearly',
        amountCents: 4999,
        currency: 'USD',
        status: 'paid',
        receiptNumber: 'KERF-2026-000001',
        refundedCents: 0,
        createdAt: '2026-11-20T12:00:00.000Z',
        paidAt: '2026-11-20T12:00:00.000Z',
        startsAt: '2026-11-20T12:00:00.000Z',
        endsAt: '2027-11-20T12:00:00.000Z',
      },
    ])
    expect(await ledgerOf(anna)).toEqual(['purchase'])
  })

  it('for Lifetime waits for another one that the bank holds back', async () => {
    const [firstId, secondId] = [
      await testPayments.createApprovedOrder(anna, 'lifetime'),
      await testPayments.createApprovedOrder(anna, 'lifetime'),
    ]
    testPayments.provider.captureEnd = 'PENDING'
    expect(await testPayments.captureOrder(anna, firstId)).toEqual(PENDING_OUTCOME)
    expect(await testPayments.captureOrder(anna, secondId)).toEqual({ ok: false, code: 'payment_pending' })
    testPayments.provider.decide(firstId, 'DECLINED')
    testPayments.provider.captureEnd = 'COMPLETED'
    await testPayments.reportPayment(anna, firstId)
    expect(await testPayments.captureOrder(anna, secondId)).toEqual(COMPLETED_OUTCOME)
  })

  it('exists for its buyer only', async () => {
    const [id, bert] = [await testPayments.createApprovedOrder(anna), await testPayments.createBuyer()]
    expect(await testPayments.captureOrder(bert, id)).toEqual(NOT_FOUND_OUTCOME)
    expect(await testPayments.captureOrder(bert, 'NEVER')).toEqual(NOT_FOUND_OUTCOME)
    expect(await testPayments.reportPayment(bert, id)).toEqual(NOT_FOUND_OUTCOME)
    expect(testPayments.provider.asked).toEqual(['createOrder'])
  })
})

describe('an uncompleted payment', () => {
  // The model provider repeats a refusal to the same request id.
  it("waits for its payer's approval, and can then be tried again", async () => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.order(id).status = 'CREATED'
    expect(await testPayments.captureOrder(anna, id)).toEqual(NOT_APPROVED)
    expect(await testPayments.listReceipts(anna.id)).toEqual([])
    testPayments.provider.approve(id)
    expect(await testPayments.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
  })

  it.each(['DECLINED', 'refused'] as const)('is declined for good if the bank declines it (%s)', async (end) => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.captureEnd = end
    expect(await testPayments.captureOrder(anna, id)).toEqual(DECLINED_OUTCOME)
    testPayments.provider.captureEnd = 'COMPLETED'
    expect(await testPayments.captureOrder(anna, id)).toEqual(DECLINED_OUTCOME)
    expect(await testPayments.reportPayment(anna, id)).toEqual(FAILED_OUTCOME)
    expect([await ledgerOf(anna), await testPayments.planOf(anna)]).toEqual([[], 'free'])
    expect(await testPayments.listReceipts(anna.id)).toMatchObject([
      { status: 'failed', receiptNumber: null, paidAt: null },
    ])
  })

  it('is pending while the bank decides, and grants nothing before', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.captureEnd = 'PENDING'
    expect(await testPayments.captureOrder(anna, id)).toEqual(PENDING_OUTCOME)
    expect(await testPayments.reportPayment(anna, id)).toEqual({ ok: false, code: 'payment_pending' })
    expect([await ledgerOf(anna), await testPayments.planOf(anna)]).toEqual([[], 'free'])
    expect(await testPayments.listReceipts(anna.id)).toMatchObject([{ status: 'pending' }])
    testPayments.provider.decide(id, 'COMPLETED')
    expect(await testPayments.reportPayment(anna, id)).toMatchObject({
      ok: true,
      value: { subscription: 'pro-monthly' },
    })
  })

  it('fails if the provider no longer knows the order', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.forget(id)
    expect(await testPayments.captureOrder(anna, id)).toEqual(FAILED_OUTCOME)
    expect((await testPayments.order(id)).status).toBe('abandoned')
  })

  it.each([
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'EUR' }],
  ])('grants nothing if another %s was taken, and informs the operator', async (_description, wrongPart) => {
    const id = await testPayments.createApprovedOrder(anna)
    Object.assign(testPayments.provider.order(id), wrongPart)
    expect(await testPayments.captureOrder(anna, id)).toEqual(FAILED_OUTCOME)
    expect([await ledgerOf(anna), await testPayments.planOf(anna)]).toEqual([[], 'free'])
    expect(testPayments.logged).toContain('error: a payment is not what was ordered: nothing is granted for it')
  })

  it("grants nothing if the provider's order has another reference", async () => {
    const [id, otherId] = [await testPayments.createApprovedOrder(anna), await testPayments.createApprovedOrder(anna)]
    testPayments.provider.order(id).reference = (await testPayments.order(otherId)).id
    expect(await testPayments.captureOrder(anna, id)).toEqual(FAILED_OUTCOME)
    expect(await ledgerOf(anna)).toEqual([])
  })
})

describe('a lost answer', () => {
  it('is looked up, and the payment counts', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.lose('captureOrder', 'after')
    expect(await testPayments.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
    expect(await testPayments.planOf(anna)).toBe('pro-monthly')
  })

  it('is pending while the provider is down, and a second press takes the money once', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.goDown()
    expect(await testPayments.captureOrder(anna, id)).toEqual(PENDING_OUTCOME)
    expect(await testPayments.reportPayment(anna, id)).toEqual({ ok: false, code: 'payment_pending' })
    expect(await testPayments.listReceipts(anna.id)).toMatchObject([{ status: 'pending' }])
    testPayments.provider.restore()
    expect(await Promise.all([testPayments.captureOrder(anna, id), testPayments.captureOrder(anna, id)])).toEqual([
      COMPLETED_OUTCOME,
      COMPLETED_OUTCOME,
    ])
    expect(await ledgerOf(anna)).toEqual(['purchase'])
  })

  it('is found after the server was killed halfway', async () => {
    const firstPayments = await openTestPayments()
    const bert = await firstPayments.createBuyer()
    const id = await firstPayments.createApprovedOrder(bert)
    const endlessCall = new Promise<never>(() => undefined)
    const { captureOrder } = firstPayments.provider
    firstPayments.provider.captureOrder = async (...args) => {
      await captureOrder(...args)
      return await endlessCall
    }
    void firstPayments.captureOrder(bert, id)
    await expect.poll(async () => firstPayments.provider.order(id).captures.length).toBe(1)
    await firstPayments.close()
    firstPayments.provider.captureOrder = captureOrder

    const database = await openDatabase({ ...firstPayments.options, onError: throwInTests })
    const restartedPayments = testPaymentsOn(database, firstPayments.provider)
    expect((await restartedPayments.order(id)).status).toBe('capturing')
    restartedPayments.pass(120_000)
    expect(await restartedPayments.reconcile()).toEqual({ asked: 1, changed: 1, unanswered: 0 })
    expect((await restartedPayments.account(bert.id)).subscription).toBe('pro-monthly')
    await database.close()
  })
})

describe("the page's report of a payment", () => {
  it('grants nothing by itself', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    expect(await testPayments.reportPayment(anna, id)).toEqual(FAILED_OUTCOME)
    expect(testPayments.provider.heldCents(id)).toBe(0)
    expect([await ledgerOf(anna), await testPayments.planOf(anna)]).toEqual([[], 'free'])
  })

  it('returns the paid plan, however often it is sent', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    await testPayments.captureOrder(anna, id)
    const paidPlan = { ok: true, value: { subscription: 'pro-monthly', expiresAt: '2026-12-20T12:00:00.000Z' } }
    expect(await testPayments.reportPayment(anna, id)).toEqual(paidPlan)
    expect(await testPayments.reportPayment(anna, id)).toEqual(paidPlan)
  })
})

describe('a buyer whose account is deleted', () => {
  it('before the capture pays nothing', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    await testPayments.database.records.accounts.delete(anna.id)
    expect(await testPayments.captureOrder(anna, id)).toEqual(NOT_FOUND_OUTCOME)
    expect(testPayments.provider.heldCents(id)).toBe(0)
  })

  it('during the capture leaves the order and its ledger behind, without an error', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    expect(await testPayments.captureUnheard(anna, id)).toEqual(PENDING_OUTCOME)
    await testPayments.database.records.accounts.delete(anna.id)
    const { nextCheckAt } = await testPayments.order(id)
    testPayments.pass((nextCheckAt?.getTime() ?? 0) - testPayments.clock.now().getTime())
    await testPayments.reconcile()
    expect(await testPayments.order(id)).toMatchObject({ status: 'completed', accountId: anna.id })
    expect(await ledgerOf(anna)).toEqual(['purchase'])
    expect(testPayments.logged).toContain('error: payment settled for an account that is deleted')
  })
})
