import type { PaymentProvider } from '../../ports/payments.ts'
import type { Deps } from '../shared/deps.ts'
import { effectivePaymentSettings } from './payment-settings.ts'

export type ProviderDeps = Deps<'database' | 'paymentPresets' | 'secretSeal' | 'providerFor'>

export type PaymentDeps = Deps<'database' | 'limits' | 'clock' | 'log'> & { provider: PaymentProvider }

/** Asked for every call again: who takes payments now, or null where nobody does. */
export async function effectiveProvider(deps: ProviderDeps): Promise<PaymentProvider | null> {
  const { clientId, clientSecret, environment, webhookId } = await effectivePaymentSettings(deps, deps.database.records)
  if (clientId === '' || clientSecret === null) return null
  return deps.providerFor({ clientId, clientSecret, environment, webhookId: webhookId || null })
}
