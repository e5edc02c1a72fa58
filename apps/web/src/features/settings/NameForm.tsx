import { zodResolver } from '@hookform/resolvers/zod'
import { MAX_NAME_LENGTH } from '@kerf/contract/auth'
import { profileChange, updateProfile } from '@kerf/contract/user'
import { Field } from '@kerf/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { profileQuery } from '../../data/queries/user-queries.ts'
import { session } from '../../data/session/session.ts'
import { callApi, saysSessionEnded } from '../../data/session/with-session.ts'
import { AccountForm, type AccountFormContext, SettingsSection } from './AccountForm.tsx'

const words = dashboardWords.settings.name
const resolver = zodResolver(
  profileChange,
  withSentences({ name: { too_big: words.tooLong(MAX_NAME_LENGTH), otherwise: words.missing } }),
)

export function NameForm(context: AccountFormContext) {
  const queryClient = useQueryClient()
  const sentForm = useSentForm({
    resolver,
    begin: { name: context.user.name ?? '' },
    async send(change, { startOver }) {
      const updatedUser = await callApi(updateProfile, { body: change })
      session.set(updatedUser)
      queryClient.setQueryData(profileQuery.queryKey, updatedUser)
      startOver({ name: updatedUser.name ?? '' })
      toasts.show({ title: words.savedTitle, text: words.savedText(updatedUser.name ?? '') })
    },
    tell(error) {
      if (!saysSessionEnded(error)) toasts.show({ title: words.failedTitle, text: words.failedText, tone: 'fault' })
      return failureSentence(error)
    },
  })
  const { form, faults } = sentForm
  return (
    <SettingsSection title={words.title}>
      <AccountForm sentForm={sentForm} context={context} action={words.save}>
        <Field label={words.label} autoComplete="name" fault={faults.name} {...form.register('name')} />
      </AccountForm>
    </SettingsSection>
  )
}
