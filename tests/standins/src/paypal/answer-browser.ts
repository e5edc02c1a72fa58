import { connectedPaypalScript, PAYER_DESK, PAYPAL_SCRIPT } from './fake-paypal-script.ts'
import type { PaypalStandin } from './start-paypal.ts'

/** Every address of PayPal's that a page may ask: to be handed to `answerBrowser`, so that none of it leaves this machine. */
export const PAYPAL_PAGES = /^https:\/\/([a-z.-]+\.)?(paypal|paypalobjects)\.com\//

/**
 * What PayPal answers a browser: its script, and the sheet's word of what the payer has done.
 */
export function answerBrowser(standin: PaypalStandin, address: string) {
  if (PAYPAL_SCRIPT.test(address)) return answer(200, connectedPaypalScript, 'text/javascript')
  if (!address.startsWith(`${PAYER_DESK}?`)) return answer(404, 'not played here')
  try {
    standin.approve(new URL(address).searchParams.get('order') ?? '')
    return answer(200, 'approved')
  } catch (error) {
    return answer(422, String(error))
  }
}

function answer(status: number, body: string, contentType = 'text/plain') {
  // The page that asks is of another origin.
  return { status, contentType, headers: { 'access-control-allow-origin': '*' }, body }
}
