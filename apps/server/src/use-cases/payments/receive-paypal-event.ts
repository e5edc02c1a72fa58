import { MAX_CAPTURE_CHECK_INTERVAL_MILLISECONDS } from '@kerf/domain/payments/payment-checks'
import { type PaymentOrderRecord, PaymentProviderError, type ProviderWebhookEvent } from '../../ports/payments.ts'
import { done, type Nothing, type Outcome, refused } from '../shared/outcome.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { type PaypalEventFacts, readPaypalEvent } from './read-paypal-event.ts'
import { reinstateWithin, reverseWithin, settlePayment, settleWithin } from './settle-payment.ts'

const MAX_CHECKED_ORDERS = 1000

/**
 * Handles a webhook event. It only names the order, whose state is read from the provider. Unverifiable events are
 * refused, so that the provider retries.
 */
export async function receivePaypalEvent(deps: PaymentDeps, event: ProviderWebhookEvent): Promise<Outcome<Nothing>> {
  const facts = readPaypalEvent(event.rawBody)
  if (!facts) return refused('unverified_notice')
  const { eventId, eventType } = facts
  try {
    if (!(await deps.provider.verifyWebhookEvent(event))) {
      deps.log.warn({ eventId, eventType }, 'a webhook event was refused: the payment provider has not sent it')
      return refused('unverified_notice')
    }
    await applyEvent(deps, facts)
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

async function applyEvent(deps: PaymentDeps, facts: PaypalEventFacts): Promise<void> {
  const order =
    facts.kind === 'ignored' ? null : ((await findOrder(deps, facts)) ?? (await findLostCapture(deps, facts)))
  // Read before the transaction, so that no row is locked during the provider's call.
  const providerOrder = order?.providerOrderId ? await deps.provider.readOrder(order.providerOrderId) : null
  await deps.database.transaction(async (records) => {
    if (!(await records.webhookEvents.remember(facts.eventId, facts.eventType, deps.clock.now())) || !order) return
    const { kind, captureId } = facts
    if (providerOrder) await settleWithin(deps, records, order.id, providerOrder)
    // The provider's order does not show a dispute; only the verified event does.
    if (kind === 'reversed' && captureId) await reverseWithin(deps, records, { orderId: order.id, captureId })
    if (kind === 'reinstated' && captureId) await reinstateWithin(deps, records, { orderId: order.id, captureId })
  })
}

/**
 * Finds the order of an unknown capture, whose answer may be lost, by querying the provider about all orders in
 * capture.
 */
async function findLostCapture(deps: PaymentDeps, { captureId }: PaypalEventFacts): Promise<PaymentOrderRecord | null> {
  if (captureId === null) return null
  const until = new Date(deps.clock.now().getTime() + MAX_CAPTURE_CHECK_INTERVAL_MILLISECONDS)
  for (const { id, status, providerOrderId } of await deps.database.records.orders.listDue(until, MAX_CHECKED_ORDERS)) {
    if (status !== 'capturing' || providerOrderId === null) continue
    const providerOrder = await deps.provider.readOrder(providerOrderId)
    if (providerOrder) await settlePayment(deps, { orderId: id, providerOrder })
  }
  return await deps.database.records.orders.findByCapture(captureId)
}

/** Finds our order of an event; null if there is none. */
async function findOrder({ database }: PaymentDeps, facts: PaypalEventFacts): Promise<PaymentOrderRecord | null> {
  const { orders } = database.records
  const { captureId, providerOrderId, reference } = facts
  return (
    (captureId && (await orders.findByCapture(captureId))) ||
    (providerOrderId && (await orders.findByProviderId(providerOrderId))) ||
    (reference && (await database.transaction((records) => records.orders.lock(reference)))) ||
    null
  )
}
