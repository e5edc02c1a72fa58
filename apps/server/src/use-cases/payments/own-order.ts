import type { Records } from '../../ports/database.ts'
import type { PaymentOrderRecord } from '../../ports/payments.ts'

/** Somebody's own order by the provider's id; null for another's as for one that never was. */
export async function findOwnOrder(
  records: Pick<Records, 'orders'>,
  accountId: string,
  providerOrderId: string,
): Promise<PaymentOrderRecord | null> {
  const order = await records.orders.findByProviderId(providerOrderId)
  return order?.accountId === accountId ? order : null
}
