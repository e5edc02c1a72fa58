import { ATTEMPT_LIMITS } from '@kerf/domain/access/attempt-limits'
import { PLANS } from '@kerf/domain/plans/plans'
import { describe, expect, it } from 'vitest'
import { limitAttempts } from '../shared/limit-attempts.ts'
import { refused } from '../shared/outcome.ts'
import { openTestPayments, openTestPaymentsInMemory, type TestPayments } from '../testing/test-payments.ts'
import { createOrder } from './create-order.ts'
import { updatePlanFromLedger } from './grant-plan.ts'

const UNKNOWN_AMOUNT = { ok: false, code: 'unknown_amount' }
const ordersOf = (testPayments: TestPayments, accountId: string) =>
  testPayments.database.records.orders.listFor(accountId)

describe('an order', () => {
  it.each([
    [{ amount: '4.99' }, 'pro-monthly'],
    [{ amount: 49.99 }, 'pro-yearly'],
    [{ amount: '199' }, 'lifetime'],
    [{ amount: '199.00', planId: 'lifetime' }, 'lifetime'],
  ] as const)('for %j buys %s at its price, and is stored before the provider is called', async (request, plan) => {
    const testPayments = openTestPaymentsInMemory()
    const anna = await testPayments.createBuyer()
    const outcome = await testPayments.createOrder(anna, request, 'de')
    const [order] = await ordersOf(testPayments, anna.id)
    if (!outcome.ok || !order) throw new Error('There is no order.')
    const { priceCents } = PLANS[plan]
    expect(order).toMatchObject({ plan, amountCents: priceCents, currency: 'USD', status: 'created', language: 'de' })
    expect(order.providerOrderId).toBe(outcome.value.id)
    expect(testPayments.provider.order(outcome.value.id)).toMatchObject({
      reference: order.id,
      amountCents: priceCents,
    })
  })

  it.each([
    { amount: '0.01' },
    { amount: '4.990' },
    { amount: '4,99' },
    { amount: -4.99 },
    { amount: 0 },
    { amount: '4.99', planId: 'lifetime' as const },
    { amount: 'free' },
  ])('for %j is refused, because no plan costs that', async (request) => {
    const testPayments = openTestPaymentsInMemory()
    const anna = await testPayments.createBuyer()
    expect(await testPayments.createOrder(anna, request, 'en')).toEqual(UNKNOWN_AMOUNT)
    expect(testPayments.provider.asked).toEqual([])
  })

  it('is refused while its buyer has Lifetime', async () => {
    const testPayments = openTestPaymentsInMemory()
    const anna = await testPayments.createBuyer()
    await testPayments.captureOrder(anna, await testPayments.createApprovedOrder(anna, 'lifetime'))
    const request = { amount: 4.99 }
    expect(await testPayments.createOrder(await testPayments.account(anna.id), request, 'en')).toEqual(
      refused('plan_owned'),
    )
    await testPayments.database.transaction(async (records) => {
      const grant = { kind: 'grant', plan: 'free', endsAt: null, grantedBy: 'admin' } as const
      await records.ledger.add({ id: 'entry', accountId: anna.id, at: testPayments.clock.now(), ...grant })
      await updatePlanFromLedger(records, anna.id)
    })
    expect(await testPayments.createOrder(await testPayments.account(anna.id), request, 'en')).toMatchObject({
      ok: true,
    })
  })

  it.each(['before', 'after'] as const)('is abandoned if it is lost %s the provider creates it', async (lossTime) => {
    const testPayments = openTestPaymentsInMemory()
    const anna = await testPayments.createBuyer()
    testPayments.provider.lose('createOrder', lossTime)
    expect(await testPayments.createOrder(anna, { amount: 4.99 }, 'en')).toEqual({ ok: false, code: 'payment_failed' })
    expect(await ordersOf(testPayments, anna.id)).toMatchObject([{ status: 'abandoned', nextCheckAt: null }])
    expect(await testPayments.listReceipts(anna.id)).toEqual([])
  })

  it('is limited to ten in a row; then the buyer waits, without a call to the provider', async () => {
    const testPayments = await openTestPayments()
    const anna = await testPayments.createBuyer()
    const createDeps = {
      ...testPayments,
      limits: limitAttempts({ ...testPayments, enabled: true, secret: 'a secret' }),
    }
    const { freeAttempts } = ATTEMPT_LIMITS.payment_order
    for (let index = 0; index < freeAttempts; index++)
      expect(await createOrder(createDeps, { account: anna, request: { amount: 4.99 }, language: 'en' })).toMatchObject(
        {
          ok: true,
        },
      )
    expect(await createOrder(createDeps, { account: anna, request: { amount: 4.99 }, language: 'en' })).toMatchObject({
      code: 'too_many_requests',
      retryAfterSeconds: 30,
    })
    expect(
      await createOrder(createDeps, {
        account: await testPayments.createBuyer(),
        request: { amount: 4.99 },
        language: 'en',
      }),
    ).toMatchObject({ ok: true })
    expect(testPayments.provider.asked).toHaveLength(freeAttempts + 1)
  })
})
