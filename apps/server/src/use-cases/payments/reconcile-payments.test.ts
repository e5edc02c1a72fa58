import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../ports/accounts.ts'
import { createModelProvider } from '../testing/model-provider.ts'
import { openTestPaymentsInMemory } from '../testing/test-payments.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const MINUTE_MILLISECONDS = 60_000
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

let testPayments: ReturnType<typeof openTestPaymentsInMemory>
let anna: AccountRecord
beforeEach(async () => {
  testPayments = openTestPaymentsInMemory()
  anna = await testPayments.createBuyer()
})

const statusOf = async (id: string) => (await testPayments.order(id)).status

/** Creates an order whose capture request never reached the provider. */
async function createLostCapture(): Promise<string> {
  const id = await testPayments.createApprovedOrder(anna)
  testPayments.provider.lose('captureOrder', 'before')
  expect(await testPayments.captureOrder(anna, id)).toEqual({ ok: true, value: { status: 'PENDING' } })
  return id
}

describe('the reconciler', () => {
  it('checks no order before it is due', async () => {
    await testPayments.createApprovedOrder(anna)
    testPayments.pass(9 * MINUTE_MILLISECONDS)
    expect(await testPayments.reconcile()).toEqual({ asked: 0, changed: 0, unanswered: 0 })
    testPayments.pass(MINUTE_MILLISECONDS)
    expect(await testPayments.reconcile()).toEqual({ asked: 1, changed: 0, unanswered: 0 })
    testPayments.pass(9 * MINUTE_MILLISECONDS)
    expect(await testPayments.reconcile()).toMatchObject({ asked: 0 })
  })

  it('at its start also checks orders that were being paid', async () => {
    await testPayments.createApprovedOrder(anna)
    const ben = await testPayments.createBuyer()
    const id = await testPayments.createApprovedOrder(ben)
    await testPayments.captureUnheard(ben, id)
    expect(await testPayments.reconcile()).toMatchObject({ asked: 0 })
    expect(await testPayments.reconcile({ atStart: true })).toEqual({ asked: 1, changed: 1, unanswered: 0 })
    expect([await testPayments.planOf(anna), await testPayments.planOf(ben)]).toEqual(['free', 'pro-monthly'])
  })

  it('takes no money by itself, and abandons an order that nobody pays', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    for (let hour = 0; hour < 80; hour++) {
      testPayments.pass(HOUR_MILLISECONDS)
      await testPayments.reconcile()
    }
    expect([await statusOf(id), testPayments.provider.heldCents(id)]).toEqual(['abandoned', 0])
    expect(testPayments.provider.asked.filter((call) => call === 'readOrder').length).toBeLessThan(15)
    expect(await testPayments.captureOrder(anna, id)).toEqual({ ok: false, code: 'payment_failed' })
  })

  it('abandons an order that the provider no longer knows, and one whose id was never received', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.forget(id)
    const { database } = testPayments
    const unknownOrder = { ...(await testPayments.order(id)), id: 'unheard', providerOrderId: null }
    await database.records.orders.insert(unknownOrder)
    testPayments.pass(HOUR_MILLISECONDS)
    expect(await testPayments.reconcile()).toMatchObject({ asked: 2, changed: 2 })
    expect([await statusOf(id), testPayments.memory.state.orders.get('unheard')?.status]).toEqual([
      'abandoned',
      'abandoned',
    ])
  })

  it('remembers for days an order that may be paid under former credentials', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    await testPayments.captureUnheard(anna, id)
    const otherProvider = createModelProvider()
    const reconcileDeps = { ...testPayments, provider: otherProvider }
    for (let hour = 0; hour < 5; hour++) {
      testPayments.pass(HOUR_MILLISECONDS)
      await reconcilePayments(reconcileDeps)
    }
    expect([await statusOf(id), testPayments.logged]).toEqual([
      'capturing',
      expect.arrayContaining(['warn: the payment provider does not know an order']),
    ])
    testPayments.pass(HOUR_MILLISECONDS)
    await testPayments.reconcile()
    expect([await statusOf(id), await testPayments.planOf(anna)]).toEqual(['completed', 'pro-monthly'])
  })

  it('finds a payment whose webhook event was lost, and a refund months later', async () => {
    testPayments.provider.captureEnd = 'PENDING'
    const id = await testPayments.createApprovedOrder(anna, 'lifetime')
    await testPayments.captureOrder(anna, id)
    testPayments.provider.decide(id, 'COMPLETED')
    testPayments.pass(10 * MINUTE_MILLISECONDS)
    await testPayments.reconcile()
    expect(await testPayments.planOf(anna)).toBe('lifetime')
    testPayments.pass(100 * DAY_MILLISECONDS)
    await testPayments.reconcile()
    testPayments.provider.refund(id, 19900)
    testPayments.pass(30 * DAY_MILLISECONDS)
    await testPayments.reconcile()
    expect([await testPayments.planOf(anna), (await testPayments.order(id)).nextCheckAt]).toEqual(['free', null])
  })
})

