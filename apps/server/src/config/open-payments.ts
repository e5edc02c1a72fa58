import { readFile } from 'node:fs/promises'
import { createGuardedFetcher } from '../adapters/outbound/guarded-fetch.ts'
import { policyFor } from '../adapters/outbound/outbound-policy.ts'
import { createPaypal, PAYPAL_API_URLS } from '../adapters/paypal/create-paypal.ts'
import type { Clock } from '../ports/clock.ts'
import type { PaymentProvider, ProviderCredentials } from '../ports/payments.ts'
import type { Settings } from './environment/environment.ts'

/** Returns the provider for credentials. It is the same one for the same credentials, because it caches its token. */
type PaymentProviderFor = (credentials: ProviderCredentials) => PaymentProvider

interface OpenPaymentsDeps {
  settings: Pick<Settings, 'paypal' | 'outboundAllow' | 'outboundProxy' | 'extraCaFile'>
  clock: Clock
  resources: AsyncDisposableStack
  watch?: (provider: PaymentProvider) => PaymentProvider
}

/** Maximum number of cached providers. An admin may try out several credentials. */
const MAX_CACHED_PROVIDERS = 4

/** Returns a function that opens the payment provider with any credentials. Makes no call itself. */
export async function openPayments({
  settings,
  clock,
  resources,
  watch = (provider) => provider,
}: OpenPaymentsDeps): Promise<PaymentProviderFor> {
  const { apiUrl: configuredUrl } = settings.paypal
  const extraCaPem = settings.extraCaFile ? await readFile(settings.extraCaFile, 'utf8') : undefined
  const policy = policyFor(configuredUrl ? [configuredUrl] : [], settings)
  const fetcher = createGuardedFetcher({ policy, extraCaPem })
  resources.defer(() => fetcher.close())

  const providers = new Map<string, PaymentProvider>()
  return (credentials) => {
    const { clientId, clientSecret, environment, webhookId } = credentials
    const key = JSON.stringify([clientId, clientSecret, environment, webhookId])
    const apiUrl = configuredUrl ?? PAYPAL_API_URLS[environment]
    const provider = providers.get(key) ?? watch(createPaypal({ ...credentials, apiUrl, fetcher, clock }))
    providers.delete(key)
    providers.set(key, provider)
    for (const oldestKey of [...providers.keys()].slice(0, -MAX_CACHED_PROVIDERS)) providers.delete(oldestKey)
    return provider
  }
}
