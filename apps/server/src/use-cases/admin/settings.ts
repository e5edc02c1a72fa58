import type { SettingsChange, SettingsView } from '@kerf/contract/admin-settings'
import { SWITCHABLE_SOURCES, type SwitchableSource } from '@kerf/domain/site/site-settings'
import type { Records } from '../../ports/database.ts'
import { savePaymentSettings, viewPaymentSettings } from '../payments/payment-settings.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { type EffectiveSettings, effectiveSettings } from '../shared/effective-settings.ts'
import { done, type Outcome } from '../shared/outcome.ts'

type SettingsDeps = Deps<'database' | 'presets' | 'publicUrl' | 'paymentPresets' | 'secretSeal'>

export function readSettings(deps: SettingsDeps): Promise<SettingsView> {
  return view(deps, deps.database.records)
}

/** Saves only what differs, all or nothing: other fields keep following the environment. */
export async function changeSettings(
  deps: SettingsDeps & Deps<'clock' | 'onSourcesSwitched'>,
  { request, by }: { request: SettingsChange; by: string },
): Promise<Outcome<SettingsView>> {
  let switched: readonly SwitchableSource[] | null = null
  const outcome = await deps.database.transaction(async (records): Promise<Outcome<SettingsView>> => {
    await records.settings.lock()
    const before = await view(deps, records)
    const paymentNotes = await savePaymentSettings(deps, records, {
      paypalClientId: request.paypalClientId ?? before.paypalClientId,
      paypalEnvironment: request.paypalEnvironment ?? before.paypalEnvironment,
      paypalWebhookId: request.paypalWebhookId ?? before.paypalWebhookId,
      paypalClientSecret: request.paypalClientSecret,
    })
    const changed = differences(before, request)
    await records.settings.write(changed)
    const { retentionHours, sources } = changed
    // What was promised is not prolonged, but whoever shortens wants less to lie about now.
    if (retentionHours !== undefined && retentionHours < before.retentionHours)
      await records.clips.shortenLives(retentionHours, deps.clock.now())
    const notes = [...notesOf(before, changed), ...paymentNotes]
    if (notes.length > 0)
      await noteAction(records, { by, at: deps.clock.now(), action: 'settings_changed', details: notes.join('; ') })
    switched = sources ?? null
    return done(await view(deps, records))
  })
  if (switched) deps.onSourcesSwitched(switched)
  return outcome
}

async function view(deps: SettingsDeps, records: Records): Promise<SettingsView> {
  const effective = await effectiveSettings(records, deps.presets)
  return {
    ...effective,
    ...(await viewPaymentSettings(deps, records)),
    publicUrl: deps.publicUrl?.href ?? null,
    fromEnvironment: deps.presets,
  }
}

function differences(before: EffectiveSettings, request: SettingsChange): Partial<EffectiveSettings> {
  // In one order and each once, so that the same choice is the same.
  const sources = request.sources && SWITCHABLE_SOURCES.filter((source) => request.sources?.includes(source))
  const wanted = { ...request, sources }
  const differing = FIELDS.filter(
    (field) => wanted[field] !== undefined && inWords(before[field]) !== inWords(wanted[field]),
  )
  return Object.fromEntries(differing.map((field) => [field, wanted[field]]))
}

const FIELD_NAMES: Record<keyof EffectiveSettings, string> = {
  access: 'Who gets in',
  freeMaxQuality: 'Free max quality',
  freeDailyLimit: 'Daily limit',
  retentionHours: 'Retention, hours',
  sources: 'Sources',
  requireSecondFactor: 'Admins need two-factor authentication',
}

const SOURCE_NAMES: Record<SwitchableSource, string> = { youtube: 'YouTube links', media: 'media links' }

const FIELDS = Object.keys(FIELD_NAMES) as (keyof EffectiveSettings)[]

function notesOf(before: EffectiveSettings, changed: Partial<EffectiveSettings>): string[] {
  return (Object.keys(changed) as (keyof EffectiveSettings)[]).map(
    (field) => `${FIELD_NAMES[field]}: ${inWords(before[field])}, now ${inWords(changed[field])}`,
  )
}

function inWords(value: EffectiveSettings[keyof EffectiveSettings] | undefined): string {
  if (Array.isArray(value))
    return (
      SWITCHABLE_SOURCES.filter((one) => value.includes(one))
        .map((one) => SOURCE_NAMES[one])
        .join(' and ') || 'none'
    )
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}
