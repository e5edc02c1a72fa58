import { zodResolver } from '@hookform/resolvers/zod'
import { signUp } from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import { usernameFromEmail } from '@kerf/domain/people/username'
import { PLANS } from '@kerf/domain/plans/plans'
import { Button } from '@kerf/ui/Button'
import { EmailField, Field } from '@kerf/ui/Field'
import { PasswordField } from '@kerf/ui/PasswordField'
import { Link, Redirect } from 'wouter'
import { invitedWords } from '#messages/account/access.ts'
import { accountWords, formWords, mailedLinkWords } from '#messages/account/account.ts'
import { messages, pageWords } from '#messages/site.ts'
import { serverAccessMode } from '../../browser/server-access-mode.ts'
import { useIsHydrated } from '../../browser/use-is-hydrated.ts'
import { PasswordStrengthHint } from '../../controls/PasswordStrengthHint.tsx'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { mailNews } from '../../data/feedback/mail-news.ts'
import { FormEnd, StackedForm } from '../../data/forms/StackedForm.tsx'
import { tellRefusal } from '../../data/forms/tell-refusal.ts'
import { useSentForm } from '../../data/forms/use-sent-form.ts'
import { withSentences } from '../../data/forms/with-sentences.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { useSiteOptions } from '../../data/site-options.ts'
import { AccountFrame, PageLink } from './AccountFrame.tsx'
import { OidcButton } from './OidcButton.tsx'
import { StrangersOnly } from './StrangersOnly.tsx'
import { startSession } from './start-session.ts'
import { type OpenInvitation, useInvitation } from './use-invitation.ts'
import { useNextPage } from './use-next-page.ts'

const words = accountWords.signUp
const { fields, revealed, faults: sentences } = accountWords
const resolver = zodResolver(
  signUp.body.omit({ username: true, invitation: true }),
  withSentences({ name: sentences.name, email: sentences.email, password: sentences.newPassword }),
)

export function SignUpPage() {
  return (
    <StrangersOnly>
      <SignUp />
    </StrangersOnly>
  )
}

function SignUp() {
  const { invitation, lookAgain } = useInvitation()
  // The prerendered page is for public servers.
  const isClosed = useIsHydrated() && serverAccessMode() === 'closed'
  const { passwords } = useSiteOptions()
  const { linkTo } = useNextPage()
  // Without passwords, only people with an invitation can create an account here.
  if (!passwords && invitation.state === 'none') return <Redirect to={linkTo(PAGES.signIn.path)} replace />
  if (invitation.state === 'looking' || (!passwords && invitation.state === 'unread'))
    return <div className="page min-h-[60vh]" role="status" aria-label={invitedWords.looking} />
  if (invitation.state === 'failed') return <InvitationUnread error={invitation.error} onRetry={lookAgain} />
  if (invitation.state === 'ended')
    return <SignUpClosed title={invitedWords.endedTitle} lead={endedLead(invitation.how)} />
  if (invitation.state === 'none' && isClosed)
    return <SignUpClosed title={invitedWords.neededTitle} lead={invitedWords.needed} />
  if (!passwords && invitation.state === 'open')
    return (
      <AccountFrame title={pageWords.signUp.title} lead={invitedLead(invitation)}>
        <OidcButton invitation={invitation.token} />
        <div className="mt-5">
          <Agreement />
        </div>
      </AccountFrame>
    )
  return <SignUpForm invitation={invitation.state === 'open' ? invitation : null} onRefused={lookAgain} />
}

const endedLead = (endReason: keyof typeof invitedWords.ended): string =>
  `${invitedWords.ended[endReason]} ${invitedWords.another}`

function InvitationUnread({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <AccountFrame
      title={mailedLinkWords.failed}
      lead={failureSentence(error)}
      links={
        <Button variant="primary" onClick={onRetry}>
          {mailedLinkWords.tryAgain}
        </Button>
      }
    />
  )
}

/** Replaces the form for people without a valid invitation. */
function SignUpClosed(words: { title: string; lead: string }) {
  const links = (
    <>
      <PageLink to="signIn">{accountWords.signIn.submit}</PageLink>
      <PageLink to="contact" quiet>
        {messages.layout.contact}
      </PageLink>
    </>
  )
  return <AccountFrame {...words} links={links} />
}

function SignUpForm({ invitation, onRefused }: { invitation: OpenInvitation | null; onRefused: () => void }) {
  const { goTo: nextPath, linkTo } = useNextPage()
  const invitedEmail = invitation?.email ?? null
  const { form, submit, sending, refusal, faults } = useSentForm({
    resolver,
    begin: { name: '', email: invitedEmail ?? '', password: '' },
    async send(person, { goTo }) {
      const body = {
        ...person,
        username: usernameFromEmail(person.email),
        ...(invitation && { invitation: invitation.token }),
      }
      const { user } = await callApi(signUp, { body })
      startSession(user, words.done, mailNews(words.done, words.doneMail(user.email)).text)
      goTo(nextPath)
    },
    tell: tellRefusal(words.failed),
    missing: accountWords.fillInAll,
    blame: { email_taken: 'email', password_too_short: 'password' },
    // The invitation was used or revoked meanwhile.
    goOn(code) {
      if (code !== 'invalid_confirmation' || invitation === null) return false
      onRefused()
      return true
    },
  })
  // The server refuses an email at its field only if the email is taken.
  const isTaken = form.formState.errors.email?.type === 'server'
  return (
    <AccountFrame title={pageWords.signUp.title} lead={invitation ? invitedLead(invitation) : words.lead}>
      <OidcButton invitation={invitation?.token} />
      <StackedForm onSubmit={submit}>
        <Field label={fields.name} autoComplete="name" fault={faults.name} {...form.register('name')} />
        <EmailField
          label={fields.email}
          readOnly={invitedEmail !== null}
          fault={faults.email}
          hint={isTaken && <TakenEmailLinks linkTo={linkTo} />}
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
        {words.haveAccount} <Link href={linkTo(PAGES.signIn.path)}>{accountWords.signInInstead}</Link>
      </p>
      <Agreement />
    </AccountFrame>
  )
}

function Agreement() {
  return (
    <p className="note">
      {words.agree} <Link href={PAGES.terms.path}>{words.terms}</Link> {words.and}{' '}
      <Link href={PAGES.privacy.path}>{words.privacy}</Link>.
    </p>
  )
}

const invitedLead = ({ plan }: OpenInvitation): string =>
  plan === null || !sellsPlans() ? invitedWords.lead : invitedWords.leadPlan(PLANS[plan].name)

/** Links for a taken email, which is most often the person's own. */
function TakenEmailLinks({ linkTo }: Pick<ReturnType<typeof useNextPage>, 'linkTo'>) {
  return (
    <span className="*:inline-block *:py-3 *:decoration-auto">
      {words.takenBefore} <Link href={linkTo(PAGES.signIn.path)}>{accountWords.signInInstead}</Link>{' '}
      {accountWords.oidc.or} <Link href={linkTo(PAGES.forgotPassword.path)}>{words.takenForgot}</Link>
    </span>
  )
}
