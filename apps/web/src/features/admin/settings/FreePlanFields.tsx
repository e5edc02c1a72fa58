import type { SettingsUpdate } from '@kerf/contract/admin-settings'
import { FREE_MAX_QUALITIES } from '@kerf/domain/access/quality-access'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { FREE_DAILY_LIMIT_BOUNDS } from '@kerf/domain/site/site-settings'
import { SelectField } from '@kerf/ui/SelectField'
import { TextField } from '@kerf/ui/TextField'
import type { UseFormReturn } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { describedBy, SettingField } from './SettingField.tsx'

const words = adminSettingsWords.settings
const { min, max } = FREE_DAILY_LIMIT_BOUNDS

export function FreePlanFields({ form }: { form: UseFormReturn<SettingsUpdate> }) {
  const { register, formState } = form
  const limitFault = formState.errors.freeDailyLimit && words.freeDailyLimitFault(min, max)
  return (
    <>
      <SettingField id="free-max-quality" label={words.freeMaxQuality} note={words.freeMaxQualityNote}>
        <SelectField
          id="free-max-quality"
          aria-describedby={describedBy('free-max-quality', undefined)}
          options={FREE_MAX_QUALITIES.map((quality) => ({ value: quality, name: QUALITIES[quality].label }))}
          {...register('freeMaxQuality')}
        />
      </SettingField>
      <SettingField
        id="free-daily-limit"
        label={words.freeDailyLimit}
        note={words.freeDailyLimitNote}
        fault={limitFault}
      >
        <TextField
          id="free-daily-limit"
          className="short"
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          step={1}
          aria-describedby={describedBy('free-daily-limit', limitFault)}
          fault={limitFault ?? null}
          {...register('freeDailyLimit', { valueAsNumber: true })}
        />
      </SettingField>
    </>
  )
}
