import { verifyEmail } from '@kerf/contract/auth'
import { callApi } from '@kerf/contract/protocol/client'
import { accountWords, mailedLinkWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { SendVerification } from '../../controls/SendVerification.tsx'
import { accountChanged, useSession } from '../../data/session/session.ts'
import { Way } from './AccountFrame.tsx'
import { MailedLinkPage } from './MailedLinkPage.tsx'
import { useMailedLink } from './use-mailed-link.ts'

const words = mailedLinkWords.email
const verify = (token: string) => callApi(verifyEmail, { body: { token } })

/** Page of links in emails that confirm an email: that of an account, or the one to which it changes. */
export function ConfirmEmailPage() {
  const session = useSession()
  const user = session.state === 'signed_in' ? session.user : null
  const link = useMailedLink(verify, accountChanged)
  const nextLink = user ? (
    <Way to="profile">{accountWords.already.profile}</Way>
  ) : (
    <Way to="signIn">{accountWords.signInInstead}</Way>
  )

  return (
    <MailedLinkPage
      title={pageWords.confirmEmail.title}
      sending={words.sending}
      link={link}
      none={{ lead: words.none, ways: user && !user.emailVerified ? <SendAnother /> : nextLink }}
      done={({ email, changed }) => ({
        title: changed ? words.changedTitle : words.confirmedTitle,
        lead: changed ? words.changed(email) : words.confirmed(email),
        ways: nextLink,
      })}
      refused={(code) => {
        if (code === 'email_taken') return { title: words.takenTitle, lead: words.taken, ways: nextLink }
        // Most often the link was followed twice.
        if (user?.emailVerified)
          return { title: mailedLinkWords.oldTitle, lead: words.oldConfirmed(user.email), ways: nextLink }
        if (!user) return { title: mailedLinkWords.oldTitle, lead: words.oldStranger, ways: nextLink }
        return { title: mailedLinkWords.oldTitle, lead: words.old(user.email), ways: <SendAnother /> }
      }}
    />
  )
}

function SendAnother() {
  return (
    <>
      <SendVerification variant="primary" />
      <Way to="profile" quiet>
        {accountWords.already.profile}
      </Way>
    </>
  )
}
