import { randomBytes } from 'node:crypto'

/** An error answer of PayPal. */
export class PaypalRefusal extends Error {
  readonly status: number
  readonly body: object
  constructor(status: number, body: object) {
    super(`${status}`)
    this.name = 'PaypalRefusal'
    this.status = status
    this.body = body
  }
}

const DESCRIPTIONS: Readonly<Record<string, string>> = {
  ORDER_NOT_APPROVED: 'Payer has not yet approved the Order for payment.',
  ORDER_ALREADY_CAPTURED: "Order already captured.If 'intent=CAPTURE' only one capture per order is allowed.",
  INSTRUMENT_DECLINED:
    'The instrument presented was either declined by the processor or bank, or it can’t be used for this payment.',
  PREVIOUS_REQUEST_IN_PROGRESS: 'A previous request on this resource is currently in progress.',
  PAYPAL_REQUEST_ID_PREVIOUSLY_USED: 'The PayPal-Request-ID has already been used for another request.',
  CAPTURE_FULLY_REFUNDED: 'The capture has already been fully refunded.',
  REFUND_AMOUNT_EXCEEDED: 'The refund amount must be less than or equal to the capture amount.',
  DECIMAL_PRECISION: 'The currency supports 2 decimals.',
}

/** 422: the request is well-formed, but cannot be carried out. */
export function unprocessable(issue: string): PaypalRefusal {
  return refusal(422, 'UNPROCESSABLE_ENTITY', 'The requested action could not be performed.', issue)
}

export function notFound(): PaypalRefusal {
  return refusal(404, 'RESOURCE_NOT_FOUND', 'The specified resource does not exist.', 'INVALID_RESOURCE_ID')
}

export function malformed(issue: string): PaypalRefusal {
  return refusal(400, 'INVALID_REQUEST', 'Request is not well-formed, syntactically incorrect.', issue)
}

export function serverError(status: number): PaypalRefusal {
  return refusal(status, 'INTERNAL_SERVER_ERROR', 'An internal server error occurred.', 'INTERNAL_SERVER_ERROR')
}

export function invalidToken(): PaypalRefusal {
  return new PaypalRefusal(401, { error: 'invalid_token', error_description: 'Token signature verification failed' })
}

export function invalidClient(): PaypalRefusal {
  return new PaypalRefusal(401, { error: 'invalid_client', error_description: 'Client Authentication failed' })
}

function refusal(status: number, name: string, message: string, issue: string): PaypalRefusal {
  return new PaypalRefusal(status, {
    name,
    message,
    debug_id: randomBytes(6).toString('hex'),
    details: [{ issue, description: DESCRIPTIONS[issue] ?? issue }],
    links: [{ href: `https://developer.paypal.com/api/rest/#error-${issue}`, rel: 'information_link', method: 'GET' }],
  })
}
