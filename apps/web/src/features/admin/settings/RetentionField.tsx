import { RETENTION_BOUNDS } from '@kerf/domain/site-settings'
import { TextField } from '@kerf/ui/TextField'
import type { UseFormReturn } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { figure } from '../figures.ts'
import type { EnteredSettings } from './entered-settings.ts'
import { describedBy, SettingField } from './SettingField.tsx'

const words = adminSettingsWords.settings
const { min, max } = RETENTION_BOUNDS

export function RetentionField({ form }: { form: UseFormReturn<EnteredSettings> }) {
  const { register, formState } = form
  const fault = formState.errors.retentionHours && words.retentionFault(figure(min), max)
  return (
    <SettingField id="retention" label={words.retentionHours} note={words.retentionNote(max)} fault={fault}>
      <TextField
        id="retention"
        className="short"
        type="number"
        inputMode="decimal"
        min={min}
        max={max}
        step="any"
        aria-describedby={describedBy('retention', fault)}
        fault={fault ?? null}
        {...register('retentionHours', { valueAsNumber: true })}
      />
    </SettingField>
  )
}
