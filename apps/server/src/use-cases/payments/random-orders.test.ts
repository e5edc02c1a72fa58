import { entitlement, type LedgerEntry } from '@kerf/domain/payments/ledger'
import { PAID_PLAN_IDS, type PaidPlanId, PLANS, planPeriodEnd } from '@kerf/domain/plans/plans'
import { isNotNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentOrders } from '../../adapters/database/schema/payment-schema.ts'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { ProviderWebhookEvent } from '../../ports/payments.ts'
import { openTestPayments, openTestPaymentsInMemory, type TestPayments } from '../testing/test-payments.ts'

/** Numbers of random runs: many in the fast memory database, few on a real one. */
const isFullRun = process.env.KERF_TEST_AT_LENGTH === 'yes'
const STORY_COUNT = isFullRun ? 3000 : 400
const REAL_STORY_COUNT = isFullRun ? 30 : 6
const HOUR_MILLISECONDS = 3_600_000
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS
const MAX_ORDERS = 6
/** Time within which money can be refunded. */
const REFUND_WINDOW_MILLISECONDS = 180 * DAY_MILLISECONDS

/** Index of the order that an event is about, modulo the number of orders. */
const orderIndex = fc.nat(5)
const eventAboutOrder = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), which: orderIndex })

/** Events that happen in any order and number. */
const purchase = { buyer: fc.nat(1), plan: fc.constantFrom(...PAID_PLAN_IDS) }
const randomEvent = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('buy'), ...purchase }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('create'), ...purchase }),
  },
  { weight: 5, arbitrary: eventAboutOrder('approve') },
  { weight: 6, arbitrary: eventAboutOrder('capture') },
  { weight: 2, arbitrary: eventAboutOrder('capture twice at once') },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('capture by the other'), which: orderIndex }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bank'),
      end: fc.constantFrom('COMPLETED', 'COMPLETED', 'PENDING', 'DECLINED', 'refused'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('decide'),
      which: orderIndex,
      status: fc.constantFrom('COMPLETED', 'DECLINED'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('lose'),
      call: fc.constantFrom('captureOrder', 'captureOrder', 'readOrder', 'createOrder', 'verifyWebhookEvent'),
      how: fc.constantFrom('before', 'after'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('webhookEvent'),
      which: orderIndex,
      type: fc.constantFrom(
        'PAYMENT.CAPTURE.COMPLETED',
        'PAYMENT.CAPTURE.PENDING',
        'PAYMENT.CAPTURE.DENIED',
        'PAYMENT.CAPTURE.REFUNDED',
        'CHECKOUT.ORDER.APPROVED',
      ),
      cached: fc.boolean(),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('deliver again'), which: fc.nat(20) }) },
  { weight: 1, arbitrary: eventAboutOrder('forged event') },
  { weight: 2, arbitrary: eventAboutOrder('report') },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('refund'), which: orderIndex, share: fc.constantFrom(1, 0.5, 0.1) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('chargeback'), which: orderIndex, isDecoded: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reconcile') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time passes'),
      by: fc.constantFrom(60_000, HOUR_MILLISECONDS, DAY_MILLISECONDS, 20 * DAY_MILLISECONDS, 400 * DAY_MILLISECONDS),
    }),
  },
)
type StoryEvent = typeof randomEvent extends fc.Arbitrary<infer Value> ? Value : never

interface Story {
  testPayments: TestPayments
  buyers: AccountRecord[]
  orders: { id: string; buyer: AccountRecord; plan: PaidPlanId; decodedReversed: boolean }[]
  webhookEvents: { webhookEvent: ProviderWebhookEvent; about: number; reverses: boolean }[]
}

