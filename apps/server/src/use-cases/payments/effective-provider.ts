import type { Database } from '../../ports/database.ts'
import type { PaymentProvider, ProviderCredentials } from '../../ports/payments.ts'
import type { PaymentSettings } from './payment-settings.ts'

export interface ProviderInForceDeps {
  database: Database
  paymentSettings: PaymentSettings
  /** The same credentials get the same provider, with the tokens that it has. */
  providerFor: (credentials: ProviderCredentials) => PaymentProvider
}

/** Asked for every call anew: who takes payments now, or null where nobody does. */
export type ProviderInForce = () => Promise<PaymentProvider | null>

export function providerInForce({ database, paymentSettings, providerFor }: ProviderInForceDeps): ProviderInForce {
  return async () => {
    const { clientId, clientSecret, environment, webhookId } = await paymentSettings.inForce(database.records)
    if (clientId === '' || clientSecret === null) return null
    return providerFor({ clientId, clientSecret, environment, webhookId: webhookId || null })
  }
}
