import { Button, buttonClass } from '@kerf/ui/Button'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'wouter'
import { messages, pageWords } from '#messages/site.ts'
import { useLoaded } from '../../browser/use-loaded.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import { useSession } from '../../data/session/session.ts'
import { SectionLink } from './SectionLink.tsx'
import { Wordmark } from './Wordmark.tsx'

const words = messages.layout

/** Loads the code of the account menu, which signed-out visitors do not need. */
const loadUserMenu = () => import('./UserMenu.tsx')

export function SiteHeader() {
  const [isOpen, setOpen] = useState(false)
  const session = useSession()
  const userMenu = useLoaded(loadUserMenu, session.state === 'signed_out' ? null : 'signed in')
  const menuButton = useRef<HTMLButtonElement>(null)
  const close = (): void => setOpen(false)

  useEffect(() => {
    if (session.state === 'signed_out') delete document.documentElement.dataset.knownHere
  }, [session.state])

  useEffect(() => {
    if (!isOpen) return
    function closeOnEscape(event: KeyboardEvent): void {
      if (event.key !== 'Escape') return
      setOpen(false)
      menuButton.current?.focus()
    }
    addEventListener('keydown', closeOnEscape)
    return () => removeEventListener('keydown', closeOnEscape)
  }, [isOpen])

  return (
    <header className="site-header relative z-15" data-open={isOpen || undefined}>
      <div className="page flex h-14 items-center menu:h-16">
        <Link href="/" className="site-brand" aria-label={words.home} onClick={close}>
          <Wordmark />
        </Link>
        <Button
          ref={menuButton}
          variant="quiet"
          className="ml-auto menu:hidden!"
          aria-expanded={isOpen}
          aria-controls="site-navigation"
          onClick={() => setOpen(!isOpen)}
        >
          {words.menu}
        </Button>
        <nav id="site-navigation" className="site-nav" aria-label={words.mainNavigation}>
          <SectionLink section="features" onFollow={close}>
            {words.features}
          </SectionLink>
          {sellsPlans() && (
            <Link href={PAGES.subscription.path} onClick={close}>
              {pageWords.subscription.title}
            </Link>
          )}
          <SectionLink section="faq" onFollow={close}>
            {words.faq}
          </SectionLink>
          {session.state === 'signed_in' && userMenu && <userMenu.UserMenu user={session.user} onFollow={close} />}
          {session.state === 'signed_out' && (
            <div className="for-strangers contents">
              <Link href={PAGES.signIn.path} onClick={close}>
                {words.signIn}
              </Link>
              <Link href={PAGES.signUp.path} className={`of-sign-up ${buttonClass({})}`} onClick={close}>
                {words.getStarted}
              </Link>
            </div>
          )}
        </nav>
      </div>
    </header>
  )
}
