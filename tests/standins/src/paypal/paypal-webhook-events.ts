import { createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { paypalId } from './paypal-books.ts'

/** A webhook event as it is sent: its exact bytes, and headers with their signature. */
export interface PaypalWebhookEvent {
  id: string
  type: string
  headers: Readonly<Record<string, string>>
  rawBody: string
}

export interface EventContent {
  type: string
  resourceType: 'checkout-order' | 'capture' | 'refund'
  summary: string
  resource: object
}

/** Signs webhook events, and verifies its own signatures: no other key and no changed byte passes. */
export class WebhookSigner {
  readonly #webhookId: string
  readonly #secret = randomBytes(32)

  constructor(webhookId: string) {
    this.#webhookId = webhookId
  }

  sign({ type, resourceType, summary, resource }: EventContent, now: Date): PaypalWebhookEvent {
    const id = `WH-${paypalId()}-${paypalId()}`
    const event = {
      id,
      event_version: '1.0',
      create_time: now.toISOString(),
      resource_type: resourceType,
      resource_version: '2.0',
      event_type: type,
      summary,
      resource,
      links: [{ href: `https://api.sandbox.paypal.com/v1/notifications/webhooks-events/${id}`, rel: 'self' }],
    }
    return this.signRaw(id, type, writeUnusualJson(event), now)
  }

  signRaw(id: string, type: string, rawBody: string, now: Date): PaypalWebhookEvent {
    const transmissionId = randomUUID()
    const time = now.toISOString()
    return {
      id,
      type,
      rawBody,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'PayPal/AUHD-214.0-55590421',
        'paypal-auth-algo': 'SHA256withRSA',
        'paypal-cert-url': 'https://api.sandbox.paypal.com/v1/notifications/certs/CERT-360caa42-fca2a594-a5cafa77',
        'paypal-transmission-id': transmissionId,
        'paypal-transmission-sig': this.#signature(transmissionId, time, this.#webhookId, rawBody),
        'paypal-transmission-time': time,
      },
    }
  }

  /** The answer to `POST /v1/notifications/verify-webhook-signature`, whose body is this text. */
  verify(json: string): 'SUCCESS' | 'FAILURE' {
    const verification = JSON.parse(json) as Record<string, unknown>
    const event = rawMember(json, 'webhook_event')
    if (event === null || verification.webhook_id !== this.#webhookId) return 'FAILURE'
    const expectedSignature = this.#signature(
      String(verification.transmission_id),
      String(verification.transmission_time),
      this.#webhookId,
      event,
    )
    const signature = Buffer.from(String(verification.transmission_sig))
    const isGenuine =
      verification.auth_algo === 'SHA256withRSA' &&
      String(verification.cert_url).startsWith('https://api.sandbox.paypal.com/') &&
      signature.length === expectedSignature.length &&
      timingSafeEqual(signature, Buffer.from(expectedSignature))
    return isGenuine ? 'SUCCESS' : 'FAILURE'
  }

  #signature(...parts: string[]): string {
    return createHmac('sha256', this.#secret).update(parts.join('|')).digest('base64')
  }
}

/** JSON with blanks and escapes that parsing and rewriting would change, so that rewritten JSON fails verification. */
function writeUnusualJson(event: object): string {
  return JSON.stringify(event, null, 1).replaceAll('$', '\\u0024').replaceAll('/', '\\/')
}

/**
 * The text of one member of a JSON object, byte for byte, such as `{ "b": 1.0 }` for `a` in `{"a":{ "b": 1.0 }}`; null:
 * there is none. Nested members and text in strings do not count. The text has to be valid JSON.
 */
function rawMember(json: string, name: string): string | null {
  let member: string | null = null
  let depth = 0
  let key: string | null = null
  let valueStart = -1
  for (let position = 0; position < json.length; position += 1) {
    const character = json[position]
    if (character === '"') {
      const end = endOfString(json, position)
      if (depth === 1 && valueStart < 0) key = JSON.parse(json.slice(position, end)) as string
      position = end - 1
    } else if (character === ':' && depth === 1 && valueStart < 0) valueStart = position + 1
    else if (character === '{' || character === '[') depth += 1
    else if (character === '}' || character === ']' || character === ',') {
      if (depth === 1 && valueStart >= 0) {
        if (key === name) member = json.slice(valueStart, position).trim()
        valueStart = -1
      }
      if (character !== ',') depth -= 1
    }
  }
  return member
}

function endOfString(json: string, start: number): number {
  let position = start + 1
  while (json[position] !== '"') position += json[position] === '\\' ? 2 : 1
  return position + 1
}
