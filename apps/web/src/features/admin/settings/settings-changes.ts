import { type SettingsChange, type SettingsView, type SettingsWish, settingsWish } from '@kerf/contract/admin-settings'
import { z } from 'zod'

/** What may be entered. What is in force may stay, also where the environment says less than can be entered here. */
export function acceptedSettings({ retentionHours }: SettingsView): z.ZodType<SettingsWish, SettingsWish> {
  const { retentionHours: bounded, paypalClientSecret: secret } = settingsWish.shape
  return settingsWish.extend({
    retentionHours: z.union([z.literal(retentionHours), bounded]),
    // Left empty, the one that is known stays.
    paypalClientSecret: z
      .string()
      .trim()
      .pipe(z.union([z.literal(''), secret.unwrap()])),
  })
}

/**
 * What was entered anew. Only that is sent: what another admin has saved meanwhile stays, and what nobody has touched still
 * follows the environment.
 */
export function changedSettings(shown: SettingsWish, entered: SettingsWish): SettingsChange {
  const isOther = (field: string) => asText(entered, field) !== asText(shown, field)
  return Object.fromEntries(Object.entries(entered).filter(([field]) => isOther(field)))
}

/** A choice of several is the same in whatever order it was made. */
function asText(settings: SettingsWish, field: string): string | undefined {
  const value = settings[field as keyof SettingsWish]
  return JSON.stringify(Array.isArray(value) ? value.toSorted() : value)
}

/** What was entered is not shown again, nor sent once more. */
export const withoutSecret = (settings: SettingsView): SettingsWish => ({ ...settings, paypalClientSecret: '' })
