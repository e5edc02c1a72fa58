import { zodResolver } from '@hookform/resolvers/zod'
import { MAX_NAME_LENGTH } from '@kerf/contract/account'
import { profileChange } from '@kerf/contract/user'
import { Field } from '@kerf/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { dashboardWords } from '#messages/dashboard.ts'
import { useOneAtATime } from '../../browser/use-one-at-a-time.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { profileQuery, updateProfile } from '../../data/queries/user-queries.ts'
import { saysSessionEnded } from '../../data/session/as-person.ts'
import { session } from '../../data/session/session.ts'
import { SettingsForm, type SettingsFormPlace, SettingsSection } from './SettingsForm.tsx'

const words = dashboardWords.settings.name

export function NameForm({ user, onEdit, isNext }: SettingsFormPlace) {
  const queryClient = useQueryClient()
  const { busy, run } = useOneAtATime()
  const form = useForm({ resolver: zodResolver(profileChange), defaultValues: { name: user.name ?? '' } })
  const { errors, isDirty } = form.formState
  const fault = errors.name && (errors.name.type === 'too_big' ? words.tooLong(MAX_NAME_LENGTH) : words.missing)

  const save = form.handleSubmit((change) =>
    run(async () => {
      try {
        const updated = await updateProfile(change)
        session.set(updated)
        queryClient.setQueryData(profileQuery.queryKey, updated)
        form.reset({ name: updated.name ?? '' })
        toasts.show({ title: words.savedTitle, text: words.savedText(updated.name ?? '') })
      } catch (error) {
        form.setError('root', { message: failureSentence(error) })
        if (!saysSessionEnded(error)) toasts.show({ title: words.failedTitle, text: words.failedText, tone: 'fault' })
      }
    }),
  )
  return (
    <SettingsSection title={words.title}>
      <SettingsForm
        onSubmit={save}
        onEdit={onEdit}
        isNext={isNext && isDirty}
        busy={busy}
        action={words.save}
        fault={errors.root?.message}
      >
        <Field label={words.label} autoComplete="name" fault={fault} {...form.register('name')} />
      </SettingsForm>
    </SettingsSection>
  )
}
