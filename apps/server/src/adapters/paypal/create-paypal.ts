import type { PaypalEnvironment } from '@kerf/domain/site/site-settings'
import { jsonIn } from '@kerf/domain/text/json-in'
import { beginningOf } from '@kerf/domain/text/plain-text'
import { z } from 'zod'
import {
  type CaptureResult,
  type PaymentProvider,
  PaymentProviderError,
  type ProviderOrder,
  type ProviderWebhookEvent,
} from '../../ports/payments.ts'
import { providerId, readProviderOrder, readRefusal, toDollarAmount } from './paypal-answers.ts'
import { createPaypalClient, type PaypalAnswer, type PaypalClientOptions } from './paypal-client.ts'

export const PAYPAL_API_URLS: Readonly<Record<PaypalEnvironment, URL>> = {
  sandbox: new URL('https://api-m.sandbox.paypal.com'),
  production: new URL('https://api-m.paypal.com'),
}

export interface PaypalOptions extends PaypalClientOptions {
  environment: PaypalEnvironment
  webhookId: string | null
}

const MAX_DESCRIPTION_CHARACTERS = 127

const createdOrderSchema = z.object({ id: providerId })
const webhookVerdictSchema = z.object({ verification_status: z.enum(['SUCCESS', 'FAILURE']) })

