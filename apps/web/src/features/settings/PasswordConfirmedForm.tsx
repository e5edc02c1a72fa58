import { zodResolver } from '@hookform/resolvers/zod'
import { startSecondFactor } from '@kerf/contract/user'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { tellFailure } from '../../data/feedback/show-failure.ts'
import { inWords } from '../../data/forms/in-words.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { ConfirmingPassword } from './ConfirmingPassword.tsx'
import { SettingsForm, type SettingsFormContext } from './SettingsForm.tsx'

const { secondFactor: words, missingPassword } = dashboardWords.settings
const resolver = zodResolver(startSecondFactor.body, inWords({ password: { otherwise: missingPassword } }))

interface PasswordConfirmedFormProps extends SettingsFormContext {
  action: string
  /** Called with the password; undefined for accounts without one. Rejects as callApi does. */
  send: (password: string | undefined) => Promise<void>
}

export function PasswordConfirmedForm({ action, send, ...context }: PasswordConfirmedFormProps) {
  const sentForm = useSentForm({
    resolver,
    begin: { password: context.hasPassword ? '' : undefined },
    send: ({ password }) => send(password),
    blame: { wrong_password: 'password' },
    tell: tellFailure,
  })
  return (
    <SettingsForm sentForm={sentForm} context={context} action={action}>
      {context.hasPassword && (
        <ConfirmingPassword
          label={words.password}
          words={formWords.reveal(words.passwordRevealed)}
          user={context.user}
          fault={sentForm.faults.password}
          {...sentForm.form.register('password')}
        />
      )}
    </SettingsForm>
  )
}
