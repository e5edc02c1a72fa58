import { readFile } from 'node:fs/promises'
import { createGuardedFetcher } from '../adapters/outbound/guarded-fetch.ts'
import { createOutboundPolicy, type OutboundPolicy, portOf } from '../adapters/outbound/outbound-policy.ts'
import { createPaypal, PAYPAL_API_URLS } from '../adapters/paypal/create-paypal.ts'
import type { Clock } from '../ports/clock.ts'
import type { PaymentProvider, ProviderCredentials } from '../ports/payments.ts'
import type { Settings } from './environment/environment.ts'

/** The same credentials get the same provider, which keeps its tokens. */
type PaymentProviderFor = (credentials: ProviderCredentials) => PaymentProvider

interface OpenPaymentsDeps {
  settings: Pick<Settings, 'paypal' | 'outboundAllow' | 'outboundProxy' | 'extraCaFile'>
  clock: Clock
  opened: AsyncDisposableStack
  watch?: (provider: PaymentProvider) => PaymentProvider
}

/** Clients of recently used credentials are cached: an admin may try some out. */
const MOST_CACHED = 4

/** Opens the way to the payment provider, for whatever credentials are in effect. Nothing is asked of it yet. */
export async function openPayments({
  settings,
  clock,
  opened,
  watch = (provider) => provider,
}: OpenPaymentsDeps): Promise<PaymentProviderFor> {
  const { apiUrl: configured } = settings.paypal
  const extraCaPem = settings.extraCaFile ? await readFile(settings.extraCaFile, 'utf8') : undefined
  const policy = configured ? policyFor([configured], settings) : usualPolicy(settings)
  const fetcher = createGuardedFetcher({ policy, extraCaPem })
  opened.defer(() => fetcher.close())

  const cached = new Map<string, PaymentProvider>()
  return (credentials) => {
    const { clientId, clientSecret, environment, webhookId } = credentials
    const name = JSON.stringify([clientId, clientSecret, environment, webhookId])
    const apiUrl = configured ?? PAYPAL_API_URLS[environment]
    const provider = cached.get(name) ?? watch(createPaypal({ ...credentials, apiUrl, fetcher, clock }))
    cached.delete(name)
    cached.set(name, provider)
    for (const oldest of [...cached.keys()].slice(0, -MOST_CACHED)) cached.delete(oldest)
    return provider
  }
}

function usualPolicy({
  outboundAllow: allow,
  outboundProxy: upstreamProxy,
}: Pick<Settings, 'outboundAllow' | 'outboundProxy'>): OutboundPolicy {
  return createOutboundPolicy({ allow, upstreamProxy })
}

/** These addresses of the operator's may be reached wherever they lead, through the operator's proxy if it takes them. */
export function policyFor(
  urls: readonly URL[],
  settings: Pick<Settings, 'outboundAllow' | 'outboundProxy'>,
): OutboundPolicy {
  const usual = usualPolicy(settings)
  const direct = urls.filter((url) => {
    const verdict = usual.judgeUrl(url)
    return !(verdict.allowed && verdict.proxy)
  })
  const exempt = direct.map((url) => `${url.hostname}:${portOf(url)}`)
  return createOutboundPolicy({ allow: [...settings.outboundAllow, ...exempt], upstreamProxy: settings.outboundProxy })
}
