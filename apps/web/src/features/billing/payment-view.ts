import type { Payment } from '@kerf/contract/user'

export type PaymentState = Payment['status'] | 'partlyRefunded'

/** What has become of a payment, as its buyer reads it. */
export function paymentState({ status, refundedCents }: Payment): PaymentState {
  return status === 'paid' && refundedCents > 0 ? 'partlyRefunded' : status
}

/** A payment that was made and has its number, also when the money has gone back since. */
export type ReceiptedPayment = Payment & { receiptNumber: string; paidAt: string }

export const hasReceipt = (payment: Payment): payment is ReceiptedPayment =>
  payment.receiptNumber !== null && payment.paidAt !== null
