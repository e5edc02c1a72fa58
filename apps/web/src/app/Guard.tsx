import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LockIcon } from '@kerf/ui/icons/tool-icons'
import { type ReactNode, useEffect } from 'react'
import { Link, useLocation } from 'wouter'
import { accountWords, guardWords } from '#messages/account/account.ts'
import { pageWords } from '#messages/site.ts'
import { toasts } from '../data/feedback/toasts.ts'
import { INTERACTION } from '../data/interaction-numbers.ts'
import { PAGES } from '../data/navigation/pages.ts'
import { signInFor } from '../data/navigation/return-to.ts'
import { useSession } from '../data/session/session.ts'

export interface GuardProps {
  /** The page that lies behind. */
  area: 'profile' | 'billing' | 'receipt' | 'jobs' | 'settings' | 'admin'
  children: ReactNode
}

/** Lets in those who may see the page, and shows the others why not before it sends them on. The server guards its calls itself. */
export function Guard({ area, children }: GuardProps) {
  const { needs } = PAGES[area]
  const session = useSession()
  const [, navigate] = useLocation()
  const allowed = session.state === 'signed_in' && (needs === 'account' || session.user.role === 'admin')
  const denied = session.state !== 'unknown' && !allowed
  // An admin whose session has ended is a stranger, too: only who is signed in as somebody else has no business here.
  const toSignIn = needs === 'account' || session.state !== 'signed_in'
  const target = toSignIn ? signInFor(location.pathname + location.search) : PAGES.home.path
  const title = needs === 'admin' ? guardWords.accessDenied : guardWords.authenticationRequired
  const text = area === 'admin' ? guardWords.needsAdmin : guardWords.pleaseSignIn(guardWords.areas[area])

  useEffect(() => {
    if (!denied) return
    toasts.show({ title, text, tone: 'fault' })
    const timer = setTimeout(() => navigate(target, { replace: true }), INTERACTION.deniedRedirectMs)
    return () => clearTimeout(timer)
  }, [denied, title, text, target, navigate])

  if (allowed) return children
  if (!denied) return <div className="page min-h-[60vh]" role="status" aria-label={guardWords.loading} />
  return (
    <div className="page min-h-[60vh] pt-8">
      <h1 className="sr-only">{pageWords[area].title}</h1>
      <Band
        icon={<LockIcon />}
        action={
          <Link href={target} className={buttonClass({ variant: 'quiet' })}>
            {toSignIn ? accountWords.signInInstead : guardWords.home}
          </Link>
        }
      >
        <b>{title}.</b> {text}
      </Band>
    </div>
  )
}
