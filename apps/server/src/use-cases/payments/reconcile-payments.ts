import {
  isFreshOrder,
  isTooOldToPay,
  MAX_CAPTURE_CHECK_INTERVAL_MILLISECONDS,
  nextPaymentCheck,
} from '@kerf/domain/payments/payment-checks'
import { planAt } from '@kerf/domain/plans/plans'
import { DAY_MILLISECONDS } from '../../ports/clock.ts'
import { type PaymentOrderRecord, PaymentProviderError, type ProviderOrder } from '../../ports/payments.ts'
import type { PaymentDeps } from './payment-settings.ts'
import { isOpen, settlePayment } from './settle-payment.ts'
import { captureMoney } from './take-money.ts'
import { updateOrder } from './update-order.ts'

/** Maximum number of orders of one round. The others are due in the next round. */
const MAX_ORDERS_PER_ROUND = 100
/** Consecutive failed calls after which the round ends. */
const MAX_FAILED_CALLS = 3
export interface ReconcileReport {
  asked: number
  changed: number
  /** Orders whose check failed. */
  unanswered: number
}

/**
 * Queries the provider about every due order, to recover lost answers and webhook events. It captures money in one case
 * only: for a buyer who has pressed Pay within the hour and has begun no other order since. At start, interrupted
 * captures are checked at once.
 */
export async function reconcilePayments(deps: PaymentDeps, { atStart = false } = {}): Promise<ReconcileReport> {
  const { database, clock, log } = deps
  const report = { asked: 0, changed: 0, unanswered: 0 }
  let failedCalls = 0
  for (const order of atStart
    ? await listInterruptedOrDue(deps)
    : await database.records.orders.listDue(clock.now(), MAX_ORDERS_PER_ROUND)) {
    if (failedCalls >= MAX_FAILED_CALLS) break
    report.asked += 1
    try {
      if ((await checkOrder(deps, order)) !== order.status) report.changed += 1
      failedCalls = 0
    } catch (error) {
      const { id: orderId, providerOrderId } = order
      const context = { orderId, providerOrderId, err: error }
      if (error instanceof PaymentProviderError) {
        log.warn(context, 'the payment provider cannot be asked about an order')
        failedCalls += 1
      } else {
        // The error concerns only this order, so the round continues with the others.
        log.error(context, 'trouble with an order')
      }
      report.unanswered += 1
      await postponeCheck(deps, order)
    }
  }
  return report
}

async function listInterruptedOrDue({ database, clock }: PaymentDeps): Promise<PaymentOrderRecord[]> {
  const now = clock.now()
  const candidates = await database.records.orders.listDue(
    new Date(now.getTime() + MAX_CAPTURE_CHECK_INTERVAL_MILLISECONDS),
    MAX_ORDERS_PER_ROUND,
  )
  return candidates.filter(
    ({ status, nextCheckAt }) => status === 'capturing' || (nextCheckAt !== null && nextCheckAt <= now),
  )
}

async function checkOrder(deps: PaymentDeps, order: PaymentOrderRecord): Promise<PaymentOrderRecord['status']> {
  const { providerOrderId } = order
  // The server stopped before the provider's answer, so nobody knows an id to pay.
  if (providerOrderId === null) return await changeOrder(deps, order, { status: 'abandoned' })
  const providerOrder = await deps.provider.readOrder(providerOrderId)
  if (providerOrder === null)
    deps.log.warn({ orderId: order.id, providerOrderId }, 'the payment provider does not know an order')
  if (providerOrder && providerOrder.captures.length === 0 && (await mayCapture(deps, order, providerOrder))) {
    deps.log.info({ orderId: order.id, providerOrderId }, 'finishing a payment whose answer was lost')
    const captureTry = await captureMoney(deps, { ...order, providerOrderId })
    return captureTry.isKnown ? captureTry.order.status : await changeOrder(deps, order, {})
  }
  const settlement = providerOrder
    ? await settlePayment(deps, { orderId: order.id, providerOrder })
    : { order, isAgreed: true }
  const isStillOpen = settlement.isAgreed && isOpen(settlement.order) && !providerOrder?.captures.length
  if (providerOrder && !isStillOpen) return settlement.order.status
  return await changeOrder(deps, order, isStillOpen ? changeOfUnpaid(order, providerOrder, deps.clock.now()) : {})
}

/** Change for an order without captured money. */
function changeOfUnpaid(
  order: PaymentOrderRecord,
  providerOrder: ProviderOrder | null,
  now: Date,
): Partial<Pick<PaymentOrderRecord, 'status'>> {
  if (isFreshOrder(order, now)) return {}
  // The provider may know the order under former credentials, and may have taken the money.
  if (providerOrder === null && order.status === 'capturing' && !isTooOldToPay(order, now)) return {}
  if (providerOrder === null || isTooOldToPay(order, now)) return { status: 'abandoned' }
  // Too old to be captured automatically; the buyer may press Pay again.
  return { status: 'created' }
}

async function mayCapture(
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
  // A newer order means that the buyer has given this one up; capturing both would charge twice.
  const [newestOrder] = await database.records.orders.listFor(order.accountId)
  return newestOrder?.id === order.id
}

/** Postpones the next check after a failed one, even if the schedule has no further check. */
async function postponeCheck({ database, clock }: PaymentDeps, order: PaymentOrderRecord): Promise<void> {
  const now = clock.now()
  const nextCheckAt = nextPaymentCheck(order, now) ?? new Date(now.getTime() + DAY_MILLISECONDS)
  await database.records.orders.update(order.id, { nextCheckAt })
}

/** Changes an order unless its status has changed meanwhile. Returns its current status. */
async function changeOrder(
  { database, clock }: PaymentDeps,
  order: PaymentOrderRecord,
  fields: Partial<Pick<PaymentOrderRecord, 'status'>>,
): Promise<PaymentOrderRecord['status']> {
  return await database.transaction(async (records) => {
    const currentOrder = await records.orders.lock(order.id)
    if (!currentOrder || currentOrder.status !== order.status) return currentOrder?.status ?? order.status
    return (await updateOrder(records, currentOrder, fields, clock.now())).status
  })
}
