import { zodResolver } from '@hookform/resolvers/zod'
import { startSecondFactor } from '@kerf/contract/user'
import { PasswordField } from '@kerf/ui/PasswordField'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { faultOf, SettingsForm, type SettingsFormPlace, useSettingsForm } from './SettingsForm.tsx'

const words = dashboardWords.settings.secondFactor
const resolver = zodResolver(startSecondFactor.body)

interface PasswordAskedFormProps extends SettingsFormPlace {
  action: string
  /** What is done once the password was given, where there is one. Rejects as callApi does. */
  send: (password: string | undefined) => Promise<void>
}

/** Asks for the password: another person may be using the open session. */
export function PasswordAskedForm({ action, send, ...place }: PasswordAskedFormProps) {
  const { form, errors, frame } = useSettingsForm(place, {
    resolver,
    begin: { password: place.hasPassword ? '' : undefined },
    send: ({ password }) => send(password),
    blame: { wrong_password: 'password' },
  })
  return (
    <SettingsForm {...frame} action={action}>
      {place.hasPassword && (
        <>
          {/* For password managers: whose password this is. */}
          <input type="text" autoComplete="username" value={place.user.email} readOnly hidden />
          <PasswordField
            label={words.password}
            words={formWords.reveal(words.passwordRevealed)}
            autoComplete="current-password"
            fault={faultOf(errors.password, dashboardWords.settings.missingPassword)}
            {...form.register('password')}
          />
        </>
      )}
    </SettingsForm>
  )
}
