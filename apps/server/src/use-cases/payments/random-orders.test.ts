import { entitlement, type LedgerEntry } from '@kerf/domain/payments/ledger'
import { PAID_PLAN_IDS, type PaidPlanId, PLANS, planPeriodEnd } from '@kerf/domain/plans/plans'
import { isNotNull, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { paymentOrders } from '../../adapters/database/schema/payment-schema.ts'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { ProviderWebhookEvent } from '../../ports/payments.ts'
import { type CashDesk, openCashDesk, openMemoryDesk } from '../testing/cash-desk.ts'

/** Numbers of random runs: many in the fast memory database, few on a real one. */
const isAtLength = process.env.KERF_TEST_AT_LENGTH === 'yes'
const STORIES = isAtLength ? 3000 : 400
const REAL_STORIES = isAtLength ? 30 : 6
const HOUR = 3_600_000
const DAY = 24 * HOUR
const MOST_ORDERS = 6
/** Time within which money can be refunded. */
const LAST_REFUND = 180 * DAY

/** Index of the order that an event is about, modulo the number of orders. */
const which = fc.nat(5)
const onOrder = <Kind extends string>(kind: Kind) => fc.record({ kind: fc.constant(kind), which })

/** Events that happen in any order and number. */
const purchase = { buyer: fc.nat(1), plan: fc.constantFrom(...PAID_PLAN_IDS) }
const event = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('buy'), ...purchase }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('create'), ...purchase }),
  },
  { weight: 5, arbitrary: onOrder('approve') },
  { weight: 6, arbitrary: onOrder('capture') },
  { weight: 2, arbitrary: onOrder('capture twice at once') },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('capture by the other'), which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('bank'),
      end: fc.constantFrom('COMPLETED', 'COMPLETED', 'PENDING', 'DECLINED', 'refused'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('decide'), which, status: fc.constantFrom('COMPLETED', 'DECLINED') }),
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
      which,
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
  { weight: 1, arbitrary: onOrder('forged event') },
  { weight: 2, arbitrary: onOrder('report') },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund'), which, share: fc.constantFrom(1, 0.5, 0.1) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('chargeback'), which, isDecoded: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('reconcile') }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('time passes'),
      by: fc.constantFrom(60_000, HOUR, DAY, 20 * DAY, 400 * DAY),
    }),
  },
)
type Happening = typeof event extends fc.Arbitrary<infer Value> ? Value : never

interface Story {
  desk: CashDesk
  buyers: AccountRecord[]
  orders: { id: string; buyer: AccountRecord; plan: PaidPlanId; decodedReversed: boolean }[]
  webhookEvents: { webhookEvent: ProviderWebhookEvent; about: number; reverses: boolean }[]
}

