import type { SettingsChange, SettingsView } from '@kerf/contract/admin-settings'
import { nameOfSource } from '@kerf/domain/links/source-ids'
import { SWITCHABLE_SOURCES, type SwitchableSource } from '@kerf/domain/site/site-settings'
import type { Records } from '../../ports/database.ts'
import { savePaymentSettings, viewPaymentSettings } from '../payments/payment-settings.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { type EffectiveSettings, effectiveSettings } from '../shared/effective-settings.ts'
import { done, invalidRequest, type Outcome } from '../shared/outcome.ts'

type SettingsDeps = Deps<'database' | 'presets' | 'publicUrl' | 'paymentPresets' | 'secretSeal'>

export function readSettings(deps: SettingsDeps): Promise<SettingsView> {
  return viewSettings(deps, deps.database.records)
}

/** Saves only changed fields, in one transaction. Unsaved fields continue to follow the environment. */
export async function changeSettings(
  deps: SettingsDeps & Deps<'clock' | 'onSourcesSwitched'>,
  { request, by }: { request: SettingsChange; by: string },
): Promise<Outcome<SettingsView>> {
  let newSources: readonly SwitchableSource[] | null = null
  const outcome = await deps.database.transaction(async (records): Promise<Outcome<SettingsView>> => {
    const { plans: plansOfEnvironment } = deps.presets
    if (request.plans !== undefined && plansOfEnvironment !== null && request.plans !== plansOfEnvironment)
      return invalidRequest(
        `PLANS=${plansOfEnvironment} of the environment decides what is sold. Remove it there first.`,
      )
    await records.settings.lock()
    const currentSettings = await viewSettings(deps, records)
    const paymentNotes = await savePaymentSettings(deps, records, {
      paypalClientId: request.paypalClientId ?? currentSettings.paypalClientId,
      paypalEnvironment: request.paypalEnvironment ?? currentSettings.paypalEnvironment,
      paypalWebhookId: request.paypalWebhookId ?? currentSettings.paypalWebhookId,
      paypalClientSecret: request.paypalClientSecret,
    })
    const change = changedSettings(currentSettings, request)
    await records.settings.write(change)
    const { retentionHours, sources } = change
    // A shorter retention applies to existing clips; a longer one does not.
    if (retentionHours !== undefined && retentionHours < currentSettings.retentionHours)
      await records.clips.shortenLives(retentionHours, deps.clock.now())
    const notes = [...notesOf(currentSettings, change), ...paymentNotes]
    if (notes.length > 0)
      await noteAction(records, { by, at: deps.clock.now(), action: 'settings_changed', details: notes.join('; ') })
    newSources = sources ?? null
    return done(await viewSettings(deps, records))
  })
  if (newSources) deps.onSourcesSwitched(newSources)
  return outcome
}

async function viewSettings(deps: SettingsDeps, records: Records): Promise<SettingsView> {
  const currentSettings = await effectiveSettings(records, deps.presets)
  return {
    ...currentSettings,
    ...(await viewPaymentSettings(deps, records)),
    publicUrl: deps.publicUrl?.href ?? null,
    fromEnvironment: deps.presets,
  }
}

function changedSettings(currentSettings: EffectiveSettings, request: SettingsChange): Partial<EffectiveSettings> {
  // Sorted and without duplicates, so that equal choices compare as equal.
  const sources = request.sources && SWITCHABLE_SOURCES.filter((source) => request.sources?.includes(source))
  const target = { ...request, sources }
  const fields = FIELDS.filter(
    (field) => target[field] !== undefined && valueText(currentSettings[field]) !== valueText(target[field]),
  )
  return Object.fromEntries(fields.map((field) => [field, target[field]]))
}

const FIELD_NAMES: Record<keyof EffectiveSettings, string> = {
  access: 'Who gets in',
  plans: 'Plans',
  strangerMaxQuality: 'Best quality without an account',
  strangerDailyLimit: 'Daily limit without an account',
  accountDailyLimit: 'Daily limit with an account',
  longestClipMinutes: 'Longest clip, minutes',
  freeMaxQuality: 'Free max quality',
  freeDailyLimit: 'Daily limit',
  retentionHours: 'Retention, hours',
  sources: 'Sources',
  requireSecondFactor: 'Admins need two-factor authentication',
  sharing: 'Clips may be shared by public links and signed addresses',
}

/** Name of a source, for the notes of changes. */
const sourceName = (source: SwitchableSource): string =>
  source === 'media' ? 'media links' : `${nameOfSource(source)} links`

const FIELDS = Object.keys(FIELD_NAMES) as (keyof EffectiveSettings)[]

function notesOf(currentSettings: EffectiveSettings, change: Partial<EffectiveSettings>): string[] {
  return (Object.keys(change) as (keyof EffectiveSettings)[]).map(
    (field) => `${FIELD_NAMES[field]}: ${valueText(currentSettings[field])}, now ${valueText(change[field])}`,
  )
}

function valueText(value: EffectiveSettings[keyof EffectiveSettings] | undefined): string {
  if (Array.isArray(value))
    return (
      SWITCHABLE_SOURCES.filter((source) => value.includes(source))
        .map(sourceName)
        .join(' and ') || 'none'
    )
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (value === null) return 'none'
  return String(value)
}
