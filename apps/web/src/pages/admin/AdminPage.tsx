import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { Band } from '@kerf/ui/Band'
import { buttonClass } from '@kerf/ui/Button'
import { LockIcon } from '@kerf/ui/icons/tool-icons'
import { QueryClientProvider, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { Link } from 'wouter'
import { adminWords } from '#messages/admin.ts'
import { errorSentences } from '#messages/error-sentences.ts'
import { keepFocus } from '../../browser/keep-focus.ts'
import { usePhone } from '../../browser/use-media-query.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { queryClient } from '../../data/queries/query-client.ts'
import { StandingCard } from '../../features/admin/settings/StandingCard.tsx'
import { StatCards } from '../../features/admin/stats/StatCards.tsx'
import { AdminHead, PanelTitle } from './AdminHead.tsx'
import { AdminTabs } from './AdminTabs.tsx'
import '../../features/admin/admin.css'

const SECOND_FACTOR_CODE: ErrorCode = 'needs_second_factor'

/** Panel about the installation and the people on it. */
export function AdminPage() {
  return (
    <QueryClientProvider client={queryClient}>
      <div ref={keepFocus} className="page admin">
        <AdminPanel />
      </div>
    </QueryClientProvider>
  )
}

function AdminPanel() {
  // On a phone the metrics would fill the first screen, so the lists come first.
  const isPhone = usePhone()
  if (useNeedsSecondFactor()) return <SecondFactorNeeded />
  return (
    <>
      <AdminHead />
      <StandingCard />
      {!isPhone && <StatCards />}
      <AdminTabs />
      {isPhone && <StatCards />}
    </>
  )
}

/** Replaces the panel for an admin without a second factor, on a server that requires one. */
function SecondFactorNeeded() {
  return (
    <div className="grid gap-4">
      <PanelTitle title={adminWords.title} />
      <Band
        icon={<LockIcon />}
        action={
          <Link href={PAGES.settings.path} className={buttonClass({ variant: 'primary' })}>
            {adminWords.toSettings}
          </Link>
        }
      >
        {errorSentences.needs_second_factor}
      </Band>
    </div>
  )
}

/**
 * Whether the server has answered one of the panel's calls that admins need a second factor. It stays true until the
 * page is opened again, so that no further calls are refused.
 */
function useNeedsSecondFactor(): boolean {
  const queryClient = useQueryClient()
  const [isNeeded, setIsNeeded] = useState(false)
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || event.action.type !== 'error') return
        const error: unknown = event.action.error
        if (error instanceof ApiError && error.code === SECOND_FACTOR_CODE) setIsNeeded(true)
      }),
    [queryClient],
  )
  return isNeeded
}
