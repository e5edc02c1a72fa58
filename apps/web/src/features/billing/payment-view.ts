import type { Payment } from '@kerf/contract/user'

export type PaymentState = Payment['status'] | 'partlyRefunded'

/** State of a payment, as its buyer sees it. */
export function paymentState({ status, refundedCents }: Payment): PaymentState {
  return status === 'paid' && refundedCents > 0 ? 'partlyRefunded' : status
}

/** Completed payment with a receipt number. It may have been refunded since. */
export type ReceiptedPayment = Payment & { receiptNumber: string; paidAt: string }

export const hasReceipt = (payment: Payment): payment is ReceiptedPayment =>
  payment.receiptNumber !== null && payment.paidAt !== null
