import { nextPaymentCheck } from '@kerf/domain/payments/payment-checks'
import type { Records } from '../../ports/database.ts'
import type { PaymentOrderRecord } from '../../ports/payments.ts'

/** Changes an order that the transaction has locked, and schedules the next check at the provider. */
export async function updateOrder(
  records: Records,
  order: PaymentOrderRecord,
  change: Partial<PaymentOrderRecord>,
  now: Date,
): Promise<PaymentOrderRecord> {
  const newOrder = { ...order, ...change }
  const nextCheckAt = nextPaymentCheck(newOrder, now)
  await records.orders.update(order.id, { ...change, nextCheckAt })
  return { ...newOrder, nextCheckAt }
}
