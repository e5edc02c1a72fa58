import type { SettingsView } from '@kerf/contract/admin-settings'
import { RETENTION_BOUNDS } from '@kerf/domain/site/site-settings'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { formatNumber } from '../formatting.ts'
import { SettingInput, type SettingsFormState } from './SettingField.tsx'

const words = adminSettingsWords.settings
const { min, max } = RETENTION_BOUNDS

export function RetentionField({ form, settings }: { form: SettingsFormState; settings: SettingsView }) {
  const { fromEnvironment, retentionHours } = settings
  const note =
    retentionHours === fromEnvironment.retentionHours
      ? words.retentionNote(max)
      : `${words.retentionNote(max)} ${words.overEnvironment('RETENTION_HOURS', formatNumber(fromEnvironment.retentionHours))}`
  return (
    <SettingInput
      id="retention"
      form={form}
      name="retentionHours"
      label={words.retentionHours}
      note={note}
      fault={words.retentionFault(formatNumber(min), max)}
      className="short"
      type="number"
      inputMode="decimal"
      min={min}
      max={max}
      step="any"
    />
  )
}
