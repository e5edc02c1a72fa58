import { verifyEmail } from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import { accountWords, mailedLinkWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { SendVerification } from '../../controls/SendVerification.tsx'
import { accountChanged, useSession } from '../../data/session/session.ts'
import { PageLink } from './AccountFrame.tsx'
import { MailedLinkPage } from './MailedLinkPage.tsx'
import { useMailedLink } from './use-mailed-link.ts'

const words = mailedLinkWords.email
const verifyToken = (token: string) => callApi(verifyEmail, { body: { token } })

/** Page that links in emails open, to confirm the email address of an account, or the address to which it changes. */
export function ConfirmEmailPage() {
  const session = useSession()
  const user = session.state === 'signed_in' ? session.user : null
  const link = useMailedLink(verifyToken, accountChanged)
  const nextLink = user ? (
    <PageLink to="profile">{accountWords.already.profile}</PageLink>
  ) : (
    <PageLink to="signIn">{accountWords.signInInstead}</PageLink>
  )

  return (
    <MailedLinkPage
      title={pageWords.confirmEmail.title}
      sending={words.sending}
      link={link}
      none={{ lead: words.none, links: user && !user.emailVerified ? <SendAnotherEmail /> : nextLink }}
      done={({ email, changed }) => ({
        title: changed ? words.changedTitle : words.confirmedTitle,
        lead: changed ? words.changed(email) : words.confirmed(email),
        links: nextLink,
      })}
      refused={(code) => {
        if (code === 'email_taken') return { title: words.takenTitle, lead: words.taken, links: nextLink }
        // The usual cause is that the link was followed twice.
        if (user?.emailVerified)
          return { title: mailedLinkWords.oldTitle, lead: words.oldConfirmed(user.email), links: nextLink }
        if (!user) return { title: mailedLinkWords.oldTitle, lead: words.oldStranger, links: nextLink }
        return { title: mailedLinkWords.oldTitle, lead: words.old(user.email), links: <SendAnotherEmail /> }
      }}
    />
  )
}

function SendAnotherEmail() {
  return (
    <>
      <SendVerification variant="primary" />
      <PageLink to="profile" quiet>
        {accountWords.already.profile}
      </PageLink>
    </>
  )
}
