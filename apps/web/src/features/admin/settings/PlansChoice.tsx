import type { SettingsView } from '@kerf/contract/admin-settings'
import { say } from '@kerf/domain/health/health-check'
import { PLANS_SWITCH } from '@kerf/domain/site/site-settings'
import { ChoiceField } from '@kerf/ui/Field'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { messageOf } from './health-parts.ts'
import type { SettingsFormState } from './SettingField.tsx'

const words = adminSettingsWords.settings.sale

interface PlansChoiceProps {
  form: SettingsFormState
  settings: SettingsView
}

/** Choice of what is sold, and what is missing before anybody can buy it. */
export function PlansChoice({ form, settings }: PlansChoiceProps) {
  const { plans } = settings.fromEnvironment
  const isSelling = form.watch('plans') === 'on'
  return (
    <>
      {plans === null ? (
        PLANS_SWITCH.toReversed().map((value) => (
          <ChoiceField
            key={value}
            value={value}
            label={words.modes[value].name}
            note={words.modes[value].note}
            {...form.register('plans')}
          />
        ))
      ) : (
        <p className="wrap-anywhere">
          {words.modes[plans].name}. {words.fromEnvironment(`PLANS=${plans}`)}
        </p>
      )}
      <div role="status">
        {isSelling && !settings.hasPaypalSecret && (
          <p className="note wrap-anywhere">
            {messageOf({
              says: [say(settings.paypalClientId === '' ? 'payments_off' : 'payments_secret_missing')],
              message: '',
            })}
          </p>
        )}
      </div>
    </>
  )
}
