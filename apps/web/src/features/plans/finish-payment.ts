import { ApiError } from '@kerf/contract/protocol/client'
import type { PaymentReport } from '../../data/queries/payment-calls.ts'

/**
 * Outcome of a payment. `unconfirmed`: the money was taken, but the server has not confirmed the plan. `unclear`: the
 * capture had no answer, so it may have happened or not. `owned`: the account has the plan already, and nothing was
 * taken.
 */
export type PaymentEnd = 'paid' | 'unconfirmed' | 'pending' | 'declined' | 'failed' | 'unclear' | 'cancelled' | 'owned'

interface PaymentCalls {
  captureOrder: (orderId: string) => Promise<string>
  reportPayment: (report: PaymentReport) => Promise<unknown>
}

/** Captures an approved order, and lets the server activate the plan. @returns the outcome, as far as it is certain */
export async function finishPayment(report: PaymentReport, calls: PaymentCalls): Promise<PaymentEnd> {
  const capture = (): Promise<string> => calls.captureOrder(report.orderId)
  let status: string
  try {
    // A repeated capture takes the money only once. So a lost answer is requested again.
    status = await capture().catch((error) => (isInconclusive(error) ? capture() : Promise.reject(error)))
  } catch (error) {
    if (isInconclusive(error)) return 'unclear'
    return refusedEnd(error instanceof ApiError ? error.code : null)
  }
  if (status === 'PENDING') return 'pending'
  if (status !== 'COMPLETED') return 'declined'
  return reportedEnd(() => calls.reportPayment(report))
}

/** Outcome of a capture that the server refused. */
function refusedEnd(code: string | null): PaymentEnd {
  if (code === 'plan_owned') return 'owned'
  return code === 'payment_pending' ? 'pending' : 'failed'
}

/** Outcome of a captured payment, according to the server, which queries the provider. */
async function reportedEnd(report: () => Promise<unknown>): Promise<PaymentEnd> {
  try {
    await report()
    return 'paid'
  } catch (error) {
    return error instanceof ApiError && error.code === 'payment_pending' ? 'pending' : 'unconfirmed'
  }
}

/** Whether an error leaves the outcome open: no answer, the answer of a proxy, or an internal error of the server. */
function isInconclusive(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === null) return true
  return error.code === 'internal' || error.code === 'busy'
}
