import { beforeEach, describe, expect, it } from 'vitest'
import { openDatabase } from '../../adapters/database/open-database.ts'
import { throwInTests } from '../../adapters/database/testing/open-test-database.ts'
import type { AccountRecord } from '../../ports/accounts.ts'
import { cashDeskOn, openCashDesk } from '../testing/cash-desk.ts'

const COMPLETED_OUTCOME = { ok: true, value: { status: 'COMPLETED' } }
const PENDING_OUTCOME = { ok: true, value: { status: 'PENDING' } }
const DECLINED_OUTCOME = { ok: true, value: { status: 'DECLINED' } }
const FAILED_OUTCOME = { ok: false, code: 'payment_failed' }
const NOT_APPROVED = { ok: false, code: 'payment_not_approved' }
const NOT_FOUND_OUTCOME = { ok: false, code: 'not_found' }

let anna: AccountRecord
const desk = await openCashDesk()
beforeEach(async () => {
  desk.provider.restore()
  desk.provider.asked.length = 0
  desk.logged.length = 0
  anna = await desk.createBuyer()
})

const ledgerOf = async (account: AccountRecord) =>
  (await desk.database.records.ledger.listFor(account.id)).map(({ kind }) => kind)

describe('a payment that its payer has approved', () => {
  it('gives the plan, a receipt with the next number, and an email', async () => {
    const id = await desk.createApprovedOrder(anna, 'pro-yearly')
    expect(await desk.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
    const { subscription, subscriptionExpiresAt } = await desk.account(anna.id)
    expect([subscription, subscriptionExpiresAt?.toISOString()]).toEqual(['pro-yearly', '2027-11-20T12:00:00.000Z'])
    expect(await desk.listReceipts(anna.id)).toEqual([
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

  it('for everything waits for one that the bank holds back', async () => {
    const [firstId, secondId] = [
      await desk.createApprovedOrder(anna, 'lifetime'),
      await desk.createApprovedOrder(anna, 'lifetime'),
    ]
    desk.provider.captureEnd = 'PENDING'
    expect(await desk.captureOrder(anna, firstId)).toEqual(PENDING_OUTCOME)
    expect(await desk.captureOrder(anna, secondId)).toEqual({ ok: false, code: 'payment_pending' })
    desk.provider.decide(firstId, 'DECLINED')
    desk.provider.captureEnd = 'COMPLETED'
    await desk.reportPayment(anna, firstId)
    expect(await desk.captureOrder(anna, secondId)).toEqual(COMPLETED_OUTCOME)
  })

  it("is its buyer's alone: another's is not there", async () => {
    const [id, bert] = [await desk.createApprovedOrder(anna), await desk.createBuyer()]
    expect(await desk.captureOrder(bert, id)).toEqual(NOT_FOUND_OUTCOME)
    expect(await desk.captureOrder(bert, 'NEVER')).toEqual(NOT_FOUND_OUTCOME)
    expect(await desk.reportPayment(bert, id)).toEqual(NOT_FOUND_OUTCOME)
    expect(desk.provider.asked).toEqual(['createOrder'])
  })
})

describe('a payment that is not made', () => {
  // The model provider repeats a refusal to the same request id.
  it('waits for its payer until it is approved, and can then be tried again', async () => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.order(id).status = 'CREATED'
    expect(await desk.captureOrder(anna, id)).toEqual(NOT_APPROVED)
    expect(await desk.listReceipts(anna.id)).toEqual([])
    desk.provider.approve(id)
    expect(await desk.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
  })

  it.each(['DECLINED', 'refused'] as const)('is declined when the bank says so (%s), for good', async (end) => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.captureEnd = end
    expect(await desk.captureOrder(anna, id)).toEqual(DECLINED_OUTCOME)
    desk.provider.captureEnd = 'COMPLETED'
    expect(await desk.captureOrder(anna, id)).toEqual(DECLINED_OUTCOME)
    expect(await desk.reportPayment(anna, id)).toEqual(FAILED_OUTCOME)
    expect([await ledgerOf(anna), await desk.planOf(anna)]).toEqual([[], 'free'])
    expect(await desk.listReceipts(anna.id)).toMatchObject([{ status: 'failed', receiptNumber: null, paidAt: null }])
  })

  it('is pending while the bank thinks, and grants nothing before', async () => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.captureEnd = 'PENDING'
    expect(await desk.captureOrder(anna, id)).toEqual(PENDING_OUTCOME)
    expect(await desk.reportPayment(anna, id)).toEqual({ ok: false, code: 'payment_pending' })
    expect([await ledgerOf(anna), await desk.planOf(anna)]).toEqual([[], 'free'])
    expect(await desk.listReceipts(anna.id)).toMatchObject([{ status: 'pending' }])
    desk.provider.decide(id, 'COMPLETED')
    expect(await desk.reportPayment(anna, id)).toMatchObject({ ok: true, value: { subscription: 'pro-monthly' } })
  })

  it('has failed when the provider knows no such order any more', async () => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.forget(id)
    expect(await desk.captureOrder(anna, id)).toEqual(FAILED_OUTCOME)
    expect((await desk.order(id)).status).toBe('abandoned')
  })

  it.each([
    ['amount', { amountCents: 1 }],
    ['currency', { currency: 'EUR' }],
  ])('grants nothing when another %s was taken, and the operator hears of it', async (_what, wrong) => {
    const id = await desk.createApprovedOrder(anna)
    Object.assign(desk.provider.order(id), wrong)
    expect(await desk.captureOrder(anna, id)).toEqual(FAILED_OUTCOME)
    expect([await ledgerOf(anna), await desk.planOf(anna)]).toEqual([[], 'free'])
    expect(desk.logged).toContain('error: a payment is not what was ordered: nothing is granted for it')
  })

  it("grants nothing when the provider's order was made for something else", async () => {
    const [id, otherId] = [await desk.createApprovedOrder(anna), await desk.createApprovedOrder(anna)]
    desk.provider.order(id).reference = (await desk.order(otherId)).id
    expect(await desk.captureOrder(anna, id)).toEqual(FAILED_OUTCOME)
    expect(await ledgerOf(anna)).toEqual([])
  })
})

describe('an answer that gets lost', () => {
  it('is looked up: the money was taken', async () => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.lose('captureOrder', 'after')
    expect(await desk.captureOrder(anna, id)).toEqual(COMPLETED_OUTCOME)
    expect(await desk.planOf(anna)).toBe('pro-monthly')
  })

  it('is pending while nobody can say, and pressing once more takes it once', async () => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.goDown()
    expect(await desk.captureOrder(anna, id)).toEqual(PENDING_OUTCOME)
    expect(await desk.reportPayment(anna, id)).toEqual({ ok: false, code: 'payment_pending' })
    expect(await desk.listReceipts(anna.id)).toMatchObject([{ status: 'pending' }])
    desk.provider.restore()
    expect(await Promise.all([desk.captureOrder(anna, id), desk.captureOrder(anna, id)])).toEqual([
      COMPLETED_OUTCOME,
      COMPLETED_OUTCOME,
    ])
    expect(await ledgerOf(anna)).toEqual(['purchase'])
  })

  it('is found after the server was ended in the middle', async () => {
    const firstDesk = await openCashDesk()
    const bert = await firstDesk.createBuyer()
    const id = await firstDesk.createApprovedOrder(bert)
    const endlessCall = new Promise<never>(() => undefined)
    const { captureOrder } = firstDesk.provider
    firstDesk.provider.captureOrder = async (...args) => {
      await captureOrder(...args)
      return await endlessCall
    }
    void firstDesk.captureOrder(bert, id)
    await expect.poll(async () => firstDesk.provider.order(id).captures.length).toBe(1)
    await firstDesk.close()
    firstDesk.provider.captureOrder = captureOrder

    const database = await openDatabase({ ...firstDesk.options, onError: throwInTests })
    const restartedDesk = cashDeskOn(database, firstDesk.provider)
    expect((await restartedDesk.order(id)).status).toBe('capturing')
    restartedDesk.pass(120_000)
    expect(await restartedDesk.reconcile()).toEqual({ asked: 1, changed: 1, unanswered: 0 })
    expect((await restartedDesk.account(bert.id)).subscription).toBe('pro-monthly')
    await database.close()
  })
})

