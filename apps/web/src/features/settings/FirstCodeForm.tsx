import { zodResolver } from '@hookform/resolvers/zod'
import { confirmSecondFactor as endpoint } from '@kerf/contract/user'
import { Field } from '@kerf/ui/Field'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { dashboardWords } from '#messages/dashboard.ts'
import { useOneAtATime } from '../../browser/use-one-at-a-time.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { confirmSecondFactor, sessionsQuery } from '../../data/queries/user-queries.ts'
import { showFailure } from '../../data/session/show-failure.ts'
import { SettingsForm, type SettingsFormPlace } from './SettingsForm.tsx'

const words = dashboardWords.settings.secondFactor
const resolver = zodResolver(endpoint.body)

/** Proves that the app has the secret before anybody is asked for its codes. */
export function FirstCodeForm({ place, onConfirmed }: { place: SettingsFormPlace; onConfirmed: () => void }) {
  const queryClient = useQueryClient()
  const { busy, run } = useOneAtATime()
  const form = useForm({ resolver, defaultValues: { code: '' } })
  const { errors } = form.formState
  const fault = errors.code && (errors.code.type === 'server' ? errors.code.message : words.missingCode)

  const submit = form.handleSubmit(({ code }) =>
    run(async () => {
      try {
        await confirmSecondFactor(code)
        onConfirmed()
        // The other sessions have ended.
        void queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey })
      } catch (error) {
        const refusal = error instanceof ApiError ? error.code : null
        const place = refusal === 'wrong_code' ? 'code' : 'root'
        const message = refusal === 'invalid_request' ? words.setupOver : failureSentence(error)
        form.setError(place, { type: 'server', message }, { shouldFocus: true })
        showFailure(error)
      }
    }),
  )
  return (
    <SettingsForm
      onSubmit={submit}
      onEdit={place.onEdit}
      isNext={place.isNext}
      busy={busy}
      action={words.confirm}
      fault={errors.root?.message}
    >
      <Field
        label={words.code}
        autoComplete="one-time-code"
        inputMode="numeric"
        autoCapitalize="off"
        spellCheck={false}
        fault={fault}
        {...form.register('code')}
      />
    </SettingsForm>
  )
}
