import { nextPaymentCheck } from '@kerf/domain/payments/payment-checks'
import type { Records } from '../../ports/database.ts'
import type { PaymentOrderRecord } from '../../ports/payments.ts'

/** Changes an order that the transaction has locked, and sets when the provider is asked about it again. */
export async function updateOrder(
  records: Records,
  order: PaymentOrderRecord,
  change: Partial<PaymentOrderRecord>,
  now: Date,
): Promise<PaymentOrderRecord> {
  const changed = { ...order, ...change }
  const nextCheckAt = nextPaymentCheck(changed, now)
  await records.orders.update(order.id, { ...change, nextCheckAt })
  return { ...changed, nextCheckAt }
}
