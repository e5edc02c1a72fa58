import { ApiError, OfflineError } from '@kerf/contract/protocol/client'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { expect, it } from 'vitest'
import { orderRefusal } from './use-payment.ts'

const refusal = (code: ErrorCode, retryAfterSeconds: number | null = null) =>
  new ApiError(409, JSON.stringify({ error: 'Not now.', code }), retryAfterSeconds)

it('a refused order is explained if the buyer can act, and otherwise is a failed payment', () => {
  expect(orderRefusal(refusal('plan_owned'))).toEqual({ end: 'owned' })
  expect(orderRefusal(refusal('too_many_requests', 60)).sentence).toBe('Please wait 1 minute and try again.')
  expect(orderRefusal(refusal('unknown_amount')).sentence).toBe('No plan has this price.')
  for (const error of [refusal('payment_failed'), new OfflineError('gone'), new Error('?')])
    expect(orderRefusal(error)).toEqual({ end: 'failed' })
})
