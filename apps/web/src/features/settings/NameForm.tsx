import { zodResolver } from '@hookform/resolvers/zod'
import { MAX_NAME_LENGTH } from '@kerf/contract/auth'
import { profileChange, updateProfile } from '@kerf/contract/user'
import { Field } from '@kerf/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { profileQuery } from '../../data/queries/user-queries.ts'
import { session } from '../../data/session/session.ts'
import { callApi, saysSessionEnded } from '../../data/session/with-session.ts'
import { SettingsForm, type SettingsFormPlace, SettingsSection, useSettingsForm } from './SettingsForm.tsx'

const words = dashboardWords.settings.name

export function NameForm(place: SettingsFormPlace) {
  const queryClient = useQueryClient()
  const { form, errors, frame } = useSettingsForm(place, {
    resolver: zodResolver(profileChange),
    begin: { name: place.user.name ?? '' },
    async send(change, startOver) {
      const updatedUser = await callApi(updateProfile, { body: change })
      session.set(updatedUser)
      queryClient.setQueryData(profileQuery.queryKey, updatedUser)
      startOver({ name: updatedUser.name ?? '' })
      toasts.show({ title: words.savedTitle, text: words.savedText(updatedUser.name ?? '') })
    },
    show(error) {
      if (!saysSessionEnded(error)) toasts.show({ title: words.failedTitle, text: words.failedText, tone: 'fault' })
    },
  })
  const fault = errors.name && (errors.name.type === 'too_big' ? words.tooLong(MAX_NAME_LENGTH) : words.missing)
  return (
    <SettingsSection title={words.title}>
      <SettingsForm {...frame} action={words.save}>
        <Field label={words.label} autoComplete="name" fault={fault} {...form.register('name')} />
      </SettingsForm>
    </SettingsSection>
  )
}
