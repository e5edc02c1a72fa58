import { readFile } from 'node:fs/promises'
import { createGuardedFetcher } from '../adapters/outbound/guarded-fetch.ts'
import { policyFor } from '../adapters/outbound/outbound-policy.ts'
import { createPaypal, PAYPAL_API_URLS } from '../adapters/paypal/create-paypal.ts'
import type { Clock } from '../ports/clock.ts'
import type { PaymentProvider, ProviderCredentials } from '../ports/payments.ts'
import type { Settings } from './environment/environment.ts'

/** Returns the provider for credentials. The same credentials get the same provider, which caches its token. */
type PaymentProviderFor = (credentials: ProviderCredentials) => PaymentProvider

interface OpenPaymentsDeps {
  settings: Pick<Settings, 'paypal' | 'outboundAllow' | 'outboundProxy' | 'extraCaFile'>
  clock: Clock
  opened: AsyncDisposableStack
  watch?: (provider: PaymentProvider) => PaymentProvider
}

/** Most cached providers. An admin may try out several credentials. */
const MOST_CACHED = 4

/** Prepares calls to the payment provider with any credentials. Makes no call yet. */
export async function openPayments({
  settings,
  clock,
  opened,
  watch = (provider) => provider,
}: OpenPaymentsDeps): Promise<PaymentProviderFor> {
  const { apiUrl: configuredUrl } = settings.paypal
  const extraCaPem = settings.extraCaFile ? await readFile(settings.extraCaFile, 'utf8') : undefined
  const policy = policyFor(configuredUrl ? [configuredUrl] : [], settings)
  const fetcher = createGuardedFetcher({ policy, extraCaPem })
  opened.defer(() => fetcher.close())

  const providers = new Map<string, PaymentProvider>()
  return (credentials) => {
    const { clientId, clientSecret, environment, webhookId } = credentials
    const name = JSON.stringify([clientId, clientSecret, environment, webhookId])
    const apiUrl = configuredUrl ?? PAYPAL_API_URLS[environment]
    const provider = providers.get(name) ?? watch(createPaypal({ ...credentials, apiUrl, fetcher, clock }))
    providers.delete(name)
    providers.set(name, provider)
    for (const oldest of [...providers.keys()].slice(0, -MOST_CACHED)) providers.delete(oldest)
    return provider
  }
}