async function applyEvent(story: Story, event: StoryEvent): Promise<void> {
  const { testPayments } = story
  const { provider } = testPayments
  const orderIndex = 'which' in event && story.orders.length > 0 ? event.which % story.orders.length : 0
  const order = story.orders[orderIndex]
  const deliver = async (sentEvent: Story['webhookEvents'][number]) => {
    const outcome = await testPayments.receivePaypalEvent(sentEvent.webhookEvent)
    const namedOrder = story.orders[sentEvent.about]
    if (outcome.ok && sentEvent.reverses && namedOrder) namedOrder.decodedReversed = true
  }
  if (event.kind === 'create' || event.kind === 'buy') {
    const buyer = story.buyers[event.buyer]
    if (!buyer || story.orders.length >= MAX_ORDERS) return
    const currentAccount = await testPayments.account(buyer.id)
    const request = { amount: PLANS[event.plan].priceCents / 100, planId: event.plan }
    const orderOutcome = await testPayments.createOrder(currentAccount, request, 'en')
    if (!orderOutcome.ok) return
    const { id } = orderOutcome.value
    story.orders.push({ id, buyer, plan: event.plan, decodedReversed: false })
    if (event.kind === 'create') return
    provider.approve(id)
    return void (await testPayments.captureOrder(currentAccount, id))
  }
  if (event.kind === 'bank') provider.captureEnd = event.end
  if (event.kind === 'lose') provider.lose(event.call, event.how)
  if (event.kind === 'reconcile') await testPayments.reconcile()
  if (event.kind === 'time passes') testPayments.pass(event.by)
  if (event.kind === 'deliver again') {
    const repeatedEvent = story.webhookEvents[event.which % Math.max(1, story.webhookEvents.length)]
    if (repeatedEvent) await deliver(repeatedEvent)
  }
  if (!order) return
  const capture = () => testPayments.captureOrder(order.buyer, order.id)
  const { paidAt } = await testPayments.order(order.id)
  const mayBeRefunded =
    paidAt === null || testPayments.clock.now().getTime() - paidAt.getTime() < REFUND_WINDOW_MILLISECONDS
  const isTaken = provider.order(order.id).captures.length > 0
  switch (event.kind) {
    case 'approve':
      return provider.approve(order.id)
    case 'capture':
      return void (await capture())
    case 'capture twice at once':
      return void (await Promise.all([capture(), capture()]))
    case 'capture by the other': {
      const otherBuyer = story.buyers.find(({ id }) => id !== order.buyer.id) as AccountRecord
      return expect(await testPayments.captureOrder(otherBuyer, order.id)).toEqual({ ok: false, code: 'not_found' })
    }
    case 'decide':
      return isTaken ? provider.decide(order.id, event.status) : undefined
    case 'webhookEvent': {
      const sentWebhook = {
        webhookEvent: provider.webhookEvent(event.type, order.id),
        about: orderIndex,
        reverses: false,
      }
      story.webhookEvents.push(sentWebhook)
      return event.cached ? undefined : await deliver(sentWebhook)
    }
    case 'forged event': {
      const { headers, rawBody } = provider.webhookEvent('PAYMENT.CAPTURE.REVERSED', order.id)
      const forgedEvent = { headers, rawBody: `${rawBody} ` }
      return expect(await testPayments.receivePaypalEvent(forgedEvent)).toMatchObject({ ok: false })
    }
    case 'report':
      return void (await testPayments.reportPayment(order.buyer, order.id))
    case 'refund':
      return isTaken && mayBeRefunded
        ? provider.refund(order.id, Math.ceil(PLANS[order.plan].priceCents * event.share))
        : undefined
    case 'chargeback': {
      if (!mayBeRefunded || provider.heldCents(order.id) === 0) return
      const sentWebhook = {
        webhookEvent: provider.webhookEvent('PAYMENT.CAPTURE.REVERSED', order.id),
        about: orderIndex,
        reverses: true,
      }
      story.webhookEvents.push(sentWebhook)
      return event.isDecoded ? await deliver(sentWebhook) : undefined
    }
  }
}

/** Restores the provider, delivers all events, and reconciles a month later. */
async function settleAll(story: Story): Promise<void> {
  const { testPayments } = story
  testPayments.provider.restore()
  for (const sentEvent of story.webhookEvents) {
    expect(await testPayments.receivePaypalEvent(sentEvent.webhookEvent)).toEqual({ ok: true, value: {} })
    const namedOrder = story.orders[sentEvent.about]
    if (namedOrder && sentEvent.reverses) namedOrder.decodedReversed = true
  }
  testPayments.pass(31 * DAY_MILLISECONDS)
  await testPayments.reconcile()
}

const entriesAbout = (entries: readonly LedgerEntry[], orderId: string, kind: LedgerEntry['kind']) =>
  entries.filter((entry) => entry.kind === kind && 'orderId' in entry && entry.orderId === orderId)

