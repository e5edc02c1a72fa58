const MINUTE_MILLISECONDS = 60_000
const HOUR_MILLISECONDS = 60 * MINUTE_MILLISECONDS
const DAY_MILLISECONDS = 24 * HOUR_MILLISECONDS

/** Time in which the provider can still capture an approved order. */
const CAPTURE_WINDOW_MILLISECONDS = 3 * DAY_MILLISECONDS
/** Time in which a buyer can dispute a payment. */
const DISPUTE_WINDOW_MILLISECONDS = 180 * DAY_MILLISECONDS
/** Time after which an order needs a new approval. The payer may have started another order since. */
const APPROVAL_TTL_MILLISECONDS = HOUR_MILLISECONDS

interface CheckedOrder {
  status: 'created' | 'capturing' | 'pending' | 'completed' | 'declined' | 'refunded' | 'abandoned'
  createdAt: Date
  paidAt: Date | null
}

/** Longest interval between checks of an order that is being captured. */
export const MAX_CAPTURE_CHECK_INTERVAL_MILLISECONDS = HOUR_MILLISECONDS

/** Shortest and longest interval between checks. The interval grows with the order's age. */
const CHECK_INTERVALS = {
  created: { least: 10 * MINUTE_MILLISECONDS, most: 12 * HOUR_MILLISECONDS },
  capturing: { least: MINUTE_MILLISECONDS, most: MAX_CAPTURE_CHECK_INTERVAL_MILLISECONDS },
  pending: { least: 10 * MINUTE_MILLISECONDS, most: DAY_MILLISECONDS },
  completed: { least: DAY_MILLISECONDS, most: 30 * DAY_MILLISECONDS },
} as const

/** Time of the next check, in case a webhook event gets lost; null if the order cannot change any more. */
export function nextPaymentCheck({ status, createdAt, paidAt }: CheckedOrder, now: Date): Date | null {
  if (status === 'declined' || status === 'refunded' || status === 'abandoned') return null
  const age = Math.max(0, now.getTime() - (paidAt ?? createdAt).getTime())
  // Unfinished orders have no age limit: a server that was off for a year must still learn their result.
  if (status === 'completed' && age >= DISPUTE_WINDOW_MILLISECONDS) return null
  const { least, most } = CHECK_INTERVALS[status]
  return new Date(now.getTime() + Math.min(most, Math.max(least, age)))
}

export function isTooOldToPay({ createdAt }: CheckedOrder, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= CAPTURE_WINDOW_MILLISECONDS
}

/** Whether the buyer is likely still present. Only then may an approved order be captured without a new approval. */
export function isFreshOrder({ createdAt }: CheckedOrder, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < APPROVAL_TTL_MILLISECONDS
}