it('an order with an unreadable answer does not delay the others', async () => {
  const [brokenId, paidId] = [
    await testPayments.createApprovedOrder(anna),
    await testPayments.createApprovedOrder(anna),
  ]
  await testPayments.provider.captureOrder(paidId, 'by hand')
  const readOrder: typeof testPayments.provider.readOrder = async (id) => {
    if (id === brokenId) throw new Error('no such thing')
    return await testPayments.provider.readOrder(id)
  }
  const deps = { ...testPayments, provider: { ...testPayments.provider, readOrder } }
  testPayments.pass(10 * MINUTE_MILLISECONDS)
  expect(await reconcilePayments(deps)).toEqual({ asked: 2, changed: 1, unanswered: 1 })
  expect([await testPayments.planOf(anna), testPayments.logged]).toEqual([
    'pro-monthly',
    expect.arrayContaining(['error: trouble with an order']),
  ])
  expect(await reconcilePayments(deps)).toMatchObject({ asked: 0 })
})

describe('a payment that was interrupted', () => {
  it('is completed once within the hour, because its buyer wanted it', async () => {
    const id = await createLostCapture()
    testPayments.pass(MINUTE_MILLISECONDS)
    expect(await testPayments.reconcile()).toEqual({ asked: 1, changed: 1, unanswered: 0 })
    expect([await statusOf(id), await testPayments.planOf(anna)]).toEqual(['completed', 'pro-monthly'])
    await Promise.all([testPayments.reconcile(), testPayments.captureOrder(anna, id)])
    expect(testPayments.provider.order(id).captures).toHaveLength(1)
  })

  it('is declined if the bank declines it now', async () => {
    const id = await createLostCapture()
    testPayments.provider.captureEnd = 'refused'
    testPayments.pass(MINUTE_MILLISECONDS)
    await testPayments.reconcile()
    expect(await statusOf(id)).toBe('declined')
  })

  it('is not completed after that, but its buyer may press again', async () => {
    const id = await createLostCapture()
    testPayments.pass(HOUR_MILLISECONDS)
    await testPayments.reconcile()
    expect([await statusOf(id), testPayments.provider.heldCents(id)]).toEqual(['created', 0])
    expect(await testPayments.captureOrder(anna, id)).toEqual({ ok: true, value: { status: 'COMPLETED' } })
  })

  it('is not completed if its buyer has a newer order, Lifetime, or no account', async () => {
    const [firstId] = [await createLostCapture(), await testPayments.createApprovedOrder(anna)]
    const bert = await testPayments.createBuyer()
    anna = bert
    const secondId = await createLostCapture()
    const lifetimePlan = { subscription: 'lifetime', expiresAt: null } as const
    await testPayments.database.records.accounts.setPlan(bert.id, lifetimePlan)
    anna = await testPayments.createBuyer()
    const thirdId = await createLostCapture()
    testPayments.memory.state.accounts.delete(anna.id)
    testPayments.pass(MINUTE_MILLISECONDS)
    await testPayments.reconcile()
    for (const id of [firstId, secondId, thirdId]) expect(testPayments.provider.heldCents(id)).toBe(0)
  })

  it('is not completed for another amount than ordered', async () => {
    const id = await createLostCapture()
    testPayments.provider.order(id).amountCents = 1
    testPayments.pass(MINUTE_MILLISECONDS)
    await testPayments.reconcile()
    expect(testPayments.provider.order(id).captures).toEqual([])
    expect(testPayments.logged.at(-1)).toMatch(/^error: a payment is not what was ordered/)
  })
})

describe('a provider that does not respond', () => {
  it('is left alone after three failures, and called again later', async () => {
    for (let index = 0; index < 5; index++) await testPayments.createApprovedOrder(await testPayments.createBuyer())
    testPayments.pass(10 * MINUTE_MILLISECONDS)
    testPayments.provider.goDown()
    expect(await testPayments.reconcile()).toEqual({ asked: 3, changed: 0, unanswered: 3 })
    testPayments.provider.restore()
    // Only the two remaining orders are due; the others were postponed.
    expect(await testPayments.reconcile()).toEqual({ asked: 2, changed: 0, unanswered: 0 })
  })

  it('is called again about a payment that grows too old for later checks', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    await testPayments.captureOrder(anna, id)
    testPayments.provider.refund(id, 499)
    testPayments.pass(400 * DAY_MILLISECONDS)
    testPayments.provider.lose('readOrder', 'before')
    await testPayments.reconcile()
    testPayments.pass(DAY_MILLISECONDS)
    await testPayments.reconcile()
    expect(await statusOf(id)).toBe('refunded')
  })

  it('delays no other order', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.captureEnd = 'PENDING'
    await testPayments.captureOrder(anna, id)
    testPayments.provider.decide(id, 'COMPLETED')
    testPayments.pass(10 * MINUTE_MILLISECONDS)
    testPayments.provider.lose('readOrder', 'before')
    await testPayments.reconcile()
    expect(await statusOf(id)).toBe('pending')
    testPayments.pass(10 * MINUTE_MILLISECONDS)
    await testPayments.reconcile()
    expect(await statusOf(id)).toBe('completed')
  })
})
