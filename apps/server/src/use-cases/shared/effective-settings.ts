import type { SiteSettings } from '@kerf/contract/admin-settings'
import { NO_LIMITS } from '@kerf/domain/access/limits-without-plans'
import type { FreeMaxQuality } from '@kerf/domain/access/quality-access'
import { DEFAULT_FREE_MAX_QUALITY } from '@kerf/domain/access/quality-access'
import { DEFAULT_FREE_DAILY_LIMIT } from '@kerf/domain/access/quota'
import { MAX_RETENTION_HOURS } from '@kerf/domain/jobs/retention'
import { DEFAULT_PLANS, SWITCHABLE_SOURCES, type SwitchableSource } from '@kerf/domain/site/site-settings'
import type { AccountSession } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { VideoSources } from '../../ports/sources.ts'
import type { Deps, Presets } from './deps.ts'
import { type Refused, refused } from './outcome.ts'

/** Fields of payments, which payments/payment-settings.ts reads. */
type PaymentField = Extract<keyof SiteSettings, `paypal${string}`>
export type EffectiveSettings = Omit<SiteSettings, PaymentField>

/**
 * Current settings. Saved values override the environment, and PLANS of the environment overrides a saved value. A
 * change applies from the next call on, in other processes a second later.
 */
export async function effectiveSettings(
  { settings }: Pick<Records, 'settings'>,
  presets: Presets,
): Promise<EffectiveSettings> {
  const savedSettings = await settings.read()
  return {
    ...unpresetSettings(savedSettings),
    retentionHours: Math.min(savedSettings.retentionHours ?? presets.retentionHours, MAX_RETENTION_HOURS),
    sources: savedSettings.sources ?? presets.sources,
    access: savedSettings.access ?? presets.access,
    plans: presets.plans ?? savedSettings.plans ?? DEFAULT_PLANS,
  }
}

export const sellsPlans = ({ plans }: Pick<EffectiveSettings, 'plans'>): boolean => plans === 'on'

/** Refusal where nothing is sold; null where plans are. */
export async function refusedUnlessSelling({
  database,
  presets,
}: Deps<'database' | 'presets'>): Promise<Refused | null> {
  return sellsPlans(await effectiveSettings(database.records, presets)) ? null : refused('not_found')
}

/** Refusal for viewers without a session if the installation is not public; null if strangers may use it. */
export async function admitStranger({ database, presets }: Deps<'database' | 'presets'>): Promise<Refused | null> {
  const { access } = await effectiveSettings(database.records, presets)
  return access === 'public' ? null : refused('accounts_only')
}

/** Settings that the environment cannot preset. */
async function effectiveUnpresetSettings({ settings }: Pick<Records, 'settings'>) {
  return unpresetSettings(await settings.read())
}

function unpresetSettings(savedSettings: Partial<SiteSettings>): Omit<EffectiveSettings, keyof Presets> {
  return {
    freeMaxQuality: savedSettings.freeMaxQuality ?? DEFAULT_FREE_MAX_QUALITY,
    freeDailyLimit: savedSettings.freeDailyLimit ?? DEFAULT_FREE_DAILY_LIMIT,
    requireSecondFactor: savedSettings.requireSecondFactor ?? false,
    strangerMaxQuality: savedSettings.strangerMaxQuality ?? NO_LIMITS.strangerMaxQuality,
    strangerDailyLimit: savedSettings.strangerDailyLimit ?? NO_LIMITS.strangerDailyLimit,
    accountDailyLimit: savedSettings.accountDailyLimit ?? NO_LIMITS.accountDailyLimit,
    longestClipMinutes: savedSettings.longestClipMinutes ?? NO_LIMITS.longestClipMinutes,
    sharing: savedSettings.sharing ?? true,
  }
}

export interface FreeTerms {
  freeMaxQuality: FreeMaxQuality
  freeDailyLimit: number
}

export async function effectiveTerms(records: Pick<Records, 'settings'>): Promise<FreeTerms> {
  const { freeMaxQuality, freeDailyLimit } = await effectiveUnpresetSettings(records)
  return { freeMaxQuality, freeDailyLimit }
}

/** Whether clips may have public pages. */
export async function isSharingOn(records: Pick<Records, 'settings'>): Promise<boolean> {
  return (await effectiveUnpresetSettings(records)).sharing
}

/** Sources that are switched on now. The sample cannot be switched off. */
export async function effectiveSources({
  database,
  sources,
  presets,
}: Deps<'database' | 'sources' | 'presets'>): Promise<VideoSources> {
  const { sources: activeIds } = await effectiveSettings(database.records, presets)
  const isOn = (id: string) => !isSwitchable(id) || activeIds.includes(id)
  return Object.fromEntries(Object.entries(sources).filter(([id]) => isOn(id)))
}

function isSwitchable(id: string): id is SwitchableSource {
  return (SWITCHABLE_SOURCES as readonly string[]).includes(id)
}

/** Refusal unless the session is an admin's, with a second factor if the settings require one; null if allowed. */
export async function admitAdmin(deps: Deps<'database'>, session: AccountSession | null): Promise<Refused | null> {
  if (!session) return refused('not_signed_in')
  if (session.account.role !== 'admin') return refused('needs_admin')
  if (session.account.twoFactorEnabled) return null
  const { requireSecondFactor } = await effectiveUnpresetSettings(deps.database.records)
  return requireSecondFactor ? refused('needs_second_factor') : null
}
