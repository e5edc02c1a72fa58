import type { SettingsUpdate, SettingsView } from '@kerf/contract/admin-settings'
import { RETENTION_BOUNDS } from '@kerf/domain/site/site-settings'
import { TextField } from '@kerf/ui/TextField'
import type { UseFormReturn } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { figure } from '../figures.ts'
import { describedBy, SettingField } from './SettingField.tsx'

const words = adminSettingsWords.settings
const { min, max } = RETENTION_BOUNDS

interface RetentionFieldProps {
  form: UseFormReturn<SettingsUpdate>
  settings: SettingsView
}

export function RetentionField({ form, settings }: RetentionFieldProps) {
  const { fromEnvironment, retentionHours } = settings
  const { register, formState } = form
  const fault = formState.errors.retentionHours && words.retentionFault(figure(min), max)
  const note =
    retentionHours === fromEnvironment.retentionHours
      ? words.retentionNote(max)
      : `${words.retentionNote(max)} ${words.overEnvironment('RETENTION_HOURS', figure(fromEnvironment.retentionHours))}`
  return (
    <SettingField id="retention" label={words.retentionHours} note={note} fault={fault}>
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