/** A client of PayPal's Orders v2. Repeated writes take effect once, and all answers are validated. */
export function createPaypal(options: PaypalOptions): PaymentProvider {
  const { clientId, environment, webhookId } = options
  const client = createPaypalClient(options)

  async function readOrder(id: string): Promise<ProviderOrder | null> {
    if (!providerId.safeParse(id).success) return null
    const path = `/v2/checkout/orders/${id}`
    const response = await client.call({ method: 'GET', path })
    // Only PayPal's own error code counts: the 404 of a proxy says nothing about an order.
    if (response.status === 404 && reasonOfRefusal(readRefusal(response.body).issue) === 'gone') return null
    const order = response.status === 200 ? readProviderOrder(response.body) : null
    if (order?.id !== id) throw unexpectedAnswer(`GET ${path}`, response)
    return order
  }

  return {
    clientId,
    environment,
    checkCredentials: () => client.checkLogin(),
    createClientToken: () => client.fetchClientToken(),

    async createOrder({ requestId, reference, description, amountCents, currency }) {
      const answer = await client.call({
        method: 'POST',
        path: '/v2/checkout/orders',
        requestId: `order-${requestId}`,
        body: JSON.stringify({
          intent: 'CAPTURE',
          purchase_units: [
            {
              custom_id: reference,
              description: beginningOf(description, MAX_DESCRIPTION_CHARACTERS),
              amount: { currency_code: currency, value: toDollarAmount(amountCents) },
            },
          ],
          // Unlike its replacement, this field applies to both accounts and cards.
          application_context: { user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' },
        }),
      })
      const newOrder = isSuccess(answer) ? createdOrderSchema.safeParse(answer.body).data : undefined
      if (!newOrder) throw unexpectedAnswer('POST /v2/checkout/orders', answer)
      return { id: newOrder.id }
    },

    async captureOrder(id, requestId): Promise<CaptureResult> {
      if (!providerId.safeParse(id).success) return { ok: false, reason: 'gone' }
      const path = `/v2/checkout/orders/${id}/capture`
      const answer = await client.call({
        method: 'POST',
        path,
        requestId: `capture-${requestId}`,
        body: '{}',
        headers: { prefer: 'return=representation' },
      })
      const { issue } = readRefusal(answer.body)
      if (!isSuccess(answer) && issue !== 'ORDER_ALREADY_CAPTURED') {
        const reason = answer.status < 500 ? reasonOfRefusal(issue) : null
        if (reason === null) throw unexpectedAnswer(`POST ${path}`, answer)
        return { ok: false, reason }
      }
      // A repeated call may get a short answer, and the order may be captured already. In both cases the order is read.
      const capturedOrder = isSuccess(answer) ? readProviderOrder(answer.body) : null
      const order = capturedOrder?.id === id ? capturedOrder : await readOrder(id)
      if (!order) throw new PaymentProviderError(`PayPal does not know order ${id}, which it has captured.`)
      return { ok: true, order }
    },

    readOrder,

    async verifyWebhookEvent(webhookEvent) {
      const checkBody = webhookId === null ? null : composeWebhookCheck(webhookEvent, webhookId)
      if (checkBody === null) return false
      const path = '/v1/notifications/verify-webhook-signature'
      const answer = await client.call({ method: 'POST', path, body: checkBody })
      // PayPal answers 400 or 422 to headers that cannot be its own.
      if (answer.status === 400 || answer.status === 422) return false
      const verdict = answer.status === 200 ? webhookVerdictSchema.safeParse(answer.body).data : undefined
      if (!verdict) throw unexpectedAnswer(`POST ${path}`, answer)
      return verdict.verification_status === 'SUCCESS'
    },
  }
}

function isSuccess({ status }: PaypalAnswer): boolean {
  return status === 200 || status === 201
}

function unexpectedAnswer(callName: string, { status, body }: PaypalAnswer): PaymentProviderError {
  const { issue, debugId } = readRefusal(body)
  const details = [issue, debugId && `debug id ${debugId}`].filter(Boolean).join(', ')
  return new PaymentProviderError(`PayPal answered ${status}${details && ` (${details})`} to ${callName}.`)
}

type CaptureRefusalReason = Extract<CaptureResult, { ok: false }>['reason']

/** Meaning of PayPal's issues for a capture. Other issues are errors. */
const REASONS_BY_ISSUE: Readonly<Record<string, CaptureRefusalReason>> = {
  ORDER_NOT_APPROVED: 'not_approved',
  PAYER_ACTION_REQUIRED: 'not_approved',

  INSTRUMENT_DECLINED: 'declined',
  TRANSACTION_REFUSED: 'declined',
  TRANSACTION_LIMIT_EXCEEDED: 'declined',
  TRANSACTION_BLOCKED_BY_PAYEE: 'declined',
  PAYMENT_DENIED: 'declined',
  PAYER_CANNOT_PAY: 'declined',
  PAYER_ACCOUNT_RESTRICTED: 'declined',
  PAYER_ACCOUNT_LOCKED_OR_CLOSED: 'declined',
  PAYER_COUNTRY_NOT_SUPPORTED: 'declined',
  REDIRECT_PAYER_FOR_ALTERNATE_FUNDING: 'declined',
  MAX_NUMBER_OF_PAYMENT_ATTEMPTS_EXCEEDED: 'declined',
  CARD_EXPIRED: 'declined',
  CARD_CLOSED: 'declined',
  COMPLIANCE_VIOLATION: 'declined',

  INVALID_RESOURCE_ID: 'gone',
  RESOURCE_NOT_FOUND: 'gone',
  ORDER_VOIDED: 'gone',
  ORDER_EXPIRED: 'gone',
}

function reasonOfRefusal(issue: string | null): CaptureRefusalReason | null {
  return issue !== null && Object.hasOwn(REASONS_BY_ISSUE, issue) ? REASONS_BY_ISSUE[issue]! : null
}

const MAX_EVENT_CHARACTERS = 256 * 1024
/** A signature has 344 characters. The URL of a certificate may have 500. */
const MAX_HEADER_CHARACTERS = 500

const SIGNATURE_HEADERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/**
 * JSON of the request that asks PayPal whether it sent this event; null when the event cannot be PayPal's.
 *
 * The signature covers bytes, so the event is inserted unchanged. It must be one whole JSON object, or it could inject
 * fields into the request.
 */
export function composeWebhookCheck({ headers, rawBody }: ProviderWebhookEvent, webhookId: string): string | null {
  if (!isShortJsonObject(rawBody)) return null
  const signatureFields: Record<string, string> = {}
  for (const [name, header] of Object.entries(SIGNATURE_HEADERS)) {
    const value = headers[header]
    if (typeof value !== 'string' || value === '' || value.length > MAX_HEADER_CHARACTERS) return null
    signatureFields[name] = value
  }
  const fields = JSON.stringify({ ...signatureFields, webhook_id: webhookId })
  return `${fields.slice(0, -1)},"webhook_event":${rawBody}}`
}

function isShortJsonObject(text: string): boolean {
  const parsedEvent = text.length > MAX_EVENT_CHARACTERS ? null : jsonIn(text)
  return typeof parsedEvent === 'object' && parsedEvent !== null && !Array.isArray(parsedEvent)
}
