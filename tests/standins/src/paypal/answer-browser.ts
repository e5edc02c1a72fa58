import { connectedPaypalScript, PAYER_ADDRESS, PAYPAL_SCRIPT } from './fake-paypal-script.ts'
import type { PaypalStandin } from './start-paypal.ts'

/** Every PayPal address that a page may request. `answerBrowser` answers them, so no request leaves this machine. */
export const PAYPAL_URL_PATTERN = /^https:\/\/([a-z.-]+\.)?(paypal|paypalobjects)\.com\//

/**
 * PayPal's answer to a browser: its script, or the result of the payer's choice in the sheet.
 */
export function answerBrowser(standin: PaypalStandin, address: string) {
  if (PAYPAL_SCRIPT.test(address)) return answer(200, connectedPaypalScript, 'text/javascript')
  if (!address.startsWith(`${PAYER_ADDRESS}?`)) return answer(404, 'not played here')
  try {
    standin.approve(new URL(address).searchParams.get('order') ?? '')
    return answer(200, 'approved')
  } catch (error) {
    return answer(422, String(error))
  }
}

function answer(status: number, body: string, contentType = 'text/plain') {
  // The requesting page has another origin.
  return { status, contentType, headers: { 'access-control-allow-origin': '*' }, body }
}
