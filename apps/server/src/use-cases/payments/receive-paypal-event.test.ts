import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountRecord } from '../../ports/accounts.ts'
import { openTestPaymentsInMemory } from '../testing/test-payments.ts'
import { readPaypalEvent } from './read-paypal-event.ts'

const HANDLED_OUTCOME = { ok: true, value: {} }
const UNVERIFIED_OUTCOME = { ok: false, code: 'unverified_notice' }
const CAPTURE_COMPLETED = 'PAYMENT.CAPTURE.COMPLETED'
const CAPTURE_REVERSED = 'PAYMENT.CAPTURE.REVERSED'
const DISPUTE_RESOLVED = 'CUSTOMER.DISPUTE.RESOLVED'

let testPayments: ReturnType<typeof openTestPaymentsInMemory>
let anna: AccountRecord
beforeEach(async () => {
  testPayments = openTestPaymentsInMemory()
  anna = await testPayments.createBuyer()
})

const notify = (...event: Parameters<typeof testPayments.provider.webhookEvent>) =>
  testPayments.receivePaypalEvent(testPayments.provider.webhookEvent(...event))
const ledgerKinds = () => testPayments.memory.state.ledger.map(({ kind }) => kind)
const emailKinds = () => testPayments.memory.state.emails.map(({ kind }) => kind)

/** Creates an order that is captured at the provider without the server's knowledge. */
async function createUnheardPayment(): Promise<string> {
  const id = await testPayments.createApprovedOrder(anna)
  await testPayments.provider.captureOrder(id, 'by hand')
  return id
}

async function createPayment(): Promise<string> {
  const id = await testPayments.createApprovedOrder(anna)
  await testPayments.captureOrder(anna, id)
  return id
}

describe('a webhook event of the provider', () => {
  it('about taken money grants the plan once, however often it is delivered', async () => {
    const webhookEvent = testPayments.provider.webhookEvent(CAPTURE_COMPLETED, await createUnheardPayment())
    expect(await Promise.all([1, 2, 3].map(() => testPayments.receivePaypalEvent(webhookEvent)))).toEqual([
      HANDLED_OUTCOME,
      HANDLED_OUTCOME,
      HANDLED_OUTCOME,
    ])
    expect(await notify(CAPTURE_COMPLETED, 'ORDER-1')).toEqual(HANDLED_OUTCOME)
    expect([await testPayments.planOf(anna), ledgerKinds(), emailKinds()]).toEqual([
      'pro-monthly',
      ['purchase'],
      ['payment_receipt'],
    ])
  })

  it('causes a receipt with start and end of the plan, which a later refund does not change', async () => {
    const periods = () =>
      testPayments.memory.state.emails.flatMap((email) => (email.kind === 'payment_receipt' ? email : []))
    await createPayment()
    const secondId = await createPayment()
    expect(periods()).toMatchObject([
      { startsAt: '2026-11-20T12:00:00.000Z', endsAt: '2026-12-20T12:00:00.000Z' },
      { startsAt: '2026-12-20T12:00:00.000Z', endsAt: '2027-01-20T12:00:00.000Z' },
    ])
    testPayments.provider.refund(secondId, 499)
    await notify('PAYMENT.CAPTURE.REFUNDED', secondId)
    const receipt = (await testPayments.listReceipts(anna.id)).find(({ id }) => id === secondId)
    expect(receipt).toMatchObject({
      status: 'refunded',
      startsAt: '2026-12-20T12:00:00.000Z',
      endsAt: '2027-01-20T12:00:00.000Z',
    })
  })

  it("is not trusted about money: the provider's answer counts", async () => {
    const id = await testPayments.createApprovedOrder(anna)
    expect(await notify(CAPTURE_COMPLETED, id)).toEqual(HANDLED_OUTCOME)
    expect([await testPayments.planOf(anna), ledgerKinds()]).toEqual(['free', []])
  })

  it('about an approved order takes no money, because its buyer must do that', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    expect(await notify('CHECKOUT.ORDER.APPROVED', id)).toEqual(HANDLED_OUTCOME)
    expect([testPayments.provider.heldCents(id), (await testPayments.order(id)).status]).toEqual([0, 'created'])
  })

  it('about the end of a pending payment settles it', async () => {
    testPayments.provider.captureEnd = 'PENDING'
    const [successfulId, declinedId] = [await createPayment(), await createPayment()]
    testPayments.provider.decide(successfulId, 'COMPLETED')
    testPayments.provider.decide(declinedId, 'DECLINED')
    await notify(CAPTURE_COMPLETED, successfulId)
    await notify('PAYMENT.CAPTURE.DENIED', declinedId)
    expect([(await testPayments.order(successfulId)).status, (await testPayments.order(declinedId)).status]).toEqual([
      'completed',
      'declined',
    ])
    expect(ledgerKinds()).toEqual(['purchase'])
  })

  it('that comes late undoes nothing', async () => {
    const id = await createUnheardPayment()
    const lateEvent = testPayments.provider.webhookEvent('PAYMENT.CAPTURE.PENDING', id)
    await notify(CAPTURE_COMPLETED, id)
    await testPayments.receivePaypalEvent(lateEvent)
    expect([(await testPayments.order(id)).status, await testPayments.planOf(anna)]).toEqual([
      'completed',
      'pro-monthly',
    ])
  })
})

