import type { Payment } from '@kerf/contract/user'
import { receiptNumberWords } from '@kerf/domain/receipt-number'
import type { OrderStatus, PaymentOrderRecord } from '../../payment-ports.ts'
import type { Database } from '../../ports.ts'

/** What an order is to its buyer; one that was begun and left is nothing. */
const STATUSES: Readonly<Record<OrderStatus, Payment['status'] | null>> = {
  created: null,
  capturing: 'pending',
  pending: 'pending',
  completed: 'paid',
  declined: 'failed',
  refunded: 'refunded',
  abandoned: null,
}

/** Somebody's payments, newest first. */
export function listReceipts({ database }: { database: Database }) {
  return async (accountId: string): Promise<Payment[]> =>
    (await database.records.orders.listFor(accountId)).flatMap((order) => describePayment(order) ?? [])
}

function describePayment(order: PaymentOrderRecord): Payment | null {
  const { providerOrderId, plan, amountCents, currency, receiptNumber, refundedCents, createdAt, paidAt } = order
  const status = STATUSES[order.status]
  if (status === null || providerOrderId === null) return null
  return {
    id: providerOrderId,
    plan,
    amountCents,
    currency,
    status,
    receiptNumber: receiptNumber === null || paidAt === null ? null : receiptNumberWords(receiptNumber, paidAt),
    refundedCents,
    createdAt: createdAt.toISOString(),
    paidAt: paidAt?.toISOString() ?? null,
  }
}
