import { LONGEST_CAPTURE_WAIT_MILLISECONDS } from '@kerf/domain/payments/payment-checks'
import type { Records } from '../../ports/database.ts'
import {
  type PaymentOrderRecord,
  PaymentProviderError,
  type ProviderOrder,
  type ProviderWebhookEvent,
} from '../../ports/payments.ts'
import { done, type Nothing, type Outcome, refused } from '../shared/outcome.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { readWebhookEvent, type WebhookEventFacts } from './read-webhook-event.ts'
import { reinstateWithin, reverseWithin, settlePayment, settleWithin } from './settle-payment.ts'

const MOST_ORDERS = 1000

/** The event only says where to look: the provider is asked. Unverifiable events are refused, to be sent again. */
export async function receiveWebhookEvent(deps: PaymentDeps, event: ProviderWebhookEvent): Promise<Outcome<Nothing>> {
  const facts = readWebhookEvent(event.rawBody)
  if (!facts) return refused('unverified_notice')
  const { eventId, eventType } = facts
  try {
    if (!(await deps.provider.verifyWebhookEvent(event))) {
      deps.log.warn({ eventId, eventType }, 'a webhook event was refused: the payment provider has not sent it')
      return refused('unverified_notice')
    }
    await heed(deps, facts)
    return done({})
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error
    deps.log.warn(
      { eventId, eventType, err: error },
      'a webhook event has to be sent again: the payment provider cannot be asked',
    )
    return refused('payment_failed')
  }
}

async function heed(deps: PaymentDeps, facts: WebhookEventFacts): Promise<void> {
  const order = facts.kind === 'ignored' ? null : ((await findOrder(deps, facts)) ?? (await findUnheard(deps, facts)))
  // Before the transaction: nobody's rows are held while the provider thinks.
  const word = order?.providerOrderId ? await deps.provider.readOrder(order.providerOrderId) : null
  await deps.database.transaction(async (records) => {
    if (!(await records.webhookEvents.remember(facts.eventId, facts.eventType, deps.clock.now())) || !order) return
    await follow(deps, records, order, word, facts)
  })
}

async function follow(
  deps: PaymentDeps,
  records: Records,
  order: PaymentOrderRecord,
  word: ProviderOrder | null,
  { kind, captureId }: WebhookEventFacts,
): Promise<void> {
  // A dispute is no part of what the provider says of an order: the notice itself, being its own, is all there is.
  if (word) await settleWithin(deps, records, order.id, word)
  if (kind === 'reversed' && captureId) await reverseWithin(deps, records, { orderId: order.id, captureId })
  if (kind === 'reinstated' && captureId) await reinstateWithin(deps, records, { orderId: order.id, captureId })
}

/** An unknown capture may be one whose answer got lost: asks about every order that is being paid. */
async function findUnheard(deps: PaymentDeps, { captureId }: WebhookEventFacts): Promise<PaymentOrderRecord | null> {
  if (captureId === null) return null
  const soon = new Date(deps.clock.now().getTime() + LONGEST_CAPTURE_WAIT_MILLISECONDS)
  for (const { id, status, providerOrderId } of await deps.database.records.orders.listDue(soon, MOST_ORDERS)) {
    if (status !== 'capturing' || providerOrderId === null) continue
    const word = await deps.provider.readOrder(providerOrderId)
    if (word) await settlePayment(deps, { orderId: id, word })
  }
  return await deps.database.records.orders.findByCapture(captureId)
}

/** null when it is about no order of ours. */
async function findOrder({ database }: PaymentDeps, facts: WebhookEventFacts): Promise<PaymentOrderRecord | null> {
  const { orders } = database.records
  const { captureId, providerOrderId, reference } = facts
  return (
    (captureId && (await orders.findByCapture(captureId))) ||
    (providerOrderId && (await orders.findByProviderId(providerOrderId))) ||
    (reference && (await database.transaction((records) => records.orders.lock(reference)))) ||
    null
  )
}