async function happen(story: Story, what: Happening): Promise<void> {
  const { desk } = story
  const { provider } = desk
  const about = 'which' in what && story.orders.length > 0 ? what.which % story.orders.length : 0
  const order = story.orders[about]
  const deliver = async (sentEvent: Story['webhookEvents'][number]) => {
    const heard = await desk.receivePaypalEvent(sentEvent.webhookEvent)
    const named = story.orders[sentEvent.about]
    if (heard.ok && sentEvent.reverses && named) named.decodedReversed = true
  }
  if (what.kind === 'create' || what.kind === 'buy') {
    const buyer = story.buyers[what.buyer]
    if (!buyer || story.orders.length >= MOST_ORDERS) return
    const fresh = await desk.account(buyer.id)
    const request = { amount: PLANS[what.plan].priceCents / 100, planId: what.plan }
    const created = await desk.createOrder(fresh, request, 'en')
    if (!created.ok) return
    const { id } = created.value
    story.orders.push({ id, buyer, plan: what.plan, decodedReversed: false })
    if (what.kind === 'create') return
    provider.approve(id)
    return void (await desk.captureOrder(fresh, id))
  }
  if (what.kind === 'bank') provider.captureEnd = what.end
  if (what.kind === 'lose') provider.lose(what.call, what.how)
  if (what.kind === 'reconcile') await desk.reconcile()
  if (what.kind === 'time passes') desk.pass(what.by)
  if (what.kind === 'deliver again') {
    const repeatedEvent = story.webhookEvents[what.which % Math.max(1, story.webhookEvents.length)]
    if (repeatedEvent) await deliver(repeatedEvent)
  }
  if (!order) return
  const capture = () => desk.captureOrder(order.buyer, order.id)
  const { paidAt } = await desk.order(order.id)
  const mayGoBack = paidAt === null || desk.clock.now().getTime() - paidAt.getTime() < LAST_REFUND
  const isTaken = provider.order(order.id).captures.length > 0
  switch (what.kind) {
    case 'approve':
      return provider.approve(order.id)
    case 'capture':
      return void (await capture())
    case 'capture twice at once':
      return void (await Promise.all([capture(), capture()]))
    case 'capture by the other': {
      const otherBuyer = story.buyers.find(({ id }) => id !== order.buyer.id) as AccountRecord
      return expect(await desk.captureOrder(otherBuyer, order.id)).toEqual({ ok: false, code: 'not_found' })
    }
    case 'decide':
      return isTaken ? provider.decide(order.id, what.status) : undefined
    case 'webhookEvent': {
      const sent = { webhookEvent: provider.webhookEvent(what.type, order.id), about, reverses: false }
      story.webhookEvents.push(sent)
      return what.cached ? undefined : await deliver(sent)
    }
    case 'forged event': {
      const { headers, rawBody } = provider.webhookEvent('PAYMENT.CAPTURE.REVERSED', order.id)
      const forged = { headers, rawBody: `${rawBody} ` }
      return expect(await desk.receivePaypalEvent(forged)).toMatchObject({ ok: false })
    }
    case 'report':
      return void (await desk.reportPayment(order.buyer, order.id))
    case 'refund':
      return isTaken && mayGoBack
        ? provider.refund(order.id, Math.ceil(PLANS[order.plan].priceCents * what.share))
        : undefined
    case 'chargeback': {
      if (!mayGoBack || provider.heldCents(order.id) === 0) return
      const sent = { webhookEvent: provider.webhookEvent('PAYMENT.CAPTURE.REVERSED', order.id), about, reverses: true }
      story.webhookEvents.push(sent)
      return what.isDecoded ? await deliver(sent) : undefined
    }
  }
}

/** Restores the provider, delivers all events, and reconciles a month later. */
async function comeToRest(story: Story): Promise<void> {
  const { desk } = story
  desk.provider.restore()
  for (const sentEvent of story.webhookEvents) {
    expect(await desk.receivePaypalEvent(sentEvent.webhookEvent)).toEqual({ ok: true, value: {} })
    const named = story.orders[sentEvent.about]
    if (named && sentEvent.reverses) named.decodedReversed = true
  }
  desk.pass(31 * DAY)
  await desk.reconcile()
}

const about = (entries: readonly LedgerEntry[], orderId: string, kind: LedgerEntry['kind']) =>
  entries.filter((entry) => entry.kind === kind && 'orderId' in entry && entry.orderId === orderId)

