import { zodResolver } from '@hookform/resolvers/zod'
import { startSecondFactor } from '@kerf/contract/user'
import { PasswordField } from '@kerf/ui/PasswordField'
import { useForm } from 'react-hook-form'
import { formWords } from '#messages/account.ts'
import { dashboardWords } from '#messages/dashboard.ts'
import { useOneAtATime } from '../../browser/use-one-at-a-time.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { showFailure } from '../../data/session/show-failure.ts'
import { SettingsForm, type SettingsFormPlace } from './SettingsForm.tsx'

const words = dashboardWords.settings.secondFactor
const resolver = zodResolver(startSecondFactor.body)

interface PasswordAskedFormProps extends SettingsFormPlace {
  action: string
  /** What is done once the password was given. Rejects as callApi does. */
  send: (password: string) => Promise<void>
}

/** One step that takes the password of whoever is signed in: they may have left the screen to somebody else. */
export function PasswordAskedForm({ user, onEdit, isNext, action, send }: PasswordAskedFormProps) {
  const { busy, run } = useOneAtATime()
  const form = useForm({ resolver, defaultValues: { password: '' } })
  const { errors, isDirty } = form.formState
  const fault = errors.password && (errors.password.type === 'server' ? errors.password.message : words.missingPassword)

  const submit = form.handleSubmit(({ password }) =>
    run(async () => {
      try {
        await send(password)
      } catch (error) {
        const wrong = error instanceof ApiError && error.code === 'wrong_password'
        const place = wrong ? 'password' : 'root'
        form.setError(place, { type: 'server', message: failureSentence(error) }, { shouldFocus: true })
        showFailure(error)
      }
    }),
  )
  return (
    <SettingsForm
      onSubmit={submit}
      onEdit={onEdit}
      isNext={isNext && isDirty}
      busy={busy}
      action={action}
      fault={errors.root?.message}
    >
      {/* For password managers: whose password this is. */}
      <input type="text" autoComplete="username" value={user.email} readOnly hidden />
      <PasswordField
        label={words.password}
        words={formWords.reveal(words.passwordRevealed)}
        autoComplete="current-password"
        fault={fault}
        {...form.register('password')}
      />
    </SettingsForm>
  )
}
