import { zodResolver } from '@hookform/resolvers/zod'
import { confirmSecondFactor as endpoint } from '@kerf/contract/user'
import { Field } from '@kerf/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { dashboardWords } from '#messages/dashboard.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { confirmSecondFactor, sessionsQuery } from '../../data/queries/user-queries.ts'
import { faultOf, SettingsForm, type SettingsFormPlace, useSettingsForm } from './SettingsForm.tsx'

const words = dashboardWords.settings.secondFactor
const resolver = zodResolver(endpoint.body)

/** Proves that the app has the secret before anybody is asked for its codes. */
export function FirstCodeForm({ place, onConfirmed }: { place: SettingsFormPlace; onConfirmed: () => void }) {
  const queryClient = useQueryClient()
  const { form, errors, frame } = useSettingsForm(place, {
    resolver,
    begin: { code: '' },
    async send({ code }) {
      await confirmSecondFactor(code)
      onConfirmed()
      // The other sessions have ended.
      void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
    },
    blame: { wrong_code: 'code' },
    sentenceFor: (error) =>
      error instanceof ApiError && error.code === 'invalid_request' ? words.setupOver : failureSentence(error),
  })
  return (
    <SettingsForm {...frame} isNext={place.isNext} action={words.confirm}>
      <Field
        label={words.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCapitalize="off"
        spellCheck={false}
        fault={faultOf(errors.code, words.missingCode)}
        {...form.register('code')}
      />
    </SettingsForm>
  )
}
