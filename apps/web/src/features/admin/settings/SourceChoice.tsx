import { nameOfSource } from '@kerf/domain/links/source-ids'
import { SWITCHABLE_SOURCES, type SwitchableSource } from '@kerf/domain/site/site-settings'
import { CheckField } from '@kerf/ui/Field'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import type { SettingsFormState } from './SettingField.tsx'

const words = adminSettingsWords.settings.sourceNames

/** A box for each source that can be switched on. Sites have the same name in every language. */
export function SourceChoice({ form }: { form: Pick<SettingsFormState, 'register'> }) {
  return (
    <div className="grid grid-cols-2 gap-x-6 max-phone:grid-cols-1">
      {SWITCHABLE_SOURCES.map((source) => (
        <CheckField key={source} value={source} label={sourceLabel(source)} {...form.register('sources')} />
      ))}
    </div>
  )
}

function sourceLabel(source: SwitchableSource): string {
  if (source === 'youtube' || source === 'media') return words[source]
  return nameOfSource(source) ?? source
}
