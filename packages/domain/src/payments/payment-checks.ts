const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** As long as the provider lets an approved order wait for its money to be taken. */
const PAYABLE_MILLISECONDS = 3 * DAY
/** As long as a buyer can dispute a payment: until then the money may go back. */
const RETURNABLE_MILLISECONDS = 180 * DAY
/** A payer who gets no answer starts again after a while; the first order must not be completed behind their back. */
const FRESH_MILLISECONDS = HOUR

interface CheckedOrder {
  status: 'created' | 'capturing' | 'pending' | 'completed' | 'declined' | 'refunded' | 'abandoned'
  createdAt: Date
  paidAt: Date | null
}

/** Within this an order that is being paid is asked about again by itself. */
export const LONGEST_CAPTURE_WAIT_MILLISECONDS = HOUR

/** How soon the provider is asked again: the interval grows with the order's age, between these two. */
const CHECK_INTERVALS = {
  created: { least: 10 * MINUTE, most: 12 * HOUR },
  capturing: { least: MINUTE, most: LONGEST_CAPTURE_WAIT_MILLISECONDS },
  pending: { least: 10 * MINUTE, most: DAY },
  completed: { least: DAY, most: 30 * DAY },
} as const

/** In case a webhook event gets lost; null when nothing can change any more. */
export function nextPaymentCheck({ status, createdAt, paidAt }: CheckedOrder, now: Date): Date | null {
  if (status === 'declined' || status === 'refunded' || status === 'abandoned') return null
  const age = Math.max(0, now.getTime() - (paidAt ?? createdAt).getTime())
  // Only of what was paid: a server that comes back after a year still has to find out about all else.
  if (status === 'completed' && age >= RETURNABLE_MILLISECONDS) return null
  const { least, most } = CHECK_INTERVALS[status]
  return new Date(now.getTime() + Math.min(most, Math.max(least, age)))
}

export function isTooOldToPay({ createdAt }: CheckedOrder, now: Date): boolean {
  return now.getTime() - createdAt.getTime() >= PAYABLE_MILLISECONDS
}

/** Whether its buyer may still be in front of it: only then may what they began be finished without asking them again. */
export function isFreshOrder({ createdAt }: CheckedOrder, now: Date): boolean {
  return now.getTime() - createdAt.getTime() < FRESH_MILLISECONDS
}
