import { ApiError } from '@kerf/contract/client'
import type { PaymentReport } from '../../api/payment-calls.ts'

/**
 * How a payment ended. `unconfirmed`: the money was taken, but the server has not said that the plan is on. `unclear`: nobody
 * answered the capture, so it may have happened or not.
 */
export type PaymentEnd = 'paid' | 'unconfirmed' | 'pending' | 'declined' | 'failed' | 'unclear' | 'cancelled'

interface SettlingCalls {
  captureOrder: (orderId: string) => Promise<string>
  reportPayment: (report: PaymentReport) => Promise<unknown>
}

/** Takes the money of an approved order and has the server switch the plan on. Answers what may be said about it, never more. */
export async function settlePayment(report: PaymentReport, calls: SettlingCalls): Promise<PaymentEnd> {
  let status: string
  try {
    status = await calls.captureOrder(report.orderId)
  } catch (error) {
    if (!(error instanceof ApiError) || error.code === null) return 'unclear'
    return error.code === 'payment_pending' ? 'pending' : 'failed'
  }
  if (status === 'PENDING') return 'pending'
  if (status !== 'COMPLETED') return 'declined'
  try {
    await calls.reportPayment(report)
    return 'paid'
  } catch (error) {
    return error instanceof ApiError && error.code === 'payment_pending' ? 'pending' : 'unconfirmed'
  }
}
