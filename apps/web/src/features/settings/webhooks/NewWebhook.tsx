import { zodResolver } from '@hookform/resolvers/zod'
import { createWebhook } from '@kerf/contract/webhooks'
import { WEBHOOK_EVENTS } from '@kerf/domain/webhooks/webhook'
import { CheckField, Field } from '@kerf/ui/Field'
import { FieldFault } from '@kerf/ui/TextField'
import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { webhookWords as words } from '#messages/account/webhooks.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { withSentences } from '../../../data/forms/with-sentences.ts'
import { ApiError } from '../../../data/queries/calls.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { AccountForm, type Confirming } from '../AccountForm.tsx'
import { ConfirmingPassword, usePasswordOnDemand } from '../ConfirmingPassword.tsx'
import type { NewSecret } from '../ProgramsSection.tsx'
import { webhooksQuery } from '../program-queries.ts'

interface NewWebhookProps extends Pick<Confirming, 'user'> {
  onSecret: (secret: NewSecret) => void
}

const EXAMPLE_URL = 'https://example.com/hooks'
const INITIAL_VALUES = {
  url: '',
  events: ['download.completed', 'download.failed'] as (typeof WEBHOOK_EVENTS)[number][],
}

const resolver = zodResolver(
  createWebhook.body,
  withSentences({
    url: { otherwise: words.urlFault },
    events: { otherwise: words.eventsFault },
    password: { otherwise: dashboardWords.settings.missingPassword },
  }),
)

export function NewWebhook({ user, onSecret }: NewWebhookProps) {
  const password = usePasswordOnDemand()
  const eventsId = useId()
  const queryClient = useQueryClient()
  const sentForm = useSentForm({
    resolver,
    begin: { ...INITIAL_VALUES, ...(password.isAsked && { password: '' }) },
    async send(request, { startOver }) {
      const { id, secret } = await callApi(createWebhook, { body: request })
      await queryClient.invalidateQueries(webhooksQuery)
      startOver()
      onSecret({ id, secret, text: words.secretText })
      toasts.show({ title: words.added, text: request.url })
    },
    blame: { invalid_request: 'url', wrong_password: 'password' },
    tell(error) {
      const sentence = password.tell(error)
      return error instanceof ApiError && error.code === 'invalid_request' ? words.urlFault : sentence
    },
  })
  const { form, faults } = sentForm
  return (
    <AccountForm sentForm={sentForm} action={words.add}>
      <Field
        label={words.url}
        type="url"
        placeholder={EXAMPLE_URL}
        autoComplete="off"
        spellCheck={false}
        hint={words.urlHint}
        fault={faults.url}
        {...form.register('url')}
      />
      <fieldset className="webhook-events" aria-describedby={faults.events ? `${eventsId}-fault` : undefined}>
        <legend>{words.eventsLegend}</legend>
        {WEBHOOK_EVENTS.map((event) => (
          <CheckField key={event} label={words.events[event]} value={event} {...form.register('events')} />
        ))}
        {faults.events && <FieldFault fieldId={eventsId}>{faults.events}</FieldFault>}
      </fieldset>
      {password.isAsked && <ConfirmingPassword user={user} fault={faults.password} {...form.register('password')} />}
    </AccountForm>
  )
}
