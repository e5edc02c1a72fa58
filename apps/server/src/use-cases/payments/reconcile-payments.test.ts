import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../ports/accounts.ts'
import { openMemoryDesk } from '../testing/cash-desk.ts'
import { createModelProvider } from '../testing/model-provider.ts'
import { reconcilePayments } from './reconcile-payments.ts'

const MINUTE_MILLISECONDS = 60_000
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

let desk: ReturnType<typeof openMemoryDesk>
let anna: AccountRecord
beforeEach(async () => {
  desk = openMemoryDesk()
  anna = await desk.createBuyer()
})

const statusOf = async (id: string) => (await desk.order(id)).status

/** Creates an order whose capture request never reached the provider. */
async function createLostCapture(): Promise<string> {
  const id = await desk.createApprovedOrder(anna)
  desk.provider.lose('captureOrder', 'before')
  expect(await desk.captureOrder(anna, id)).toEqual({ ok: true, value: { status: 'PENDING' } })
  return id
}

describe('the reconciler', () => {
  it('asks about nothing that is not due', async () => {
    await desk.createApprovedOrder(anna)
    desk.pass(9 * MINUTE_MILLISECONDS)
    expect(await desk.reconcile()).toEqual({ asked: 0, changed: 0, unanswered: 0 })
    desk.pass(MINUTE_MILLISECONDS)
    expect(await desk.reconcile()).toEqual({ asked: 1, changed: 0, unanswered: 0 })
    desk.pass(9 * MINUTE_MILLISECONDS)
    expect(await desk.reconcile()).toMatchObject({ asked: 0 })
  })

  it('at the start asks about those who were in the middle of paying as well', async () => {
    await desk.createApprovedOrder(anna)
    const ben = await desk.createBuyer()
    const id = await desk.createApprovedOrder(ben)
    await desk.captureUnheard(ben, id)
    expect(await desk.reconcile()).toMatchObject({ asked: 0 })
    expect(await desk.reconcile({ atStart: true })).toEqual({ asked: 1, changed: 1, unanswered: 0 })
    expect([await desk.planOf(anna), await desk.planOf(ben)]).toEqual(['free', 'pro-monthly'])
  })

  it('takes no money of its own accord, and gives an order up that nobody pays', async () => {
    const id = await desk.createApprovedOrder(anna)
    for (let hour = 0; hour < 80; hour++) {
      desk.pass(HOUR_MILLISECONDS)
      await desk.reconcile()
    }
    expect([await statusOf(id), desk.provider.heldCents(id)]).toEqual(['abandoned', 0])
    expect(desk.provider.asked.filter((call) => call === 'readOrder').length).toBeLessThan(15)
    expect(await desk.captureOrder(anna, id)).toEqual({ ok: false, code: 'payment_failed' })
  })

  it('abandons an order that the provider no longer knows, and one whose id was never received', async () => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.forget(id)
    const { database } = desk
    const unknownOrder = { ...(await desk.order(id)), id: 'unheard', providerOrderId: null }
    await database.records.orders.insert(unknownOrder)
    desk.pass(HOUR_MILLISECONDS)
    expect(await desk.reconcile()).toMatchObject({ asked: 2, changed: 2 })
    expect([await statusOf(id), desk.memory.state.orders.get('unheard')?.status]).toEqual(['abandoned', 'abandoned'])
  })

  it('keeps in mind, for days, whose money may have been taken under credentials that are not in effect any more', async () => {
    const id = await desk.createApprovedOrder(anna)
    await desk.captureUnheard(anna, id)
    const otherProvider = createModelProvider()
    const reconcileDeps = { ...desk, provider: otherProvider }
    for (let hour = 0; hour < 5; hour++) {
      desk.pass(HOUR_MILLISECONDS)
      await reconcilePayments(reconcileDeps)
    }
    expect([await statusOf(id), desk.logged]).toEqual([
      'capturing',
      expect.arrayContaining(['warn: the payment provider does not know an order']),
    ])
    desk.pass(HOUR_MILLISECONDS)
    await desk.reconcile()
    expect([await statusOf(id), await desk.planOf(anna)]).toEqual(['completed', 'pro-monthly'])
  })

  it('finds a payment whose webhook event was lost, and a refund months later', async () => {
    desk.provider.captureEnd = 'PENDING'
    const id = await desk.createApprovedOrder(anna, 'lifetime')
    await desk.captureOrder(anna, id)
    desk.provider.decide(id, 'COMPLETED')
    desk.pass(10 * MINUTE_MILLISECONDS)
    await desk.reconcile()
    expect(await desk.planOf(anna)).toBe('lifetime')
    desk.pass(100 * DAY_MILLISECONDS)
    await desk.reconcile()
    desk.provider.refund(id, 19900)
    desk.pass(30 * DAY_MILLISECONDS)
    await desk.reconcile()
    expect([await desk.planOf(anna), (await desk.order(id)).nextCheckAt]).toEqual(['free', null])
  })
})

