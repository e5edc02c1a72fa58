import { zodResolver } from '@hookform/resolvers/zod'
import { signIn } from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import { EmailField } from '@kerf/ui/Field'
import { PasswordField } from '@kerf/ui/PasswordField'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { z } from 'zod'
import { accountWords, formWords } from '#messages/account/account.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { pageWords } from '#messages/site.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { useSiteOptions } from '../../data/site-options.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { CodeField } from './CodeField.tsx'
import { OidcButton } from './OidcButton.tsx'
import { OidcReturn, useOidcAnswer } from './OidcReturn.tsx'
import { StrangersOnly } from './StrangersOnly.tsx'
import { startSession } from './start-session.ts'
import { useNextPage } from './use-next-page.ts'

const words = accountWords.signIn
const { fields, revealed, faults: sentences } = accountWords
const errorOptions = withSentences({ email: sentences.email, password: sentences.password, code: sentences.code })
const resolverWithoutCode = zodResolver(signIn.body.extend({ code: z.string() }), errorOptions)
const resolverWithCode = zodResolver(signIn.body.extend({ code: signIn.body.shape.code.unwrap() }), errorOptions)

const BLANK_FORM = { email: '', password: '', code: '' }

export function SignInPage() {
  const { answer, refusal, fail } = useOidcAnswer()
  // Signed-in people also return with an answer, after they were asked to confirm their identity.
  if (answer) return <OidcReturn answer={answer} onFailed={fail} />
  return (
    <StrangersOnly>
      <SignInOptions oidcRefusal={refusal} />
    </StrangersOnly>
  )
}

function SignInOptions({ oidcRefusal }: { oidcRefusal: string | null }) {
  const { linkTo } = useNextPage()
  const { passwords } = useSiteOptions()
  return (
    <AccountFrame title={pageWords.signIn.title}>
      <OidcButton refusal={oidcRefusal} />
      {passwords && (
        <div className="local-passwords">
          <SignInForm />
          <p className="of-sign-up account-more">
            {words.newHere} <Link href={linkTo(PAGES.signUp.path)}>{words.create}</Link>
          </p>
        </div>
      )}
    </AccountFrame>
  )
}

function SignInForm() {
  const { goTo: nextPath, linkTo } = useNextPage()
  /** true once the server has answered that the account has a second factor. */
  const [asksCode, setAsksCode] = useState(false)
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver: asksCode ? resolverWithCode : resolverWithoutCode,
    begin: BLANK_FORM,
    async send({ email, password, code }, { goTo }) {
      const { user } = await callApi(signIn, { body: { email, password, ...(asksCode && { code }) } })
      startSession(user, words.done)
      goTo(nextPath)
    },
    tell: tellRefusal(words.failed),
    missing: accountWords.fillInAll,
    blame: { wrong_code: 'code' },
    goOn(code) {
      if (code !== 'second_factor_needed' || asksCode) return false
      setAsksCode(true)
      return true
    },
  })
  const { resetField, setFocus } = form
  // The focused field announces itself to screen readers.
  useEffect(() => {
    if (asksCode) setFocus('code')
  }, [asksCode, setFocus])

  // A changed email or password may belong to an account without a second factor.
  function hideCodeField(): void {
    if (!asksCode) return
    setAsksCode(false)
    resetField('code')
  }

  return (
    <StackedForm onSubmit={submit}>
      <EmailField label={fields.email} fault={faults.email} {...form.register('email', { onChange: hideCodeField })} />
      <PasswordField
        label={fields.password}
        autoComplete="current-password"
        words={formWords.reveal(revealed.password)}
        fault={faults.password}
        aside={<Link href={linkTo(PAGES.forgotPassword.path)}>{words.forgot}</Link>}
        {...form.register('password', { onChange: hideCodeField })}
      />
      {asksCode && <CodeField fault={faults.code} {...form.register('code')} />}
      <FormEnd
        label={words.submit}
        sendingLabel={words.sending}
        sending={sending}
        refusal={
          refusal === errorSentences.account_suspended ? (
            <>
              {refusal} <Link href={PAGES.contact.path}>{words.askWhy}</Link>
            </>
          ) : (
            refusal
          )
        }
      />
    </StackedForm>
  )
}
