import { type SettingsView, settingsWish } from '@kerf/contract/admin-settings'
import { z } from 'zod'

const { paypalClientSecret: secret } = settingsWish.shape

/** What the form holds. A secret's field that is left empty is a secret that stays. */
export const enteredSettings = settingsWish.extend({
  paypalClientSecret: z
    .string()
    .trim()
    .pipe(z.union([z.literal(''), secret.unwrap()])),
})
export type EnteredSettings = z.output<typeof enteredSettings>

/** What was entered is not shown again, nor sent once more. */
export const withoutSecret = (settings: SettingsView): EnteredSettings => ({ ...settings, paypalClientSecret: '' })
