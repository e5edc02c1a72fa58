import { zodResolver } from '@hookform/resolvers/zod'
import { signIn as endpoint } from '@kerf/contract/account'
import { Field } from '@kerf/ui/Field'
import { PasswordField } from '@kerf/ui/PasswordField'
import { Link } from 'wouter'
import { accountWords } from '#messages/account.ts'
import { formWords } from '#messages/forms.ts'
import { pageWords } from '#messages/pages.ts'
import { signIn } from '../../api/sign-in-calls.ts'
import { PAGES } from '../../app/pages.ts'
import { FormEnd } from '../../forms/FormEnd.tsx'
import { inWords } from '../../forms/in-words.ts'
import { StackedForm } from '../../forms/StackedForm.tsx'
import { useSentForm } from '../../forms/use-sent-form.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { enter } from './enter.ts'
import { StrangersOnly } from './StrangersOnly.tsx'

const words = accountWords.signIn
const { fields, revealed, faults: sentences } = accountWords
const resolver = zodResolver(endpoint.body, inWords({ email: sentences.email, password: sentences.password }))

export function SignInPage() {
  return (
    <StrangersOnly>
      <SignInForm />
    </StrangersOnly>
  )
}

function SignInForm() {
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { email: '', password: '' },
    send: signIn,
    done: ({ user }) => enter(user, words.done),
    goTo: PAGES.home.path,
    failed: words.failed,
    missing: accountWords.fillInAll,
  })
  return (
    <AccountFrame title={pageWords.signIn.title}>
      <StackedForm onSubmit={submit}>
        <Field
          label={fields.email}
          type="email"
          autoComplete="email"
          autoCapitalize="off"
          fault={faults.email}
          {...form.register('email')}
        />
        <PasswordField
          label={fields.password}
          autoComplete="current-password"
          words={formWords.reveal(revealed.password)}
          fault={faults.password}
          aside={<Link href={PAGES.forgotPassword.path}>{words.forgot}</Link>}
          {...form.register('password')}
        />
        <FormEnd label={words.submit} sendingLabel={words.sending} sending={sending} refusal={refusal} />
      </StackedForm>
      <p className="account-more">
        {words.newHere} <Link href={PAGES.signUp.path}>{words.create}</Link>
      </p>
    </AccountFrame>
  )
}
