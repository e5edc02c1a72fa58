import { PAYPAL_CLIENT_ID_PATTERN, PAYPAL_ENVIRONMENTS } from '@kerf/domain/site/site-settings'
import { z } from 'zod'
import { readHost } from '../../adapters/outbound/host-spelling.ts'
import { isPublicAddress } from '../../adapters/outbound/public-address.ts'
import { addressAs, oneOf } from './plain-variables.ts'

/** Here a secret is sent along: in the clear only to where nobody else is listening. */
const apiUrl = addressAs(complaintAbout, (url) => url)

export const paypalVariables = {
  // No complaint repeats a value: one might be the secret, in the wrong place.
  PAYPAL_CLIENT_ID: z
    .string()
    .regex(PAYPAL_CLIENT_ID_PATTERN, { error: 'must be the client id of an app: letters, digits, _ and -' })
    .optional(),
  PAYPAL_CLIENT_SECRET: z
    .string()
    .regex(/^[\x21-\x7e]{1,256}$/, { error: 'must be the secret of that app, without spaces' })
    .optional(),
  PAYPAL_ENVIRONMENT: oneOf(PAYPAL_ENVIRONMENTS).default('production'),
  PAYPAL_API_URL: apiUrl.optional(),
  PAYPAL_WEBHOOK_ID: z
    .string()
    .regex(/^[A-Za-z0-9]{1,50}$/, { error: 'must be the id of a webhook, which is letters and digits' })
    .optional(),
}

/** What an admin may set otherwise while the server runs; only the address is the operator's alone. */
export function readPaypalSettings(env: z.output<z.ZodObject<typeof paypalVariables>>) {
  return {
    clientId: env.PAYPAL_CLIENT_ID ?? '',
    clientSecret: env.PAYPAL_CLIENT_SECRET ?? '',
    environment: env.PAYPAL_ENVIRONMENT,
    webhookId: env.PAYPAL_WEBHOOK_ID ?? '',
    /** Asked in place of PayPal's own; null for that. */
    apiUrl: env.PAYPAL_API_URL ?? null,
  }
}

function complaintAbout(url: URL | null): string | null {
  if (!url || !['http:', 'https:'].includes(url.protocol)) return 'must be like https://api-m.sandbox.paypal.com'
  if (url.username || url.password) return 'must not have a user or a password'
  if (url.search || url.hash || url.pathname !== '/') return 'must end after host and port'
  if (url.protocol === 'http:' && !isInternal(url.hostname))
    return 'must begin with https://, unless it leads to this machine or a private network'
  return null
}

function isInternal(hostname: string): boolean {
  const host = readHost(hostname)
  if (host === null) return false
  return host.kind === 'address' ? !isPublicAddress(host.host) : host.special
}
