import { zodResolver } from '@hookform/resolvers/zod'
import { passwordChange } from '@kerf/contract/user'
import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/password'
import { PasswordField } from '@kerf/ui/PasswordField'
import { useQueryClient } from '@tanstack/react-query'
import { type FieldError, useForm } from 'react-hook-form'
import { z } from 'zod'
import { formWords } from '#messages/account.ts'
import { dashboardWords } from '#messages/dashboard.ts'
import { useOneAtATime } from '../../browser/use-one-at-a-time.ts'
import { PasswordStrengthHint } from '../../controls/PasswordStrengthHint.tsx'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { changePassword, sessionsQuery } from '../../data/queries/user-queries.ts'
import { showFailure } from '../../data/session/show-failure.ts'
import { SettingsForm, type SettingsFormPlace, SettingsSection } from './SettingsForm.tsx'

const { reveal } = dashboardWords.settings
const words = dashboardWords.settings.password

const typed = passwordChange
  .extend({ confirm: z.string() })
  .refine(({ newPassword, confirm }) => newPassword === confirm, { path: ['confirm'] })

export function PasswordForm({ user, onEdit, isNext }: SettingsFormPlace) {
  const queryClient = useQueryClient()
  const { busy, run } = useOneAtATime()
  const form = useForm({
    resolver: zodResolver(typed),
    defaultValues: { currentPassword: '', newPassword: '', confirm: '' },
  })
  const { errors, isDirty } = form.formState

  const save = form.handleSubmit(({ currentPassword, newPassword }) =>
    run(async () => {
      try {
        await changePassword({ currentPassword, newPassword })
        form.reset()
        toasts.show({ title: words.savedTitle, text: words.savedText })
        void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      } catch (error) {
        const wrong = error instanceof ApiError && error.code === 'wrong_password'
        const place = wrong ? 'currentPassword' : 'root'
        form.setError(place, { type: 'server', message: failureSentence(error) }, { shouldFocus: true })
        showFailure(error)
      }
    }),
  )
  return (
    <SettingsSection title={words.title} note={words.text}>
      <SettingsForm
        onSubmit={save}
        onEdit={onEdit}
        isNext={isNext && isDirty}
        busy={busy}
        action={words.save}
        fault={errors.root?.message}
      >
        {/* For password managers: whose password this is. */}
        <input type="text" autoComplete="username" value={user.email} readOnly hidden />
        <PasswordField
          label={words.current}
          words={formWords.reveal(reveal.current)}
          autoComplete="current-password"
          fault={errors.currentPassword && (serverWords(errors.currentPassword) ?? words.missing)}
          {...form.register('currentPassword')}
        />
        <PasswordField
          label={words.fresh}
          words={formWords.reveal(reveal.fresh)}
          autoComplete="new-password"
          hint={<PasswordStrengthHint password={form.watch('newPassword')} />}
          fault={errors.newPassword && lengthWords(errors.newPassword)}
          {...form.register('newPassword')}
        />
        <PasswordField
          label={words.confirm}
          words={formWords.reveal(reveal.confirm)}
          autoComplete="new-password"
          fault={errors.confirm && words.mismatch}
          {...form.register('confirm')}
        />
      </SettingsForm>
    </SettingsSection>
  )
}

const serverWords = ({ type, message }: FieldError): string | undefined => (type === 'server' ? message : undefined)

const lengthWords = ({ type }: FieldError): string =>
  type === 'too_big' ? words.tooLong(PASSWORD_MAX_LENGTH) : words.tooShort(PASSWORD_MIN_LENGTH)