describe('a refund', () => {
  it('in full ends the plan, and sends one email', async () => {
    const id = await createPayment()
    testPayments.provider.refund(id, 499)
    await notify('PAYMENT.CAPTURE.REFUNDED', id)
    await notify('PAYMENT.CAPTURE.REFUNDED', id)
    expect([await testPayments.planOf(anna), ledgerKinds()]).toEqual(['free', ['purchase', 'refund']])
    expect(emailKinds()).toEqual(['payment_receipt', 'plan_refunded'])
    expect(await testPayments.listReceipts(anna.id)).toMatchObject([{ status: 'refunded', refundedCents: 499 }])
  })

  it('in parts leaves the plan until the last part', async () => {
    const id = await createPayment()
    const refund = async (cents: number) => {
      testPayments.provider.refund(id, cents)
      await notify('PAYMENT.CAPTURE.REFUNDED', id)
    }
    await refund(100)
    await refund(100)
    expect(await testPayments.planOf(anna)).toBe('pro-monthly')
    expect(await testPayments.listReceipts(anna.id)).toMatchObject([{ status: 'paid', refundedCents: 200 }])
    await refund(299)
    expect([await testPayments.planOf(anna), ledgerKinds()]).toEqual([
      'free',
      ['purchase', 'partial_refund', 'partial_refund', 'refund'],
    ])
  })

  it('leaves other purchases', async () => {
    const [firstId] = [await createPayment(), await createPayment()]
    testPayments.provider.refund(firstId, 499)
    await notify('PAYMENT.CAPTURE.REFUNDED', firstId)
    const { subscription, subscriptionExpiresAt } = await testPayments.account(anna.id)
    expect([subscription, subscriptionExpiresAt?.toISOString()]).toEqual(['pro-monthly', '2026-12-20T12:00:00.000Z'])
  })

  it("before the payment's report counts as a purchase and its end", async () => {
    const id = await createUnheardPayment()
    testPayments.provider.refund(id, 499)
    await notify('PAYMENT.CAPTURE.REFUNDED', id, { resource: await referenceOf(id) })
    expect([await testPayments.planOf(anna), ledgerKinds(), emailKinds()]).toEqual([
      'free',
      ['purchase', 'refund'],
      ['plan_refunded'],
    ])
  })

  it('by a dispute ends the plan, and a dispute won restores it', async () => {
    const id = await createPayment()
    await notify(CAPTURE_REVERSED, id)
    expect([await testPayments.planOf(anna), (await testPayments.order(id)).status]).toEqual(['free', 'refunded'])
    await notify(CAPTURE_COMPLETED, id)
    expect(await testPayments.planOf(anna)).toBe('free')
    await notify(DISPUTE_RESOLVED, id)
    expect([await testPayments.planOf(anna), (await testPayments.order(id)).status]).toEqual([
      'pro-monthly',
      'completed',
    ])
    expect(ledgerKinds()).toEqual(['purchase', 'chargeback', 'reinstatement'])
  })

  it('in part, before a dispute that is won, is still on the receipt', async () => {
    const id = await createPayment()
    testPayments.provider.refund(id, 100)
    await notify('PAYMENT.CAPTURE.REFUNDED', id)
    await notify(CAPTURE_REVERSED, id)
    await notify(DISPUTE_RESOLVED, id)
    expect(await testPayments.listReceipts(anna.id)).toMatchObject([{ status: 'paid', refundedCents: 100 }])
  })

  it('by a dispute about an unrecorded payment ends it as well', async () => {
    const id = await testPayments.createApprovedOrder(anna)
    await testPayments.captureUnheard(anna, id)
    expect(await notify(CAPTURE_REVERSED, id)).toEqual(HANDLED_OUTCOME)
    expect([await testPayments.planOf(anna), ledgerKinds()]).toEqual(['free', ['purchase', 'chargeback']])
  })

  it('is not undone by a lost dispute or one without a refund', async () => {
    const id = await createPayment()
    await notify(DISPUTE_RESOLVED, id)
    const lostDispute = { dispute_outcome: { outcome_code: 'RESOLVED_BUYER_FAVOUR' } }
    await notify(CAPTURE_REVERSED, id)
    await notify(DISPUTE_RESOLVED, id, { resource: lostDispute })
    expect([await testPayments.planOf(anna), ledgerKinds()]).toEqual(['free', ['purchase', 'chargeback']])
  })
})

