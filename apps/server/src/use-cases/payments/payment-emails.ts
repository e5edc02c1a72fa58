import { boughtPeriod, formatReceiptNumber } from '@kerf/domain/payments/ledger'
import type { Records } from '../../ports/database.ts'
import type { PaymentOrderRecord } from '../../ports/payments.ts'

export async function sendReceipt(
  records: Records,
  order: PaymentOrderRecord & { receiptNumber: number; paidAt: Date; captureId: string },
): Promise<void> {
  const { accountId, language, plan, amountCents, paidAt } = order
  const period = boughtPeriod(await records.ledger.listFor(accountId), order.captureId)
  await records.mailQueue.enqueue({
    kind: 'payment_receipt',
    language,
    accountId,
    orderId: order.providerOrderId ?? order.id,
    receiptNumber: formatReceiptNumber(order.receiptNumber, paidAt),
    plan,
    amountCents,
    paidAt: paidAt.toISOString(),
    startsAt: (period?.startsAt ?? paidAt).toISOString(),
    endsAt: period?.endsAt?.toISOString() ?? null,
  })
}

export async function sendRefundNotice(records: Records, order: PaymentOrderRecord): Promise<void> {
  const { accountId, language, plan, amountCents, providerOrderId, id } = order
  await records.mailQueue.enqueue({
    kind: 'plan_refunded',
    language,
    accountId,
    orderId: providerOrderId ?? id,
    plan,
    amountCents,
  })
}