async function checkStory(story: Story): Promise<void> {
  const { testPayments } = story
  for (const buyer of story.buyers) {
    const entries = await testPayments.database.records.ledger.listFor(buyer.id)
    const account = await testPayments.account(buyer.id)
    // The plan follows from the ledger.
    const { subscription, expiresAt } = entitlement(entries)
    expect([account.subscription, account.subscriptionExpiresAt]).toEqual([subscription, expiresAt])

    const rows = await testPayments.database.records.orders.listFor(buyer.id)
    const paidPlans = new Map<string, PaidPlanId>()
    for (const row of rows) {
      const order = story.orders.find(({ id }) => id === row.providerOrderId)
      if (!order) {
        expect([row.status, entriesAbout(entries, row.id, 'purchase')]).toEqual(['abandoned', []])
        continue
      }
      const providerOrder = testPayments.provider.order(order.id)
      const wasTaken = providerOrder.captures.some(({ status }) => /COMPLETED|REFUNDED/.test(status))
      const cents = testPayments.provider.heldCents(order.id)
      // Each payment has one ledger entry, and there is none without a payment.
      expect(providerOrder.captures.length).toBeLessThan(2)
      expect(entriesAbout(entries, row.id, 'purchase')).toHaveLength(wasTaken ? 1 : 0)
      expect(row.receiptNumber !== null).toBe(wasTaken)
      const isReturned = wasTaken && (cents === 0 || order.decodedReversed)
      const reversals = [...entriesAbout(entries, row.id, 'refund'), ...entriesAbout(entries, row.id, 'chargeback')]
      expect(reversals.length > 0).toBe(isReturned)
      if (wasTaken) expect(row.status).toBe(isReturned ? 'refunded' : 'completed')
      else expect(['abandoned', 'declined', 'pending']).toContain(row.status)
      if (wasTaken && !isReturned) paidPlans.set(row.id, order.plan)
    }
    // Buyers have exactly the plans that they paid for.
    if ([...paidPlans.values()].includes('lifetime')) expect(account.subscription).toBe('lifetime')
    else if (paidPlans.size === 0) expect(account.subscription).toBe('free')
    else {
      const lastPurchase = entries.findLast((entry) => entry.kind === 'purchase' && paidPlans.has(entry.orderId))
      if (lastPurchase?.kind !== 'purchase') throw new Error('There is no purchase.')
      const earliestEnd = planPeriodEnd(lastPurchase.plan, lastPurchase.at) as Date
      expect(account.subscription).not.toBe('free')
      expect(account.subscriptionExpiresAt?.getTime()).toBeGreaterThanOrEqual(earliestEnd.getTime())
    }
  }
}

async function runStory(testPayments: TestPayments, events: StoryEvent[]): Promise<void> {
  testPayments.provider.restore()
  const story: Story = {
    testPayments,
    buyers: [await testPayments.createBuyer(), await testPayments.createBuyer()],
    orders: [],
    webhookEvents: [],
  }
  for (const event of events) await applyEvent(story, event)
  await settleAll(story)
  await checkStory(story)
}

const numbersUpTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

describe('payment events in any order', () => {
  const events = fc.array(randomEvent, { minLength: 8, maxLength: 40, size: 'max' })

  it(`grant only what was paid, once: ${STORY_COUNT} stories`, async () => {
    const counts = { receipts: 0, refunds: 0, chargebacks: 0 }
    const oneStory = fc.asyncProperty(events, async (happenings) => {
      const testPayments = openTestPaymentsInMemory()
      await runStory(testPayments, happenings)
      const { ledger, orders, emails } = testPayments.memory.state
      const numbers = [...orders.values()].flatMap(({ receiptNumber }) => receiptNumber ?? [])
      expect(numbers.sort()).toEqual(numbersUpTo(numbers.length))
      const receipts = emails.flatMap((email) => (email.kind === 'payment_receipt' ? email.receiptNumber : []))
      expect(new Set(receipts).size).toBe(receipts.length)
      counts.receipts += numbers.length
      counts.refunds += ledger.filter(({ kind }) => kind === 'refund').length
      counts.chargebacks += ledger.filter(({ kind }) => kind === 'chargeback').length
    })
    await fc.assert(oneStory, { numRuns: STORY_COUNT })
    // Runs without payments would prove nothing.
    expect(counts.receipts).toBeGreaterThan(STORY_COUNT)
    expect(Math.min(counts.refunds, counts.chargebacks)).toBeGreaterThan(STORY_COUNT / 20)
  })

  it(`grant the same on a real database: ${REAL_STORY_COUNT} stories, receipts without a gap`, async () => {
    const testPayments = await openTestPayments()
    // Commits need not survive a power cut, and are faster without.
    await testPayments.database.executor.execute(sql`set synchronous_commit = off`)
    const oneStory = fc.asyncProperty(events, (happenings) => runStory(testPayments, happenings))
    await fc.assert(oneStory, { numRuns: REAL_STORY_COUNT })
    const receipts = await testPayments.database.executor
      .select({ number: paymentOrders.receiptNumber })
      .from(paymentOrders)
      .where(isNotNull(paymentOrders.receiptNumber))
      .orderBy(paymentOrders.receiptNumber)
    expect(receipts.map(({ number }) => number)).toEqual(numbersUpTo(receipts.length))
  })
})