describe('a report of the page', () => {
  it('grants nothing by itself', async () => {
    const id = await desk.createApprovedOrder(anna)
    expect(await desk.reportPayment(anna, id)).toEqual(FAILED_OUTCOME)
    expect(desk.provider.heldCents(id)).toBe(0)
    expect([await ledgerOf(anna), await desk.planOf(anna)]).toEqual([[], 'free'])
  })

  it('answers the plan that was paid, as often as it is asked', async () => {
    const id = await desk.createApprovedOrder(anna)
    await desk.captureOrder(anna, id)
    const paidPlan = { ok: true, value: { subscription: 'pro-monthly', expiresAt: '2026-12-20T12:00:00.000Z' } }
    expect(await desk.reportPayment(anna, id)).toEqual(paidPlan)
    expect(await desk.reportPayment(anna, id)).toEqual(paidPlan)
  })
})

describe('a buyer who leaves', () => {
  it('before the money is taken pays nothing', async () => {
    const id = await desk.createApprovedOrder(anna)
    await desk.database.records.accounts.delete(anna.id)
    expect(await desk.captureOrder(anna, id)).toEqual(NOT_FOUND_OUTCOME)
    expect(desk.provider.heldCents(id)).toBe(0)
  })

  it('while the money is taken leaves the order and its ledger behind, and nothing breaks', async () => {
    const id = await desk.createApprovedOrder(anna)
    expect(await desk.captureUnheard(anna, id)).toEqual(PENDING_OUTCOME)
    await desk.database.records.accounts.delete(anna.id)
    const { nextCheckAt } = await desk.order(id)
    desk.pass((nextCheckAt?.getTime() ?? 0) - desk.clock.now().getTime())
    await desk.reconcile()
    expect(await desk.order(id)).toMatchObject({ status: 'completed', accountId: anna.id })
    expect(await ledgerOf(anna)).toEqual(['purchase'])
    expect(desk.logged).toContain('error: payment settled for an account that is deleted')
  })
})
