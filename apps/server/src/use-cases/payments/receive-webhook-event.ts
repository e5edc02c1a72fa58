import type { Clock } from '../../ports/clock.ts'
import type { Database, Records } from '../../ports/database.ts'
import {
  type PaymentOrderRecord,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderNotice,
  type ProviderOrder,
} from '../../ports/payments.ts'
import { done, type Nothing, type Outcome, refused } from '../outcome.ts'
import type { PaymentLog } from './payment-log.ts'
import { type NoticeFacts, readNotice } from './read-webhook-event.ts'
import type { SettlePayment } from './settle-payment.ts'

export interface ReceiveNoticeDeps {
  database: Database
  provider: PaymentProvider
  settlement: SettlePayment
  clock: Clock
  log: PaymentLog
}

/** Within this an order that is being paid is asked about again: see domain/payment-checks.ts. */
const LONGEST_WAIT_MILLISECONDS = 3_600_000
const MOST_ORDERS = 1000

/**
 * The provider tells that something has happened. It is asked whether that was itself, and then what is the case: a notice
 * only says where to look. What cannot be asked now is refused and not remembered, so that it is told again.
 */
export function receiveNotice(deps: ReceiveNoticeDeps) {
  const { database, provider, settlement, clock, log } = deps
  return async (notice: ProviderNotice): Promise<Outcome<Nothing>> => {
    const facts = readNotice(notice.rawBody)
    if (!facts) return refused('unverified_notice')
    const { eventId, eventType } = facts
    try {
      if (!(await provider.verifyNotice(notice))) {
        log.warn({ eventId, eventType }, 'a notice was refused: the payment provider has not sent it')
        return refused('unverified_notice')
      }
      await heed(facts)
      return done({})
    } catch (error) {
      if (!(error instanceof PaymentProviderError)) throw error
      log.warn(
        { eventId, eventType, err: error },
        'a notice has to be sent again: the payment provider cannot be asked',
      )
      return refused('payment_failed')
    }
  }

  async function heed(facts: NoticeFacts): Promise<void> {
    const order = facts.kind === 'ignored' ? null : ((await findOrder(facts)) ?? (await findUnheard(facts)))
    // Before the transaction: nobody's rows are held while the provider thinks.
    const word = order?.providerOrderId ? await provider.readOrder(order.providerOrderId) : null
    await database.transaction(async (records) => {
      if (!(await records.notices.remember(facts.eventId, facts.eventType, clock.now())) || !order) return
      await follow(records, order, word, facts)
    })
  }

  async function follow(
    records: Records,
    order: PaymentOrderRecord,
    word: ProviderOrder | null,
    { kind, captureId }: NoticeFacts,
  ): Promise<void> {
    // A dispute is no part of what the provider says of an order: the notice itself, being its own, is all there is.
    if (word) await settlement.settleWithin(records, order.id, word)
    if (kind === 'reversed' && captureId) await settlement.reverseWithin(records, order.id, captureId)
    if (kind === 'reinstated' && captureId) await settlement.reinstateWithin(records, order.id, captureId)
  }

  /**
   * A capture that we know nothing of may be one whose answer got lost: every order that is being paid is asked about, and
   * there are hardly ever any.
   */
  async function findUnheard({ captureId }: NoticeFacts): Promise<PaymentOrderRecord | null> {
    if (captureId === null) return null
    const soon = new Date(clock.now().getTime() + LONGEST_WAIT_MILLISECONDS)
    for (const { id, status, providerOrderId } of await database.records.orders.listDue(soon, MOST_ORDERS)) {
      if (status !== 'capturing' || providerOrderId === null) continue
      const word = await provider.readOrder(providerOrderId)
      if (word) await settlement.settle(id, word)
    }
    return await database.records.orders.findByCapture(captureId)
  }

  /** null when it is about no order of ours. */
  async function findOrder(facts: NoticeFacts): Promise<PaymentOrderRecord | null> {
    const { orders } = database.records
    const { captureId, providerOrderId, reference } = facts
    return (
      (captureId && (await orders.findByCapture(captureId))) ||
      (providerOrderId && (await orders.findByProviderId(providerOrderId))) ||
      (reference && (await database.transaction((records) => records.orders.lock(reference)))) ||
      null
    )
  }
}
