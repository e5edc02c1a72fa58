import { zodResolver } from '@hookform/resolvers/zod'
import { exportNewsletterSubscribers, listNewsletterSubscribers, sendNewsletter } from '@kerf/contract/admin-messages'
import { pathFor } from '@kerf/contract/protocol/client'
import { Badge } from '@kerf/ui/Badge'
import { buttonClass } from '@kerf/ui/Button'
import { Cell } from '@kerf/ui/DataTable'
import { Field, TextArea } from '@kerf/ui/Field'
import { useState } from 'react'
import { adminWords } from '#messages/admin.ts'
import { adminSettingsWords } from '#messages/admin-settings.ts'
import { contactWords } from '#messages/contact.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { FormEnd, StackedForm } from '../../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../../data/forms/use-sent-form.ts'
import { withSentences } from '../../../data/forms/with-sentences.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys, listQuery } from '../admin-queries.ts'
import { formatNumber, formatTimestamp } from '../formatting.ts'
import { ConfirmDialog } from '../lists/ConfirmDialog.tsx'
import { ListSection } from '../lists/ListSection.tsx'

import '../../../data/forms/forms.css'

const words = adminSettingsWords.subscribers
const COLUMNS = [
  { name: words.columns.email },
  { name: words.columns.asked, width: '25%' },
  { name: words.columns.status, width: '160px' },
]

/** List of newsletter subscribers, confirmed or not, and a form that writes to the confirmed ones. */
export function NewsletterTab() {
  return (
    <div className="grid gap-12">
      <ListSection
        id="newsletter-subscribers"
        words={words}
        columns={COLUMNS}
        query={(page) => listQuery(adminKeys.subscribers, listNewsletterSubscribers, page)}
        row={({ email, createdAt, confirmedAt }) => (
          <tr key={email}>
            <Cell>{email}</Cell>
            <Cell label={words.columns.asked}>{formatTimestamp(createdAt)}</Cell>
            <Cell label={words.columns.status}>
              <Badge look={confirmedAt ? 'solid' : 'dashed'}>{confirmedAt ? words.confirmed : words.waiting}</Badge>
            </Cell>
          </tr>
        )}
      >
        <a
          href={pathFor(exportNewsletterSubscribers)}
          download
          className={buttonClass({ variant: 'quiet', size: 'small' })}
        >
          {adminWords.users.export}
        </a>
      </ListSection>
      <SendNewsletterForm />
    </div>
  )
}

const resolver = zodResolver(sendNewsletter.body, withSentences(contactWords.faults))
const EMPTY_FORM = { subject: '', message: '' }

function SendNewsletterForm() {
  const [answerDialog, setAnswerDialog] = useState<((isSure: boolean) => void) | null>(null)
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: EMPTY_FORM,
    async send(body, { startOver }) {
      const isSure = await new Promise<boolean>((resolve) => setAnswerDialog(() => resolve))
      setAnswerDialog(null)
      if (!isSure) return
      const { recipients } = await callApi(sendNewsletter, { body })
      toasts.show({ title: words.queued, text: words.recipients(recipients, formatNumber(recipients)) })
      startOver()
    },
    tell: tellRefusal(contactWords.failed),
  })
  return (
    <section aria-labelledby="newsletter-write">
      <h2 id="newsletter-write" tabIndex={-1}>
        {words.write}
      </h2>
      <StackedForm className="mt-4! max-w-160" onSubmit={submit}>
        <Field
          label={contactWords.fields.subject}
          autoComplete="off"
          fault={faults.subject}
          {...form.register('subject')}
        />
        <TextArea label={contactWords.fields.message} fault={faults.message} {...form.register('message')} />
        <FormEnd label={contactWords.send} sendingLabel={contactWords.sending} sending={sending} refusal={refusal} />
      </StackedForm>
      {answerDialog && (
        <ConfirmDialog
          title={words.write}
          text={words.ask}
          confirm={contactWords.send}
          running={false}
          onConfirm={() => answerDialog(true)}
          onClose={() => answerDialog(false)}
          returnFocusTo={() => document.getElementById('newsletter-write')}
        />
      )}
    </section>
  )
}
