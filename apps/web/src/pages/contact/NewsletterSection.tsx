import { zodResolver } from '@hookform/resolvers/zod'
import { subscribeNewsletter } from '@kerf/contract/contact'
import { callApi } from '@kerf/contract/protocol/client'
import { EmailField } from '@kerf/ui/Field'
import { useEffect, useId, useRef, useState } from 'react'
import { contactWords } from '#messages/contact.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { useNameAndEmail } from '../../data/session/user-name.ts'

const words = contactWords.newsletter
const resolver = zodResolver(subscribeNewsletter.body, withSentences({ email: contactWords.faults.email }))

/**
 * Form for the newsletter. People must confirm through a link in an email first, because anybody can type any address
 * here.
 */
export function NewsletterSection() {
  const titleId = useId()
  const [isSent, setSent] = useState(false)
  return (
    <section>
      <h2 id={titleId}>{words.title}</h2>
      {isSent ? <SentNote /> : <SubscribeForm titleId={titleId} onSent={() => setSent(true)} />}
    </section>
  )
}

function SubscribeForm({ titleId, onSent }: { titleId: string; onSent: () => void }) {
  const { email } = useNameAndEmail()
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { email },
    followsSession: true,
    async send(body) {
      await callApi(subscribeNewsletter, { body })
      toasts.show({ title: words.doneTitle, text: words.done })
      onSent()
    },
    tell: tellRefusal(words.failed),
  })
  return (
    <>
      <p>{words.text}</p>
      <StackedForm className="mt-4!" aria-labelledby={titleId} onSubmit={submit}>
        <EmailField label={words.field} fault={faults.email} {...form.register('email')} />
        <FormEnd
          label={words.subscribe}
          sendingLabel={words.subscribing}
          sending={sending}
          refusal={refusal}
          variant="ink"
        />
      </StackedForm>
    </>
  )
}

function SentNote() {
  const line = useRef<HTMLParagraphElement>(null)
  // The button with the focus is gone.
  useEffect(() => line.current?.focus(), [])
  return (
    <p ref={line} tabIndex={-1} className="outline-none">
      <b>{words.doneTitle}.</b> {words.done}
    </p>
  )
}
