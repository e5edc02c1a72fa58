import { ApiError } from '../../api/calls.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import type { PaymentEnd } from './settle-payment.ts'

/** Why an order could not be made, where trying again would not help, or not at once. */
const TOLD = new Set(['not_set_up', 'unknown_amount', 'too_many_requests', 'not_signed_in', 'account_suspended'])

/** What has become of a payment whose order the server refused: nothing was taken. `sentence` where there is more to say than that. */
export function orderRefusal(error: unknown): { end: PaymentEnd; sentence?: string } {
  const code = error instanceof ApiError ? error.code : null
  if (code === 'plan_owned') return { end: 'owned' }
  return code !== null && TOLD.has(code) ? { end: 'failed', sentence: failureSentence(error) } : { end: 'failed' }
}
