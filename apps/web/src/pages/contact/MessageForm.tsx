import { zodResolver } from '@hookform/resolvers/zod'
import { sendMessage } from '@kerf/contract/contact'
import { callApi } from '@kerf/contract/protocol/client'
import { EmailField, Field, TextArea } from '@kerf/ui/Field'
import { useState } from 'react'
import { contactWords } from '#messages/contact.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { useNameAndEmail } from '../../data/session/user-name.ts'

const words = contactWords
const { fields } = words
const resolver = zodResolver(sendMessage.body, withSentences(words.faults))

/** Form for a message to the operator. It is emptied once the server has accepted the message. */
export function MessageForm() {
  const person = useNameAndEmail()
  const [isSent, setSent] = useState(false)
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { ...person, subject: '', message: '' },
    followsSession: true,
    async send(body, { startOver }) {
      setSent(false)
      await callApi(sendMessage, { body })
      toasts.show({ title: words.sentTitle, text: words.sent })
      startOver()
      setSent(true)
    },
    tell: tellRefusal(words.failed),
  })
  return (
    <StackedForm onSubmit={submit}>
      <Field label={fields.name} autoComplete="name" fault={faults.name} {...form.register('name')} />
      <EmailField label={fields.email} fault={faults.email} {...form.register('email')} />
      <Field label={fields.subject} autoComplete="off" fault={faults.subject} {...form.register('subject')} />
      <TextArea label={fields.message} fault={faults.message} {...form.register('message')} />
      <FormEnd label={words.send} sendingLabel={words.sending} sending={sending} refusal={refusal} />
      {isSent && (
        <p>
          <b>{words.sentTitle}.</b> {words.sent}
        </p>
      )}
    </StackedForm>
  )
}
