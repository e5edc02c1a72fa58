import { zodResolver } from '@hookform/resolvers/zod'
import { forgotPassword } from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import { EmailField } from '@kerf/ui/Field'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { accountWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { ResetLinkSent } from './ResetLinkSent.tsx'
import { LocalPasswordsOnly } from './StrangersOnly.tsx'
import { useNextPage } from './use-next-page.ts'

const words = accountWords.forgot
const resolver = zodResolver(forgotPassword.body, withSentences({ email: accountWords.faults.email }))

export function ForgotPasswordPage() {
  return (
    <LocalPasswordsOnly>
      <ForgotPassword />
    </LocalPasswordsOnly>
  )
}

function ForgotPassword() {
  const { linkTo } = useNextPage()
  const [sentForm, setSent] = useState<{ email: string; token: string | undefined } | null>(null)
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { email: '' },
    async send({ email }) {
      const { resetToken } = await callApi(forgotPassword, { body: { email } })
      const text = resetToken ? `${words.done} ${words.demo(resetToken)}` : words.done
      toasts.show({ title: words.doneTitle, text })
      setSent({ email, token: resetToken })
    },
    tell: tellRefusal(words.failed),
    missing: accountWords.faults.email.missing,
  })
  const { setFocus } = form
  const wasSent = useRef(false)
  useEffect(() => {
    // The answer and its focused button are gone, so the focus moves to the field.
    if (!sentForm && wasSent.current) setFocus('email')
    wasSent.current = sentForm !== null
  }, [sentForm, setFocus])
  if (sentForm) return <ResetLinkSent email={sentForm.email} token={sentForm.token} onAnother={() => setSent(null)} />
  return (
    <AccountFrame title={pageWords.forgotPassword.title} lead={words.lead}>
      <StackedForm onSubmit={submit}>
        <EmailField label={accountWords.fields.email} fault={faults.email} {...form.register('email')} />
        <FormEnd label={words.submit} sendingLabel={words.sending} sending={sending} refusal={refusal} />
      </StackedForm>
      <p className="account-more">
        {words.remembered} <Link href={linkTo(PAGES.signIn.path)}>{accountWords.signInInstead}</Link>
      </p>
    </AccountFrame>
  )
}
