import type { SettingsView, SiteSettings } from '@kerf/contract/admin-settings'
import { DEFAULT_FREE_MAX_QUALITY } from '@kerf/domain/access/quality-access'
import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/plans/quota'
import type { Records } from '../../ports/database.ts'

/** What the environment says: it holds as long as nobody has saved anything else in the panel. */
export type Presets = SettingsView['fromEnvironment']

/** Payments have their own: see payment-settings.ts. */
type PaymentField = Extract<keyof SiteSettings, `paypal${string}`>
export type SettingsInForce = Omit<SiteSettings, PaymentField>

/** What is saved in the panel wins over the environment, and holds from the next call on; in other processes a second later. */
export async function settingsInForce(
  { settings }: Pick<Records, 'settings'>,
  presets: Presets,
): Promise<SettingsInForce> {
  const saved = await settings.read()
  return {
    ...ownSettings(saved),
    retentionHours: Math.min(saved.retentionHours ?? presets.retentionHours, MAX_RETENTION_HOURS),
    sources: saved.sources ?? presets.sources,
  }
}

/** Those that the environment does not know. */
export async function ownSettingsInForce({ settings }: Pick<Records, 'settings'>) {
  return ownSettings(await settings.read())
}

function ownSettings(saved: Partial<SiteSettings>): Omit<SettingsInForce, keyof Presets> {
  return {
    freeMaxQuality: saved.freeMaxQuality ?? DEFAULT_FREE_MAX_QUALITY,
    freeDailyLimit: saved.freeDailyLimit ?? DEFAULT_FREE_DAILY_LIMIT,
    requireSecondFactor: saved.requireSecondFactor ?? false,
  }
}
