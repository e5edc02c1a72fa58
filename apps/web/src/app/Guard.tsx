import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LockIcon } from '@kerf/ui/icons/tool-icons'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { accountWords, guardWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { pagePath } from '../browser/own-address.ts'
import { toasts } from '../data/feedback/toasts.ts'
import { INTERACTION } from '../data/interaction-numbers.ts'
import { PAGES } from '../data/navigation/pages.ts'
import { signInFor } from '../data/navigation/return-to.ts'
import { useSession } from '../data/session/session.ts'

export interface GuardProps {
  /** Page behind the guard. */
  area: 'profile' | 'billing' | 'receipt' | 'jobs' | 'settings' | 'admin'
  children: ReactNode
}

/**
 * Shows the page to people who may see it. Others read why not, and are redirected. The server guards its calls
 * itself.
 */
export function Guard({ area, children }: GuardProps) {
  const { needs } = PAGES[area]
  const session = useSession()
  const [, navigate] = useLocation()
  const isAllowed = session.state === 'signed_in' && (needs === 'account' || session.user.role === 'admin')
  const isDenied = session.state !== 'unknown' && !isAllowed
  // A visitor without a session may be an admin, so they sign in first. A signed-in person without the role goes home.
  const needsSignIn = needs === 'account' || session.state !== 'signed_in'
  const target = needsSignIn ? signInFor(pagePath() + location.search) : PAGES.home.path
  const title = needs === 'admin' ? guardWords.accessDenied : guardWords.authenticationRequired
  const text = area === 'admin' ? guardWords.needsAdmin : guardWords.pleaseSignIn(guardWords.areas[area])

  useEffect(() => {
    if (!isDenied) return
    toasts.show({ title, text, tone: 'fault' })
    const timer = setTimeout(() => navigate(target, { replace: true }), INTERACTION.deniedRedirectMs)
    return () => clearTimeout(timer)
  }, [isDenied, title, text, target, navigate])

  if (isAllowed) return children
  if (!isDenied) return <div className="page min-h-[60vh]" role="status" aria-label={guardWords.loading} />
  return (
    <div className="page min-h-[60vh] pt-8">
      <h1 className="sr-only">{pageWords[area].title}</h1>
      <Band
        icon={<LockIcon />}
        action={
          <Link href={target} className={buttonClass({ variant: 'quiet' })}>
            {needsSignIn ? accountWords.signInInstead : guardWords.home}
          </Link>
        }
      >
        <b>{title}.</b> {text}
      </Band>
    </div>
  )
}
