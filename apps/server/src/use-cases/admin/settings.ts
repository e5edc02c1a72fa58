import type { SettingsChange, SettingsView } from '@kerf/contract/admin-settings'
import { SWITCHABLE_SOURCES, type SwitchableSource } from '@kerf/domain/site-settings'
import type { Clock } from '../../ports/clock.ts'
import type { Database, Records } from '../../ports/database.ts'
import { done, type Outcome } from '../outcome.ts'
import type { PaymentSettings } from '../payments/payment-settings.ts'
import { type Presets, type SettingsInForce, settingsInForce } from './effective-settings.ts'
import { noteAction } from './note-action.ts'

export interface SiteSettingsDeps {
  database: Database
  clock: Clock
  presets: Presets
  paymentSettings: PaymentSettings
  /** Hears which sources are switched on now, when that is not as it was. */
  onSourcesSwitched: (on: readonly SwitchableSource[]) => void
}

/** The settings of the installation as the panel shows and changes them. */
export function siteSettings(deps: SiteSettingsDeps) {
  const { database, presets, paymentSettings } = deps

  async function view(records: Records): Promise<SettingsView> {
    const inForce = await settingsInForce(records, presets)
    return { ...inForce, ...(await paymentSettings.view(records)), fromEnvironment: presets }
  }

  /**
   * Saves what is different from what is in force, all of it or nothing. What is not is left to the environment: a later
   * change of that is not hidden by a field that nobody has touched.
   */
  async function change(wish: SettingsChange, by: string): Promise<Outcome<SettingsView>> {
    let switched: readonly SwitchableSource[] | null = null
    const outcome = await database.transaction(async (records): Promise<Outcome<SettingsView>> => {
      await records.settings.lock()
      const before = await view(records)
      const paymentNotes = await paymentSettings.save(records, {
        paypalClientId: wish.paypalClientId ?? before.paypalClientId,
        paypalEnvironment: wish.paypalEnvironment ?? before.paypalEnvironment,
        paypalWebhookId: wish.paypalWebhookId ?? before.paypalWebhookId,
        paypalClientSecret: wish.paypalClientSecret,
      })
      const changed = differences(before, wish)
      await records.settings.write(changed)
      const { retentionHours, sources } = changed
      // What was promised is not prolonged, but whoever shortens wants less to lie about now.
      if (retentionHours !== undefined && retentionHours < before.retentionHours)
        await records.clips.shortenLives(retentionHours, deps.clock.now())
      const notes = [...notesOf(before, changed), ...paymentNotes]
      if (notes.length > 0)
        await noteAction(records, { by, at: deps.clock.now(), action: 'settings_changed', details: notes.join('; ') })
      switched = sources ?? null
      return done(await view(records))
    })
    if (switched) deps.onSourcesSwitched(switched)
    return outcome
  }

  return { read: () => view(database.records), change }
}

function differences(before: SettingsInForce, wish: SettingsChange): Partial<SettingsInForce> {
  const { freeMaxQuality, freeDailyLimit, retentionHours, requireSecondFactor } = wish
  // In one order and each once, so that the same choice is the same.
  const sources = wish.sources && SWITCHABLE_SOURCES.filter((source) => wish.sources?.includes(source))
  const wanted: Partial<SettingsInForce> = {
    ...(freeMaxQuality === undefined ? {} : { freeMaxQuality }),
    ...(freeDailyLimit === undefined ? {} : { freeDailyLimit }),
    ...(retentionHours === undefined ? {} : { retentionHours }),
    ...(requireSecondFactor === undefined ? {} : { requireSecondFactor }),
    ...(sources === undefined ? {} : { sources }),
  }
  return Object.fromEntries(
    Object.entries(wanted).filter(
      ([field, value]) => inWords(before[field as keyof SettingsInForce]) !== inWords(value),
    ),
  )
}

/** As the panel calls them. */
const FIELD_NAMES: Record<keyof SettingsInForce, string> = {
  freeMaxQuality: 'Free max quality',
  freeDailyLimit: 'Daily limit',
  retentionHours: 'Retention, hours',
  sources: 'Sources',
  requireSecondFactor: 'Admins need a second factor',
}

function notesOf(before: SettingsInForce, changed: Partial<SettingsInForce>): string[] {
  return (Object.keys(changed) as (keyof SettingsInForce)[]).map(
    (field) => `${FIELD_NAMES[field]}: ${inWords(before[field])}, now ${inWords(changed[field])}`,
  )
}

function inWords(value: SettingsInForce[keyof SettingsInForce] | undefined): string {
  if (Array.isArray(value)) return [...value].sort().join(' and ') || 'none'
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  return String(value)
}
