import type { SettingsView, SiteSettings } from '@kerf/contract/admin-settings'
import type { PaypalEnvironment } from '@kerf/domain/site/site-settings'
import type { Records } from '../../ports/database.ts'
import type { PaymentProvider } from '../../ports/payments.ts'
import type { Deps } from '../shared/deps.ts'

export interface EffectivePaymentSettings {
  /** Empty: payments are switched off. */
  clientId: string
  /** null when the secret of this client id is not known. */
  clientSecret: string | null
  environment: PaypalEnvironment
  /** Empty: the provider's webhook events are not believed. */
  webhookId: string
  /** A secret was entered, and cannot be read: for another client id, or sealed under another SESSION_SECRET. */
  secretIsUnreadable: boolean
}

type PaymentFields = 'paypalClientId' | 'paypalEnvironment' | 'paypalWebhookId'

export type PaymentSettingsView = Pick<SettingsView, PaymentFields | 'hasPaypalSecret'>

export interface PaymentSettingsChange extends Pick<SiteSettings, PaymentFields> {
  paypalClientSecret?: string | undefined
}

type PaymentRecords = Pick<Records, 'settings' | 'sealedSecrets'>

const SECRET_NAME = 'paypalClientSecret'

type SettingsDeps = Deps<'paymentPresets' | 'secretSeal'>

/** Saved fields win over the environment's. A secret is used only with the client id it was saved with. */
export async function effectivePaymentSettings(
  { paymentPresets: presets, secretSeal }: SettingsDeps,
  records: PaymentRecords,
): Promise<EffectivePaymentSettings> {
  const stored = await records.settings.read()
  const clientId = stored.paypalClientId ?? presets.clientId
  const sealed = clientId === '' ? null : await records.sealedSecrets.find(SECRET_NAME)
  const entered = sealed === null ? null : secretSeal.open(sealed, clientId)
  const clientSecret =
    entered ?? (clientId === presets.clientId && presets.clientSecret !== '' ? presets.clientSecret : null)
  return {
    clientId,
    clientSecret: clientId === '' ? null : clientSecret,
    environment: stored.paypalEnvironment ?? presets.environment,
    webhookId: stored.paypalWebhookId ?? presets.webhookId,
    secretIsUnreadable: sealed !== null && clientSecret === null,
  }
}

export async function viewPaymentSettings(deps: SettingsDeps, records: PaymentRecords): Promise<PaymentSettingsView> {
  const { clientId, clientSecret, environment, webhookId } = await effectivePaymentSettings(deps, records)
  return {
    paypalClientId: clientId,
    paypalEnvironment: environment,
    paypalWebhookId: webhookId,
    hasPaypalSecret: clientSecret !== null,
  }
}

/** Within the transaction of `records`. Returns the changes for the audit log, without secrets. */
export async function savePaymentSettings(
  deps: SettingsDeps,
  records: PaymentRecords,
  request: PaymentSettingsChange,
): Promise<string[]> {
  const { paypalClientSecret: secret, ...wanted } = request
  const before = await viewPaymentSettings(deps, records)
  const fields = (Object.keys(FIELD_NAMES) as PaymentFields[]).filter((field) => wanted[field] !== before[field])
  await records.settings.write(Object.fromEntries(fields.map((field) => [field, wanted[field]])))
  const notes = fields.map(
    (field) => `${FIELD_NAMES[field]}: ${before[field] || 'none'}, now ${wanted[field] || 'none'}`,
  )
  if (!secret || wanted.paypalClientId === '') return notes
  await records.sealedSecrets.save(SECRET_NAME, deps.secretSeal.seal(secret, wanted.paypalClientId))
  return [...notes, 'Client secret: entered again']
}

/** As the panel calls them; held together with the contract's by the compiler. */
const FIELD_NAMES: Record<PaymentFields, string> = {
  paypalClientId: 'Payment client ID',
  paypalEnvironment: 'Environment',
  paypalWebhookId: 'Webhook ID',
}

export type ProviderDeps = Deps<'database' | 'paymentPresets' | 'secretSeal' | 'providerFor'>

export type PaymentDeps = Deps<'database' | 'limits' | 'clock' | 'log'> & { provider: PaymentProvider }

/** Asked for every call again: who takes payments now, or null where nobody does. */
export async function effectiveProvider(deps: ProviderDeps): Promise<PaymentProvider | null> {
  const { clientId, clientSecret, environment, webhookId } = await effectivePaymentSettings(deps, deps.database.records)
  if (clientId === '' || clientSecret === null) return null
  return deps.providerFor({ clientId, clientSecret, environment, webhookId: webhookId || null })
}
