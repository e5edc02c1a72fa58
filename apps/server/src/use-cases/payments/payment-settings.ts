import type { SettingsView, SiteSettings } from '@kerf/contract/admin-settings'
import type { PaypalEnvironment } from '@kerf/domain/site/site-settings'
import type { Records } from '../../ports/database.ts'
import type { PaymentProvider } from '../../ports/payments.ts'
import type { Deps } from '../shared/deps.ts'

export interface EffectivePaymentSettings {
  /** An empty string switches payments off. */
  clientId: string
  /** null if the secret of this client id is unknown. */
  clientSecret: string | null
  environment: PaypalEnvironment
  /** An empty string refuses all webhook events of the provider. */
  webhookId: string
  /** Whether a saved secret cannot be decrypted, because it belongs to another client id or another SESSION_SECRET. */
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

/**
 * Current payment settings. Saved fields override the environment. A secret is used only with the client id that it was
 * saved with.
 */
export async function effectivePaymentSettings(
  { paymentPresets: presets, secretSeal }: SettingsDeps,
  records: PaymentRecords,
): Promise<EffectivePaymentSettings> {
  const savedSettings = await records.settings.read()
  const clientId = savedSettings.paypalClientId ?? presets.clientId
  const sealedSecret = clientId === '' ? null : await records.sealedSecrets.find(SECRET_NAME)
  const savedSecret = sealedSecret === null ? null : secretSeal.open(sealedSecret, clientId)
  const clientSecret =
    savedSecret ?? (clientId === presets.clientId && presets.clientSecret !== '' ? presets.clientSecret : null)
  return {
    clientId,
    clientSecret: clientId === '' ? null : clientSecret,
    environment: savedSettings.paypalEnvironment ?? presets.environment,
    webhookId: savedSettings.paypalWebhookId ?? presets.webhookId,
    secretIsUnreadable: sealedSecret !== null && clientSecret === null,
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

/** Saves changed fields within the transaction of `records`. Returns the changes for the audit log, without secrets. */
export async function savePaymentSettings(
  deps: SettingsDeps,
  records: PaymentRecords,
  request: PaymentSettingsChange,
): Promise<string[]> {
  const { paypalClientSecret: secret, ...target } = request
  const currentSettings = await viewPaymentSettings(deps, records)
  const fields = (Object.keys(FIELD_NAMES) as PaymentFields[]).filter(
    (field) => target[field] !== currentSettings[field],
  )
  await records.settings.write(Object.fromEntries(fields.map((field) => [field, target[field]])))
  const notes = fields.map(
    (field) => `${FIELD_NAMES[field]}: ${currentSettings[field] || 'none'}, now ${target[field] || 'none'}`,
  )
  if (!secret || target.paypalClientId === '') return notes
  await records.sealedSecrets.save(SECRET_NAME, deps.secretSeal.seal(secret, target.paypalClientId))
  return [...notes, 'Client secret: entered again']
}

/** Names of the fields in the admin panel. */
const FIELD_NAMES: Record<PaymentFields, string> = {
  paypalClientId: 'Payment client ID',
  paypalEnvironment: 'Environment',
  paypalWebhookId: 'Webhook ID',
}

export type ProviderDeps = Deps<'database' | 'paymentPresets' | 'secretSeal' | 'providerFor'>

export type PaymentDeps = Deps<'database' | 'limits' | 'clock' | 'log' | 'presets'> & { provider: PaymentProvider }

/** The provider for the current settings, read on every call; null if payments are off. */
export async function effectiveProvider(deps: ProviderDeps): Promise<PaymentProvider | null> {
  const { clientId, clientSecret, environment, webhookId } = await effectivePaymentSettings(deps, deps.database.records)
  if (clientId === '' || clientSecret === null) return null
  return deps.providerFor({ clientId, clientSecret, environment, webhookId: webhookId || null })
}
