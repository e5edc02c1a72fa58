import type { PaymentOrderRecord, ProviderCapture, ProviderOrder } from '../../ports/payments.ts'

const RANK: Readonly<Record<ProviderCapture['status'], number>> = {
  COMPLETED: 3,
  PARTIALLY_REFUNDED: 3,
  REFUNDED: 3,
  PENDING: 2,
  DECLINED: 1,
  FAILED: 1,
}

export const isTaken = ({ status }: ProviderCapture): boolean => RANK[status] === 3

/** The try that counts of those there were: the one in which money was taken, if there is one. */
export function captureThatCounts(order: PaymentOrderRecord, word: ProviderOrder): ProviderCapture | null {
  const rank = (capture: ProviderCapture) => RANK[capture.status] + (capture.id === order.captureId ? 0.5 : 0)
  return word.captures.toSorted((a, b) => rank(b) - rank(a))[0] ?? null
}

/** What the provider says differently from our own record of the order; null when both agree. */
export function disagreement(order: PaymentOrderRecord, word: ProviderOrder): string | null {
  const isWrong = (told: { amountCents: number; currency: string }) =>
    told.amountCents !== order.amountCents || told.currency !== order.currency
  const capture = captureThatCounts(order, word)
  if (word.id !== order.providerOrderId) return 'another order'
  if (word.reference !== order.id) return 'another reference'
  if (isWrong(word)) return 'another amount was ordered'
  if (capture && isWrong(capture)) return 'another amount was taken'
  return null
}
