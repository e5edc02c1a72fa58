import type { ProviderWebhookEvent } from '../../ports/payments.ts'

const MAX_NOTICE_CHARACTERS = 256 * 1024
/** The longest is a signature of 344 characters; an address of a certificate may have 500. */
const MAX_HEADER_CHARACTERS = 500

const VOUCHERS = {
  auth_algo: 'paypal-auth-algo',
  cert_url: 'paypal-cert-url',
  transmission_id: 'paypal-transmission-id',
  transmission_sig: 'paypal-transmission-sig',
  transmission_time: 'paypal-transmission-time',
} as const

/**
 * The request that asks PayPal whether it sent this event, as JSON; null when it cannot be PayPal's.
 *
 * The signature is over bytes, so the event is inserted as it came. It must be one whole JSON object, or it could
 * inject fields of the request.
 */
export function composeWebhookCheck({ headers, rawBody }: ProviderWebhookEvent, webhookId: string): string | null {
  if (!isJsonObject(rawBody)) return null
  const vouchers: Record<string, string> = {}
  for (const [name, header] of Object.entries(VOUCHERS)) {
    const value = headers[header]
    if (typeof value !== 'string' || value === '' || value.length > MAX_HEADER_CHARACTERS) return null
    vouchers[name] = value
  }
  const asked = JSON.stringify({ ...vouchers, webhook_id: webhookId })
  return `${asked.slice(0, -1)},"webhook_event":${rawBody}}`
}

function isJsonObject(text: string): boolean {
  if (text.length > MAX_NOTICE_CHARACTERS) return false
  try {
    const parsed: unknown = JSON.parse(text)
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)
  } catch {
    return false
  }
}
