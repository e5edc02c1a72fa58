import { zodResolver } from '@hookform/resolvers/zod'
import { startSecondFactor } from '@kerf/contract/user'
import { formWords } from '#messages/account/account.ts'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { tellFailure } from '../../data/feedback/show-failure.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { AccountForm, type AccountFormContext } from './AccountForm.tsx'
import { ConfirmingPassword } from './ConfirmingPassword.tsx'

const { secondFactor: words, missingPassword } = dashboardWords.settings
const resolver = zodResolver(startSecondFactor.body, withSentences({ password: { otherwise: missingPassword } }))

interface PasswordConfirmedFormProps extends AccountFormContext {
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
    <AccountForm sentForm={sentForm} context={context} action={action}>
      {context.hasPassword && (
        <ConfirmingPassword
          label={words.password}
          words={formWords.reveal(words.passwordRevealed)}
          user={context.user}
          fault={sentForm.faults.password}
          {...sentForm.form.register('password')}
        />
      )}
    </AccountForm>
  )
}