it('an order that nobody can make sense of keeps no other from being asked about', async () => {
  const [brokenId, paidId] = [await desk.createApprovedOrder(anna), await desk.createApprovedOrder(anna)]
  await desk.provider.captureOrder(paidId, 'by hand')
  const readOrder: typeof desk.provider.readOrder = async (id) => {
    if (id === brokenId) throw new Error('no such thing')
    return await desk.provider.readOrder(id)
  }
  const deps = { ...desk, provider: { ...desk.provider, readOrder } }
  desk.pass(10 * MINUTE_MILLISECONDS)
  expect(await reconcilePayments(deps)).toEqual({ asked: 2, changed: 1, unanswered: 1 })
  expect([await desk.planOf(anna), desk.logged]).toEqual([
    'pro-monthly',
    expect.arrayContaining(['error: trouble with an order']),
  ])
  expect(await reconcilePayments(deps)).toMatchObject({ asked: 0 })
})

describe('a payment that got lost on its way', () => {
  it('is made within the hour, once: its buyer wanted it', async () => {
    const id = await createLostCapture()
    desk.pass(MINUTE_MILLISECONDS)
    expect(await desk.reconcile()).toEqual({ asked: 1, changed: 1, unanswered: 0 })
    expect([await statusOf(id), await desk.planOf(anna)]).toEqual(['completed', 'pro-monthly'])
    await Promise.all([desk.reconcile(), desk.captureOrder(anna, id)])
    expect(desk.provider.order(id).captures).toHaveLength(1)
  })

  it('is declined when the bank says so now', async () => {
    const id = await createLostCapture()
    desk.provider.captureEnd = 'refused'
    desk.pass(MINUTE_MILLISECONDS)
    await desk.reconcile()
    expect(await statusOf(id)).toBe('declined')
  })

  it('is not made later than that: its buyer may press once more', async () => {
    const id = await createLostCapture()
    desk.pass(HOUR_MILLISECONDS)
    await desk.reconcile()
    expect([await statusOf(id), desk.provider.heldCents(id)]).toEqual(['created', 0])
    expect(await desk.captureOrder(anna, id)).toEqual({ ok: true, value: { status: 'COMPLETED' } })
  })

  it('is not made when its buyer has begun another since, has everything, or has left', async () => {
    const [firstId] = [await createLostCapture(), await desk.createApprovedOrder(anna)]
    const bert = await desk.createBuyer()
    anna = bert
    const secondId = await createLostCapture()
    const lifetimePlan = { subscription: 'lifetime', expiresAt: null } as const
    await desk.database.records.accounts.setPlan(bert.id, lifetimePlan)
    anna = await desk.createBuyer()
    const thirdId = await createLostCapture()
    desk.memory.state.accounts.delete(anna.id)
    desk.pass(MINUTE_MILLISECONDS)
    await desk.reconcile()
    for (const id of [firstId, secondId, thirdId]) expect(desk.provider.heldCents(id)).toBe(0)
  })

  it('is not made for another amount than was ordered', async () => {
    const id = await createLostCapture()
    desk.provider.order(id).amountCents = 1
    desk.pass(MINUTE_MILLISECONDS)
    await desk.reconcile()
    expect(desk.provider.order(id).captures).toEqual([])
    expect(desk.logged.at(-1)).toMatch(/^error: a payment is not what was ordered/)
  })
})

describe('a provider that does not answer', () => {
  it('is left alone after three silences, and asked again later', async () => {
    for (let nth = 0; nth < 5; nth++) await desk.createApprovedOrder(await desk.createBuyer())
    desk.pass(10 * MINUTE_MILLISECONDS)
    desk.provider.goDown()
    expect(await desk.reconcile()).toEqual({ asked: 3, changed: 0, unanswered: 3 })
    desk.provider.restore()
    // Only the two remaining orders are due; the others were postponed.
    expect(await desk.reconcile()).toEqual({ asked: 2, changed: 0, unanswered: 0 })
  })

  it('is asked again about a payment that is too old to be asked about after that', async () => {
    const id = await desk.createApprovedOrder(anna)
    await desk.captureOrder(anna, id)
    desk.provider.refund(id, 499)
    desk.pass(400 * DAY_MILLISECONDS)
    desk.provider.lose('readOrder', 'before')
    await desk.reconcile()
    desk.pass(DAY_MILLISECONDS)
    await desk.reconcile()
    expect(await statusOf(id)).toBe('refunded')
  })

  it('keeps nobody else waiting who can be asked about', async () => {
    const id = await desk.createApprovedOrder(anna)
    desk.provider.captureEnd = 'PENDING'
    await desk.captureOrder(anna, id)
    desk.provider.decide(id, 'COMPLETED')
    desk.pass(10 * MINUTE_MILLISECONDS)
    desk.provider.lose('readOrder', 'before')
    await desk.reconcile()
    expect(await statusOf(id)).toBe('pending')
    desk.pass(10 * MINUTE_MILLISECONDS)
    await desk.reconcile()
    expect(await statusOf(id)).toBe('completed')
  })
})