describe('an irrelevant webhook event', () => {
  it('is refused without a lookup if the provider did not send it', async () => {
    const id = await createUnheardPayment()
    const { headers, rawBody } = testPayments.provider.webhookEvent(CAPTURE_COMPLETED, id)
    testPayments.provider.asked.length = 0
    expect(await testPayments.receivePaypalEvent({ headers, rawBody: `${rawBody}\n` })).toEqual(UNVERIFIED_OUTCOME)
    expect([testPayments.provider.asked, await testPayments.planOf(anna)]).toEqual([['verifyWebhookEvent'], 'free'])
  })

  it.each(['', 'null', '[]', '{"id":"a"}', '{"id":"a b","event_type":"X"}', '{"id":"\\u0000","event_type":"X"}'])(
    'is refused without a call to the provider if it is %j',
    async (rawBody) => {
      expect(await testPayments.receivePaypalEvent({ headers: {}, rawBody })).toEqual(UNVERIFIED_OUTCOME)
      expect(testPayments.provider.asked).toEqual([])
    },
  )

  it('is accepted and ignored if it is about something else or a foreign order', async () => {
    const id = await createUnheardPayment()
    const foreignCapture = { id: 'CAPTURE-9', supplementary_data: { related_ids: { order_id: 'ELSEWHERE' } } }
    expect(await notify('BILLING.PLAN.CREATED', id)).toEqual(HANDLED_OUTCOME)
    expect(await notify(CAPTURE_COMPLETED, id, { resource: foreignCapture })).toEqual(HANDLED_OUTCOME)
    expect(ledgerKinds()).toEqual([])
  })

  it('is about no order if its reference cannot be one of ours', () => {
    const event = { id: 'WH-1', event_type: CAPTURE_COMPLETED, resource: { id: 'CAPTURE-9', custom_id: 'cart\0 17' } }
    expect(readPaypalEvent(JSON.stringify(event))).toMatchObject({
      kind: 'changed',
      reference: null,
      captureId: 'CAPTURE-9',
    })
  })

  it.each(['verifyWebhookEvent', 'readOrder'] as const)(
    'must be sent again if the provider fails at %s',
    async (call) => {
      const webhookEvent = testPayments.provider.webhookEvent(CAPTURE_COMPLETED, await createUnheardPayment())
      testPayments.provider.lose(call, 'before')
      expect(await testPayments.receivePaypalEvent(webhookEvent)).toEqual({ ok: false, code: 'payment_failed' })
      expect(await testPayments.receivePaypalEvent(webhookEvent)).toEqual(HANDLED_OUTCOME)
      expect(await testPayments.planOf(anna)).toBe('pro-monthly')
    },
  )
})

describe('the subject of a webhook event', () => {
  const readEvent = (event_type: string, resource: object) =>
    readPaypalEvent(JSON.stringify({ id: 'WH-1', event_type, resource }))
  const links = [
    { rel: 'self', href: 'https://api.paypal.com/v2/payments/refunds/R1' },
    { rel: 'up', href: 'https://api.paypal.com/v2/payments/captures/C1' },
  ]

  it('is the capture itself, or the capture of a refund', () => {
    expect(readEvent(CAPTURE_COMPLETED, { id: 'C1' })).toMatchObject({ captureId: 'C1', kind: 'changed' })
    expect(readEvent('PAYMENT.CAPTURE.REFUNDED', { id: 'R1', links })).toMatchObject({ captureId: 'C1' })
    expect(readEvent(CAPTURE_REVERSED, { id: 'R1', links })).toMatchObject({ captureId: 'C1', kind: 'reversed' })
    expect(readEvent(CAPTURE_REVERSED, { id: 'R1' })).toMatchObject({ captureId: null })
  })

  it('is the order by its id, by a link, or by our own reference', () => {
    const order = [{ rel: 'up', href: 'https://api.paypal.com/v2/checkout/orders/O1' }]
    expect(readEvent(CAPTURE_COMPLETED, { id: 'C1', links: order })).toMatchObject({ providerOrderId: 'O1' })
    expect(readEvent(CAPTURE_COMPLETED, { supplementary_data: { related_ids: { order_id: 'O2' } } })).toMatchObject({
      providerOrderId: 'O2',
    })
    expect(readEvent(CAPTURE_COMPLETED, { custom_id: 'ours' })).toMatchObject({ reference: 'ours' })
  })
})

async function referenceOf(providerOrderId: string) {
  return { id: 'REFUND-1', custom_id: (await testPayments.order(providerOrderId)).id }
}
