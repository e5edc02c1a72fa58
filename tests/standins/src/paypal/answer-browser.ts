import { connectedPaypalScript, PAYER_DESK, PAYPAL_SCRIPT } from './fake-paypal-script.ts'
import type { PaypalStandin } from './start-paypal.ts'

/** Every address of PayPal's that a page may ask: to be handed to `answerBrowser`, so that none of it leaves this machine. */
export const PAYPAL_PAGES = /^https:\/\/([a-z.-]+\.)?(paypal|paypalobjects)\.com\//

const OUTCOMES = ['COMPLETED', 'PENDING', 'DECLINED'] as const

export interface BrowserAnswer {
  status: number
  contentType: string
  headers: Record<string, string>
  body: string
}

/**
 * What PayPal answers a browser: its script, and the sheet's word of what the payer has done. In a journey:
 * `context.route(PAYPAL_PAGES, (route) => route.fulfill(answerBrowser(standin, route.request().url())))`.
 */
export function answerBrowser(standin: PaypalStandin, address: string): BrowserAnswer {
  if (PAYPAL_SCRIPT.test(address)) return answer(200, connectedPaypalScript, 'text/javascript')
  if (!address.startsWith(`${PAYER_DESK}?`)) return answer(404, 'not played here')
  const { searchParams } = new URL(address)
  const outcome = OUTCOMES.find((one) => one === searchParams.get('outcome'))
  try {
    standin.approve(searchParams.get('order') ?? '', outcome)
    return answer(200, 'approved')
  } catch (error) {
    return answer(422, String(error))
  }
}

function answer(status: number, body: string, contentType = 'text/plain'): BrowserAnswer {
  // The page that asks is of another origin.
  return { status, contentType, headers: { 'access-control-allow-origin': '*' }, body }
}
