import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { ApiError } from '../../data/queries/calls.ts'
import type { PaymentEnd } from './settle-payment.ts'

/** Why an order could not be made, where trying again would not help, or not at once. */
const TOLD = new Set(['not_set_up', 'unknown_amount', 'too_many_requests', 'not_signed_in', 'account_suspended'])

/** What has become of a payment whose order the server refused: nothing was taken. `sentence` where there is more to say than that. */
export function orderRefusal(error: unknown): { end: PaymentEnd; sentence?: string } {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'plan_owned') return { end: 'owned' }
  return code !== null && TOLD.has(code) ? { end: 'failed', sentence: failureSentence(error) } : { end: 'failed' }
}
