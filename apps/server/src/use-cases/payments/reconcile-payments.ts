import {
  isFreshOrder,
  isTooOldToPay,
  LONGEST_CAPTURE_WAIT_MILLISECONDS,
  nextPaymentCheck,
} from '@kerf/domain/payments/payment-checks'
import { planAt } from '@kerf/domain/plans/plans'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import { type PaymentOrderRecord, PaymentProviderError, type ProviderOrder } from '../../ports/payments.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { isOpen, settlePayment } from './settle-payment.ts'
import { takeMoney } from './take-money.ts'
import { updateOrder } from './update-order.ts'

/** Of one round. What is left is due in the next. */
const MOST_ORDERS = 100
/** A provider that has not answered this often in a row is left alone until the next round. */
const MOST_SILENCES = 3
export interface ReconcileReport {
  asked: number
  changed: number
  /** About which the provider could not be asked. */
  unanswered: number
}

/**
 * Asks the provider about every order that is due, so that whatever got lost, an answer or a webhook event, is found. It takes
 * nobody's money, with one exception: that of a buyer who has pressed Pay within the hour and has begun nothing since.
 * At start, interrupted captures are checked at once.
 */
export async function reconcilePayments(deps: PaymentDeps, { atStart = false } = {}): Promise<ReconcileReport> {
  const { database, clock, log } = deps
  const report = { asked: 0, changed: 0, unanswered: 0 }
  let silences = 0
  for (const order of atStart
    ? await interruptedOrDue(deps)
    : await database.records.orders.listDue(clock.now(), MOST_ORDERS)) {
    if (silences >= MOST_SILENCES) break
    report.asked += 1
    try {
      if ((await check(deps, order)) !== order.status) report.changed += 1
      silences = 0
    } catch (error) {
      const { id: orderId, providerOrderId } = order
      const context = { orderId, providerOrderId, err: error }
      if (error instanceof PaymentProviderError) {
        log.warn(context, 'the payment provider cannot be asked about an order')
        silences += 1
      } else {
        // Of this order alone: it would be the first of every round, and keep all others from being asked about.
        log.error(context, 'trouble with an order')
      }
      report.unanswered += 1
      await putOff(deps, order)
    }
  }
  return report
}

async function interruptedOrDue({ database, clock }: PaymentDeps): Promise<PaymentOrderRecord[]> {
  const now = clock.now()
  const soon = await database.records.orders.listDue(
    new Date(now.getTime() + LONGEST_CAPTURE_WAIT_MILLISECONDS),
    MOST_ORDERS,
  )
  return soon.filter(
    ({ status, nextCheckAt }) => status === 'capturing' || (nextCheckAt !== null && nextCheckAt <= now),
  )
}

async function check(deps: PaymentDeps, order: PaymentOrderRecord): Promise<PaymentOrderRecord['status']> {
  const { providerOrderId } = order
  // The server ended between our row and the provider's answer: nobody knows an id to pay.
  if (providerOrderId === null) return await change(deps, order, { status: 'abandoned' })
  const providerOrder = await deps.provider.readOrder(providerOrderId)
  if (providerOrder === null)
    deps.log.warn({ orderId: order.id, providerOrderId }, 'the payment provider does not know an order')
  if (providerOrder && providerOrder.captures.length === 0 && (await mayFinish(deps, order, providerOrder))) {
    deps.log.info({ orderId: order.id, providerOrderId }, 'finishing a payment whose answer was lost')
    const taking = await takeMoney(deps, { ...order, providerOrderId })
    return taking.known ? taking.order.status : await change(deps, order, {})
  }
  const settled = providerOrder
    ? await settlePayment(deps, { orderId: order.id, providerOrder })
    : { order, agreed: true }
  const isStillOpen = settled.agreed && isOpen(settled.order) && !providerOrder?.captures.length
  if (providerOrder && !isStillOpen) return settled.order.status
  return await change(deps, order, isStillOpen ? unpaid(order, providerOrder, deps.clock.now()) : {})
}

/** What becomes of an order for which no money was taken. */
function unpaid(
  order: PaymentOrderRecord,
  providerOrder: ProviderOrder | null,
  now: Date,
): Partial<Pick<PaymentOrderRecord, 'status'>> {
  if (isFreshOrder(order, now)) return {}
  // It may know it under credentials that are not in effect any more, and have taken the money.
  if (providerOrder === null && order.status === 'capturing' && !isTooOldToPay(order, now)) return {}
  if (providerOrder === null || isTooOldToPay(order, now)) return { status: 'abandoned' }
  // Too late to be finished for its buyer, who may press once more.
  return { status: 'created' }
}

async function mayFinish(
  { database, clock }: PaymentDeps,
  order: PaymentOrderRecord,
  providerOrder: ProviderOrder,
): Promise<boolean> {
  if (
    providerOrder.status !== 'APPROVED' ||
    providerOrder.reference !== order.id ||
    providerOrder.amountCents !== order.amountCents
  )
    return false
  const now = clock.now()
  if (order.status !== 'capturing' || !isFreshOrder(order, now)) return false
  const account = await database.records.accounts.find(order.accountId)
  if (!account || planAt(account, now) === 'lifetime') return false
  // Whoever has begun another since has given this one up: taking both would be once too often.
  const [newest] = await database.records.orders.listFor(order.accountId)
  return newest?.id === order.id
}

/** Also one that would not be asked about again: it has not been this time. */
async function putOff({ database, clock }: PaymentDeps, order: PaymentOrderRecord): Promise<void> {
  const now = clock.now()
  const nextCheckAt = nextPaymentCheck(order, now) ?? new Date(now.getTime() + DAY_MILLISECONDS)
  await database.records.orders.update(order.id, { nextCheckAt })
}

/** Unless the order has gone on meanwhile. Answers its state. */
async function change(
  { database, clock }: PaymentDeps,
  order: PaymentOrderRecord,
  wanted: Partial<Pick<PaymentOrderRecord, 'status'>>,
): Promise<PaymentOrderRecord['status']> {
  return await database.transaction(async (records) => {
    const current = await records.orders.lock(order.id)
    if (!current || current.status !== order.status) return current?.status ?? order.status
    return (await updateOrder(records, current, wanted, clock.now())).status
  })
}
