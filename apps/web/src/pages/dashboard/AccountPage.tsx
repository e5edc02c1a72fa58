import type { User } from '@kerf/contract/auth'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { dashboardWords } from '#messages/account/dashboard.ts'
import { pageWords } from '#messages/site.ts'
import { keepFocus } from '../../browser/keep-focus.ts'
import { loadToaster } from '../../data/feedback/toasts.ts'
import { PAGES, type PageId } from '../../data/navigation/pages.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { useHasBilling } from '../../data/queries/use-has-billing.ts'
import { useSession } from '../../data/session/session.ts'
import './dashboard.css'

const ACCOUNT_PAGES = ['profile', 'billing', 'jobs', 'settings'] as const

interface AccountPageProps {
  page: (typeof ACCOUNT_PAGES)[number]
  /** A link on the line of the heading. */
  headingLink?: { to: PageId; label: string } | undefined
  children: (user: User) => ReactNode
}

/** Frame of the four pages of an account: heading, navigation, and the signed-in user for the content. */
export function AccountPage({ page, headingLink, children }: AccountPageProps) {
  const session = useSession()
  useEffect(() => {
    // The toasts' code is loaded now, so that a lost connection can be shown.
    loadToaster().catch(() => {})
  }, [])
  // The person may have signed out since the guard let them in.
  if (session.state !== 'signed_in') return null
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={keepFocus} className="page dashboard pt-[clamp(16px,4vh,40px)]">
        <div className="mb-4 flex flex-wrap items-center justify-between gap-x-6">
          <h1 className="text-[clamp(2rem,1.6rem+1.6vw,2.75rem)]/[1.1] font-[650] tracking-[-0.03em]">
            {pageWords[page].title}
          </h1>
          {headingLink && (
            <Link href={PAGES[headingLink.to].path} className="inline-flex min-h-(--touch) items-center text-small">
              {headingLink.label}
            </Link>
          )}
        </div>
        <AccountNavigation page={page} />
        {children(session.user)}
      </div>
    </QueryClientProvider>
  )
}

function AccountNavigation({ page }: Pick<AccountPageProps, 'page'>) {
  const hasBilling = useHasBilling()
  return (
    <nav
      className="dashboard-nav flex w-fit gap-(--kerf) overflow-clip rounded-bar max-phone:grid max-phone:w-auto max-phone:grid-cols-2"
      aria-label={dashboardWords.navigation}
    >
      {ACCOUNT_PAGES.filter((id) => hasBilling || id !== 'billing').map((id) => (
        <Link
          key={id}
          href={PAGES[id].path}
          className="flex min-h-(--touch) items-center bg-surface px-4 font-semibold no-underline hover:not-aria-[current]:bg-surface-2 aria-[current]:bg-ink aria-[current]:text-on-ink"
          aria-current={id === page ? 'page' : undefined}
        >
          {dashboardWords.places[id]}
        </Link>
      ))}
    </nav>
  )
}