async function judge(story: Story): Promise<void> {
  const { desk } = story
  for (const buyer of story.buyers) {
    const entries = await desk.database.records.ledger.listFor(buyer.id)
    const account = await desk.account(buyer.id)
    // The plan follows from the ledger.
    const { subscription, expiresAt } = entitlement(entries)
    expect([account.subscription, account.subscriptionExpiresAt]).toEqual([subscription, expiresAt])

    const rows = await desk.database.records.orders.listFor(buyer.id)
    const paidPlans = new Map<string, PaidPlanId>()
    for (const row of rows) {
      const order = story.orders.find(({ id }) => id === row.providerOrderId)
      if (!order) {
        expect([row.status, about(entries, row.id, 'purchase')]).toEqual(['abandoned', []])
        continue
      }
      const providerOrder = desk.provider.order(order.id)
      const wasTaken = providerOrder.captures.some(({ status }) => /COMPLETED|REFUNDED/.test(status))
      const cents = desk.provider.heldCents(order.id)
      // Each payment has one ledger entry, and there is none without a payment.
      expect(providerOrder.captures.length).toBeLessThan(2)
      expect(about(entries, row.id, 'purchase')).toHaveLength(wasTaken ? 1 : 0)
      expect(row.receiptNumber !== null).toBe(wasTaken)
      const isBack = wasTaken && (cents === 0 || order.decodedReversed)
      const ends = [...about(entries, row.id, 'refund'), ...about(entries, row.id, 'chargeback')]
      expect(ends.length > 0).toBe(isBack)
      if (wasTaken) expect(row.status).toBe(isBack ? 'refunded' : 'completed')
      else expect(['abandoned', 'declined', 'pending']).toContain(row.status)
      if (wasTaken && !isBack) paidPlans.set(row.id, order.plan)
    }
    // Buyers have exactly the plans that they paid for.
    if ([...paidPlans.values()].includes('lifetime')) expect(account.subscription).toBe('lifetime')
    else if (paidPlans.size === 0) expect(account.subscription).toBe('free')
    else {
      const last = entries.findLast((entry) => entry.kind === 'purchase' && paidPlans.has(entry.orderId))
      if (last?.kind !== 'purchase') throw new Error('There is no purchase.')
      const least = planPeriodEnd(last.plan, last.at) as Date
      expect(account.subscription).not.toBe('free')
      expect(account.subscriptionExpiresAt?.getTime()).toBeGreaterThanOrEqual(least.getTime())
    }
  }
}

async function tell(desk: CashDesk, events: Happening[]): Promise<void> {
  desk.provider.restore()
  const story: Story = { desk, buyers: [await desk.buyer(), await desk.buyer()], orders: [], webhookEvents: [] }
  for (const what of events) await happen(story, what)
  await comeToRest(story)
  await judge(story)
}

const upToOne = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

describe('payment events in any order', () => {
  const events = fc.array(event, { minLength: 8, maxLength: 40, size: 'max' })

  it(`grants what was paid, once, and nothing else: ${STORIES} stories`, async () => {
    const counts = { receipts: 0, refunds: 0, chargebacks: 0 }
    const oneStory = fc.asyncProperty(events, async (happenings) => {
      const desk = openMemoryDesk()
      await tell(desk, happenings)
      const { ledger, orders, emails } = desk.memory.state
      const numbers = [...orders.values()].flatMap(({ receiptNumber }) => receiptNumber ?? [])
      expect(numbers.sort()).toEqual(upToOne(numbers.length))
      const receipts = emails.flatMap((email) => (email.kind === 'payment_receipt' ? email.receiptNumber : []))
      expect(new Set(receipts).size).toBe(receipts.length)
      counts.receipts += numbers.length
      counts.refunds += ledger.filter(({ kind }) => kind === 'refund').length
      counts.chargebacks += ledger.filter(({ kind }) => kind === 'chargeback').length
    })
    await fc.assert(oneStory, { numRuns: STORIES })
    // Runs without payments would prove nothing.
    expect(counts.receipts).toBeGreaterThan(STORIES)
    expect(Math.min(counts.refunds, counts.chargebacks)).toBeGreaterThan(STORIES / 20)
  })

  it(`does so on a real database: ${REAL_STORIES} stories, one row of receipts without a gap`, async () => {
    const desk = await openCashDesk()
    // Commits need not survive a power cut, and are faster without.
    await desk.database.executor.execute(sql`set synchronous_commit = off`)
    const oneStory = fc.asyncProperty(events, (happenings) => tell(desk, happenings))
    await fc.assert(oneStory, { numRuns: REAL_STORIES })
    const receipts = await desk.database.executor
      .select({ number: paymentOrders.receiptNumber })
      .from(paymentOrders)
      .where(isNotNull(paymentOrders.receiptNumber))
      .orderBy(paymentOrders.receiptNumber)
    expect(receipts.map(({ number }) => number)).toEqual(upToOne(receipts.length))
  })
})
