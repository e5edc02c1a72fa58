import type { User } from '@kerf/contract/auth'
import { Button, buttonClass } from '@kerf/ui/Button'
import type { ReactNode } from 'react'
import { Link, Redirect } from 'wouter'
import { accountWords, guardWords, userMenuWords } from '#messages/account/account.ts'
import { useSignOut } from '../../controls/use-sign-out.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { useSession } from '../../data/session/session.ts'
import { displayName } from '../../data/session/user-name.ts'
import { useSiteOptions } from '../../data/site-options.ts'
import { AccountFrame, PageLink } from './AccountFrame.tsx'
import { useNextPage } from './use-next-page.ts'

const words = accountWords.already

/** Shows its children to people without a session only. */
export function StrangersOnly({ children }: { children: ReactNode }) {
  const session = useSession()
  if (session.state === 'signed_in') return <AlreadySignedIn user={session.user} />
  if (session.state === 'signed_out') return children
  return <div className="page min-h-[60vh]" role="status" aria-label={guardWords.loading} />
}

/**
 * Shows its children on servers where accounts have passwords. On other servers, redirects to the page for signing in.
 */
export function LocalPasswordsOnly({ children }: { children: ReactNode }) {
  const { linkTo } = useNextPage()
  const { passwords } = useSiteOptions()
  return passwords ? children : <Redirect to={linkTo(PAGES.signIn.path)} replace />
}

/** Replaces the form for somebody who is signed in and may want to use another account. */
function AlreadySignedIn({ user }: { user: User }) {
  const { pending, signOutAndGoHome } = useSignOut()
  const { target, goTo } = useNextPage()
  return (
    <AccountFrame title={words.title} lead={words.as(displayName(user), user.email)}>
      <div className="account-ways">
        <Link href={goTo} className={buttonClass({ variant: 'primary' })}>
          {target === null ? words.cut : words.goOn}
        </Link>
        <PageLink to="profile" quiet>
          {words.profile}
        </PageLink>
        <Button variant="quiet" aria-disabled={pending} onClick={signOutAndGoHome}>
          {pending ? userMenuWords.signingOut : userMenuWords.logout}
        </Button>
      </div>
    </AccountFrame>
  )
}
