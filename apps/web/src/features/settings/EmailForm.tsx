import { zodResolver } from '@hookform/resolvers/zod'
import { emailChange } from '@kerf/contract/user'
import { Field } from '@kerf/ui/Field'
import { PasswordField } from '@kerf/ui/PasswordField'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { formWords } from '#messages/account.ts'
import { dashboardWords } from '#messages/dashboard.ts'
import { useOneAtATime } from '../../browser/use-one-at-a-time.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { changeEmail } from '../../data/queries/user-queries.ts'
import { showFailure } from '../../data/session/show-failure.ts'
import { SettingsForm, type SettingsFormPlace, SettingsSection } from './SettingsForm.tsx'

const { reveal } = dashboardWords.settings
const words = dashboardWords.settings.email

export function EmailForm({ user, onEdit, isNext }: SettingsFormPlace) {
  const { busy, run } = useOneAtATime()
  /** The email whose mailbox has still to answer, as far as this page knows. */
  const [askedFor, setAskedFor] = useState<string | null>(null)
  const isSame = (email: string): boolean => email.trim().toLowerCase() === user.email.toLowerCase()
  const form = useForm({
    resolver: zodResolver(emailChange.refine(({ email }) => !isSame(email), { path: ['email'] })),
    defaultValues: { email: '', password: '' },
  })
  const { errors, isDirty } = form.formState

  const send = form.handleSubmit((change) =>
    run(async () => {
      try {
        await changeEmail(change)
        form.reset()
        setAskedFor(change.email)
        toasts.show({ title: words.sentTitle, text: words.sentText(change.email) })
      } catch (error) {
        const code = error instanceof ApiError ? error.code : null
        const place = code === 'wrong_password' ? 'password' : 'root'
        form.setError(place, { type: 'server', message: failureSentence(error) }, { shouldFocus: true })
        showFailure(error)
      }
    }),
  )
  const emailFault =
    errors.email &&
    (errors.email.type === 'server'
      ? errors.email.message
      : errors.email.type === 'custom'
        ? words.same
        : words.invalid)
  const passwordFault =
    errors.password &&
    (errors.password.type === 'server' ? errors.password.message : dashboardWords.settings.password.missing)
  return (
    <SettingsSection
      title={words.title}
      note={
        <>
          <span className="wrap-anywhere">{words.now(user.email)}</span> {words.howItChanges}
        </>
      }
    >
      <SettingsForm
        onSubmit={send}
        onEdit={onEdit}
        isNext={isNext && isDirty}
        busy={busy}
        action={words.save}
        fault={errors.root?.message}
      >
        <Field
          label={words.label}
          type="email"
          autoComplete="email"
          spellCheck={false}
          fault={emailFault}
          {...form.register('email')}
        />
        <PasswordField
          label={words.password}
          words={formWords.reveal(reveal.password)}
          autoComplete="current-password"
          fault={passwordFault}
          {...form.register('password')}
        />
      </SettingsForm>
      {askedFor !== null && !isSame(askedFor) && (
        <p className="desk-note mt-3 wrap-anywhere">{words.sentText(askedFor)}</p>
      )}
    </SettingsSection>
  )
}
