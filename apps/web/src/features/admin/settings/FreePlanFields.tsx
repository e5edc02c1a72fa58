import { FREE_MAX_QUALITIES } from '@kerf/domain/access/quality-access'
import { QUALITIES } from '@kerf/domain/formats/quality'
import { FREE_DAILY_LIMIT_BOUNDS } from '@kerf/domain/site/site-settings'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { SettingInput, SettingSelect, type SettingsFormState } from './SettingField.tsx'

const words = adminSettingsWords.settings
const { min, max } = FREE_DAILY_LIMIT_BOUNDS

export function FreePlanFields({ form }: { form: SettingsFormState }) {
  return (
    <>
      <SettingSelect
        id="free-max-quality"
        form={form}
        name="freeMaxQuality"
        label={words.freeMaxQuality}
        note={words.freeMaxQualityNote}
        options={FREE_MAX_QUALITIES.map((quality) => ({ value: quality, name: QUALITIES[quality].label }))}
      />
      <SettingInput
        id="free-daily-limit"
        form={form}
        name="freeDailyLimit"
        label={words.freeDailyLimit}
        note={words.freeDailyLimitNote}
        fault={words.freeDailyLimitFault(min, max)}
        className="short"
        type="number"
        inputMode="numeric"
        min={min}
        max={max}
        step={1}
      />
    </>
  )
}
