import { readFile } from 'node:fs/promises'
import { createGuardedFetcher } from '../adapters/outbound/guarded-fetch.ts'
import { createOutboundPolicy, type OutboundPolicy, portOf } from '../adapters/outbound/outbound-policy.ts'
import { createPaypal, PAYPAL_API_URLS } from '../adapters/paypal/create-paypal.ts'
import type { PaymentProvider } from '../payment-ports.ts'
import type { Clock } from '../ports.ts'
import type { Settings } from './environment.ts'

interface OpenPaymentsDeps {
  settings: Pick<Settings, 'paypal' | 'outboundAllow' | 'outboundProxy' | 'extraCaFile'>
  clock: Clock
  /** What is opened here is closed with it. */
  opened: AsyncDisposableStack
}

/** Opens the payment provider that the operator has set up; null when there is none. Nothing is asked of it yet. */
export async function openPayments({ settings, clock, opened }: OpenPaymentsDeps): Promise<PaymentProvider | null> {
  if (settings.paypal === null) return null
  const { apiUrl: configured, ...paypal } = settings.paypal
  const apiUrl = configured ?? PAYPAL_API_URLS[paypal.environment]
  const extraCaPem = settings.extraCaFile ? await readFile(settings.extraCaFile, 'utf8') : undefined
  const policy = configured ? policyFor(configured, settings) : usualPolicy(settings)
  const fetcher = createGuardedFetcher({ policy, extraCaPem })
  opened.defer(() => fetcher.close())
  return createPaypal({ ...paypal, apiUrl, fetcher, clock })
}

function usualPolicy({
  outboundAllow: allow,
  outboundProxy: upstreamProxy,
}: OpenPaymentsDeps['settings']): OutboundPolicy {
  return createOutboundPolicy({ allow, upstreamProxy })
}

/**
 * The address that the operator gave may be reached wherever it leads, by this client and no other. What the operator's proxy
 * takes still goes through it.
 */
function policyFor(apiUrl: URL, settings: OpenPaymentsDeps['settings']): OutboundPolicy {
  const usual = usualPolicy(settings)
  const verdict = usual.judgeUrl(apiUrl)
  if (verdict.allowed && verdict.route === 'proxy') return usual
  const itself = `${apiUrl.hostname}:${portOf(apiUrl)}`
  return createOutboundPolicy({ allow: [...settings.outboundAllow, itself], upstreamProxy: settings.outboundProxy })
}
