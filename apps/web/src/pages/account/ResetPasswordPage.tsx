import { zodResolver } from '@hookform/resolvers/zod'
import { givenPassword, resetPassword } from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import { Field } from '@kerf/ui/Field'
import { PasswordField } from '@kerf/ui/PasswordField'
import { useEffect } from 'react'
import { Link } from 'wouter'
import { accountWords, formWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { reloadForTokens, takeTokenFromAddress } from '../../browser/mailed-token.ts'
import { PasswordStrengthHint } from '../../controls/PasswordStrengthHint.tsx'
import { toasts } from '../../data/feedback/toasts.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { accountChanged } from '../../data/session/session.ts'
import { AccountFrame } from './AccountFrame.tsx'

const words = accountWords.reset
const { fields, revealed, faults: sentences } = accountWords
const resolver = zodResolver(
  resetPassword.body
    .extend({ confirm: givenPassword })
    .refine(({ password, confirm }) => password === confirm, { path: ['confirm'] }),
  withSentences({ token: sentences.token, password: sentences.newPassword, confirm: sentences.confirm }),
)

export function ResetPasswordPage() {
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { token: '', password: '', confirm: '' },
    async send({ token, password }, { goTo }) {
      await callApi(resetPassword, { body: { token, password } })
      toasts.show({ title: formWords.success, text: words.done })
      // The new password ended every session of the account, maybe also this browser's.
      void accountChanged()
      goTo(PAGES.signIn.path)
    },
    tell: tellRefusal(words.failed),
    missing: accountWords.fillInAll,
    blame: { invalid_token: 'token', password_too_short: 'password' },
  })
  const { setValue, setFocus } = form

  useEffect(() => {
    const token = takeTokenFromAddress()
    if (token === null) return
    setValue('token', token)
    setFocus('password')
  }, [setValue, setFocus])
  useEffect(reloadForTokens, [])

  return (
    <AccountFrame title={pageWords.resetPassword.title} lead={words.lead}>
      <StackedForm onSubmit={submit}>
        <Field
          label={fields.token}
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          fault={faults.token}
          {...form.register('token')}
        />
        <PasswordField
          label={fields.newPassword}
          autoComplete="new-password"
          words={formWords.reveal(revealed.newPassword)}
          fault={faults.password}
          hint={<PasswordStrengthHint password={form.watch('password')} />}
          {...form.register('password')}
        />
        <PasswordField
          label={fields.confirm}
          autoComplete="new-password"
          words={formWords.reveal(revealed.confirm)}
          fault={faults.confirm}
          {...form.register('confirm')}
        />
        <FormEnd label={words.submit} sendingLabel={words.sending} sending={sending} refusal={refusal} />
      </StackedForm>
      <p className="account-more">
        {words.noToken} <Link href={PAGES.forgotPassword.path}>{words.request}</Link>
      </p>
    </AccountFrame>
  )
}
