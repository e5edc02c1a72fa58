import type { Payment } from '@kerf/contract/user'
import { boughtPeriod, type LedgerEntry, receiptNumberWords } from '@kerf/domain/payments/ledger'
import type { OrderStatus, PaymentOrderRecord } from '../../ports/payments.ts'
import type { Deps } from '../shared/deps.ts'

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
export async function listReceipts({ database }: Deps<'database'>, accountId: string): Promise<Payment[]> {
  const orders = await database.records.orders.listFor(accountId)
  const entries = await database.records.ledger.listFor(accountId)
  return orders.flatMap((order) => describePayment(order, entries) ?? [])
}

function describePayment(order: PaymentOrderRecord, entries: readonly LedgerEntry[]): Payment | null {
  const { providerOrderId, plan, amountCents, currency, receiptNumber, refundedCents, createdAt, paidAt } = order
  const status = STATUSES[order.status]
  if (status === null || providerOrderId === null) return null
  const period = order.captureId === null ? null : boughtPeriod(entries, order.captureId)
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
    startsAt: period?.startsAt.toISOString() ?? null,
    endsAt: period?.endsAt?.toISOString() ?? null,
  }
}
