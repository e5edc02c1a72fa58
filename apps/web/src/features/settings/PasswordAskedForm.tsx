import { zodResolver } from '@hookform/resolvers/zod'
import { startSecondFactor } from '@kerf/contract/user'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { ConfirmingPassword } from './ConfirmingPassword.tsx'
import { SettingsForm, type SettingsFormPlace, useSettingsForm } from './SettingsForm.tsx'

const words = dashboardWords.settings.secondFactor
const resolver = zodResolver(startSecondFactor.body)

interface PasswordAskedFormProps extends SettingsFormPlace {
  action: string
  /** Called with the password; undefined for accounts without one. Rejects as callApi does. */
  send: (password: string | undefined) => Promise<void>
}

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
        <ConfirmingPassword
          label={words.password}
          words={formWords.reveal(words.passwordRevealed)}
          user={place.user}
          error={errors.password}
          {...form.register('password')}
        />
      )}
    </SettingsForm>
  )
}
