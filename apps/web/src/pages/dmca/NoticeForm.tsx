import { zodResolver } from '@hookform/resolvers/zod'
import { noticeForm, sendNotice } from '@kerf/contract/dmca'
import { callApi } from '@kerf/contract/protocol/client'
import { CheckField, EmailField, Field, TextArea } from '@kerf/ui/Field'
import type { ReactNode } from 'react'
import { dmcaWords } from '#messages/contact.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { useNameAndEmail } from '../../data/session/user-name.ts'

const { elements, fields, ...words } = dmcaWords
const resolver = zodResolver(noticeForm, withSentences(words.faults))
const EMPTY_NOTICE = { work: '', links: '', address: '', phone: '', goodFaith: false, accurate: false, signature: '' }

/** Form with the six elements of a notice, in the order in which the law lists them. */
export function NoticeForm({ onSent }: { onSent: (reference: string) => void }) {
  const person = useNameAndEmail()
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { ...EMPTY_NOTICE, ...person },
    followsSession: true,
    async send(body) {
      const { reference } = await callApi(sendNotice, { body })
      onSent(reference)
    },
    tell: tellRefusal(words.failed),
  })
  return (
    <StackedForm className="[counter-reset:element]" onSubmit={submit}>
      <NoticeElement title={elements.work}>
        <TextArea label={fields.work} hint={fields.workHint} rows={4} fault={faults.work} {...form.register('work')} />
      </NoticeElement>
      <NoticeElement title={elements.links}>
        <TextArea
          label={fields.links}
          hint={fields.linksHint}
          rows={3}
          autoCapitalize="off"
          spellCheck={false}
          fault={faults.links}
          {...form.register('links')}
        />
      </NoticeElement>
      <NoticeElement title={elements.person}>
        <Field label={fields.name} autoComplete="name" fault={faults.name} {...form.register('name')} />
        <TextArea
          label={fields.address}
          autoComplete="street-address"
          rows={2}
          fault={faults.address}
          {...form.register('address')}
        />
        <Field label={fields.phone} type="tel" autoComplete="tel" fault={faults.phone} {...form.register('phone')} />
        <EmailField label={fields.email} fault={faults.email} {...form.register('email')} />
      </NoticeElement>
      <NoticeElement title={elements.goodFaith}>
        <CheckField label={fields.goodFaith} fault={faults.goodFaith} {...form.register('goodFaith')} />
      </NoticeElement>
      <NoticeElement title={elements.accurate}>
        <CheckField label={fields.accurate} fault={faults.accurate} {...form.register('accurate')} />
      </NoticeElement>
      <NoticeElement title={elements.signature}>
        <Field
          label={fields.signature}
          hint={fields.signatureHint}
          autoComplete="off"
          fault={faults.signature}
          {...form.register('signature')}
        />
      </NoticeElement>
      <FormEnd label={words.send} sendingLabel={words.sending} sending={sending} refusal={refusal} />
    </StackedForm>
  )
}

function NoticeElement({ title, children }: { title: string; children: ReactNode }) {
  return (
    <fieldset className="grid min-w-0 gap-3.5 [counter-increment:element]">
      <legend className="mb-3 flex w-full items-baseline gap-3 border-t border-line-firm pt-3 text-h3/[1.2] font-[650] tracking-[-0.01em]">
        <span className="time text-small/none font-normal text-ink-3 before:content-[counter(element)/'']" />
        {title}
      </legend>
      {children}
    </fieldset>
  )
}
