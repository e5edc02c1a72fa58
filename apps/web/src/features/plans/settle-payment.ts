import { ApiError } from '@kerf/contract/protocol/client'
import type { PaymentReport } from '../../data/queries/payment-calls.ts'

/**
 * How a payment ended. `unconfirmed`: the money was taken, but the server has not said that the plan is on. `unclear`: nobody
 * answered the capture, so it may have happened or not. `owned`: there was nothing to pay for.
 */
export type PaymentEnd = 'paid' | 'unconfirmed' | 'pending' | 'declined' | 'failed' | 'unclear' | 'cancelled' | 'owned'

interface SettlingCalls {
  captureOrder: (orderId: string) => Promise<string>
  reportPayment: (report: PaymentReport) => Promise<unknown>
}

/** Takes the money of an approved order and has the server switch the plan on. Answers what may be said about it, never more. */
export async function settlePayment(report: PaymentReport, calls: SettlingCalls): Promise<PaymentEnd> {
  const capture = (): Promise<string> => calls.captureOrder(report.orderId)
  let status: string
  try {
    // Asking twice takes the money once: what was lost on the way is asked for again before anybody is worried.
    status = await capture().catch((error) => (saysNothing(error) ? capture() : Promise.reject(error)))
  } catch (error) {
    if (saysNothing(error)) return 'unclear'
    return refusedEnd(error instanceof ApiError ? error.code : null)
  }
  if (status === 'PENDING') return 'pending'
  if (status !== 'COMPLETED') return 'declined'
  return reportedEnd(() => calls.reportPayment(report))
}

/** What the server says instead of taking the money. */
function refusedEnd(code: string | null): PaymentEnd {
  if (code === 'plan_owned') return 'owned'
  return code === 'payment_pending' ? 'pending' : 'failed'
}

/** What has become of a payment that was made: asked of the server, which asks the provider. */
async function reportedEnd(report: () => Promise<unknown>): Promise<PaymentEnd> {
  try {
    await report()
    return 'paid'
  } catch (error) {
    return error instanceof ApiError && error.code === 'payment_pending' ? 'pending' : 'unconfirmed'
  }
}

/** Whether an answer leaves open what has happened: none at all, a proxy's, or a server's that broke over it. */
function saysNothing(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.code === null) return true
  return error.code === 'internal' || error.code === 'busy'
}
