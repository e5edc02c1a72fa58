import type { SettingsView, SettingsWish } from '@kerf/contract/admin-settings'
import { SWITCHABLE_SOURCES } from '@kerf/domain/site-settings'
import { CheckField } from '@kerf/ui/CheckField'
import type { UseFormReturn } from 'react-hook-form'
import { adminSettingsWords } from '#messages/admin-settings.ts'

const words = adminSettingsWords.settings

interface SourceFieldsProps {
  form: UseFormReturn<SettingsWish>
  settings: SettingsView
}

export function SourceFields({ form, settings }: SourceFieldsProps) {
  const { fromEnvironment, sources } = settings
  const isOver = SWITCHABLE_SOURCES.some((id) => sources.includes(id) !== fromEnvironment.sources.includes(id))
  return (
    <>
      {SWITCHABLE_SOURCES.map((source) => (
        <CheckField key={source} value={source} label={words.sourceNames[source]} {...form.register('sources')} />
      ))}
      <p className="setting-note">
        {words.sourcesNote}
        {isOver && ` ${words.overEnvironment('SOURCES', fromEnvironment.sources.join(','))}`}
      </p>
    </>
  )
}
