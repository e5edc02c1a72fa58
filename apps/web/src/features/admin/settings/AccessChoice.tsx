import { ACCESS_MODES } from '@kerf/domain/access/access-mode'
import { ChoiceField } from '@kerf/ui/Field'
import { accessWords as words } from '#messages/account/access.ts'
import type { SettingsFormState } from './SettingField.tsx'

/** Choice of who may cut on this server. */
export function AccessChoice({ form }: { form: Pick<SettingsFormState, 'register'> }) {
  return ACCESS_MODES.map((mode) => (
    <ChoiceField
      key={mode}
      value={mode}
      label={words.modes[mode].name}
      note={words.modes[mode].note}
      {...form.register('access')}
    />
  ))
}
