import { zodResolver } from '@hookform/resolvers/zod'
import { signUp } from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import { usernameFromEmail } from '@kerf/domain/people/username'
import { EmailField, Field } from '@kerf/ui/Field'
import { PasswordField } from '@kerf/ui/PasswordField'
import { Link } from 'wouter'
import { accountWords, formWords } from '#messages/account.ts'
import { pageWords } from '#messages/site.ts'
import { PasswordStrengthHint } from '../../controls/PasswordStrengthHint.tsx'
import { inWords } from '../../data/forms/in-words.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { AccountFrame } from './AccountFrame.tsx'
import { OidcButton } from './OidcButton.tsx'
import { LocalPasswordsOnly, StrangersOnly } from './StrangersOnly.tsx'
import { startSession } from './start-session.ts'
import { useWayOn } from './use-way-on.ts'

const words = accountWords.signUp
const { fields, revealed, faults: sentences } = accountWords
const resolver = zodResolver(
  signUp.body.omit({ username: true }),
  inWords({ name: sentences.name, email: sentences.email, password: sentences.newPassword }),
)

export function SignUpPage() {
  return (
    <StrangersOnly>
      <LocalPasswordsOnly>
        <SignUpForm />
      </LocalPasswordsOnly>
    </StrangersOnly>
  )
}

function SignUpForm() {
  const { goTo, by } = useWayOn()
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { name: '', email: '', password: '' },
    send: ({ name, email, password }) =>
      callApi(signUp, { body: { name, username: usernameFromEmail(email), email, password } }),
    done: ({ user }) => startSession(user, words.done, words.doneMail(user.email)),
    goTo,
    failed: words.failed,
    missing: accountWords.fillInAll,
    blame: { email_taken: 'email', password_too_short: 'password' },
  })
  // Only the server's refusal of an email stands at its field.
  const isTaken = form.formState.errors.email?.type === 'server'
  return (
    <AccountFrame title={pageWords.signUp.title} lead={words.lead}>
      <OidcButton />
      <StackedForm onSubmit={submit}>
        <Field label={fields.name} autoComplete="name" fault={faults.name} {...form.register('name')} />
        <EmailField
          label={fields.email}
          fault={faults.email}
          hint={isTaken && <IsItYours by={by} />}
          {...form.register('email')}
        />
        <PasswordField
          label={fields.password}
          autoComplete="new-password"
          words={formWords.reveal(revealed.password)}
          fault={faults.password}
          hint={<PasswordStrengthHint password={form.watch('password')} />}
          {...form.register('password')}
        />
        <FormEnd label={words.submit} sendingLabel={words.sending} sending={sending} refusal={refusal} />
      </StackedForm>
      <p className="account-more">
        {words.haveAccount} <Link href={by(PAGES.signIn.path)}>{words.signIn}</Link>
      </p>
      <p className="note">
        {words.agree} <Link href={PAGES.terms.path}>{words.terms}</Link> {words.and}{' '}
        <Link href={PAGES.privacy.path}>{words.privacy}</Link>.
      </p>
    </AccountFrame>
  )
}

/** An email that is taken is most often one's own. */
function IsItYours({ by }: Pick<ReturnType<typeof useWayOn>, 'by'>) {
  return (
    <span className="*:inline-block *:py-3 *:decoration-auto">
      {words.takenBefore} <Link href={by(PAGES.signIn.path)}>{words.signIn}</Link> {words.takenOr}{' '}
      <Link href={by(PAGES.forgotPassword.path)}>{words.takenForgot}</Link>
    </span>
  )
}
