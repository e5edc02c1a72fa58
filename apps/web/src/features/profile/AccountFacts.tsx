import type { User } from '@kerf/contract/auth'
import type { Profile } from '@kerf/contract/user'
import { Badge } from '@kerf/ui/Badge'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { Link } from 'wouter'
import { userMenuWords } from '#messages/account/account.ts'
import { profileWords as words } from '#messages/account/dashboard.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { SendVerification } from '../../controls/SendVerification.tsx'
import { useFailureToast } from '../../data/feedback/show-failure.ts'
import { calendarDay } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { profileQuery } from '../../data/queries/user-queries.ts'
import { sellsPlans } from '../../data/sells-plans.ts'

/** Facts of the account. Until the profile query has answered, they come from the session. */
export function AccountFacts({ user }: { user: User }) {
  const titleId = useId()
  const { data, error, refetch, isFetching } = useQuery(profileQuery)
  useFailureToast(error)
  useFollowSession(user)
  const isSelling = sellsPlans()
  const account: Profile = data ?? user
  return (
    <section className="mt-10 max-phone:mt-8" aria-labelledby={titleId}>
      <div className="dashboard-section-head">
        <h2 id={titleId}>{words.overview}</h2>
        <Link href={PAGES.settings.path} className="inline-flex min-h-(--touch) items-center text-small">
          {words.edit}
        </Link>
      </div>
      {error && !data && (
        <div className="mb-3">
          <ReadFailed lead={words.notRefreshed} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      )}
      <dl className="rows grid-cols-6" aria-busy={isFetching}>
        <Fact term={words.fullName} wide>
          {account.name?.trim() || <span className="text-ink-2">{words.notProvided}</span>}
          {isSelling && account.subscription === 'lifetime' && <Badge look="solid">{userMenuWords.member}</Badge>}
        </Fact>
        <Fact term={words.username} wide>
          {account.username}
        </Fact>
        <Fact term={words.email} wide>
          <span>{account.email}</span>
          {account.emailVerified ? (
            <Badge look="good">{words.verified}</Badge>
          ) : (
            <>
              <Badge look="dashed">{words.unverified}</Badge>
              <SendVerification variant="paper" size="small" sentAt={account.verificationSentAt} />
            </>
          )}
        </Fact>
        <Fact term={words.accountType}>
          {isSelling && (
            <Badge look={account.subscription === 'free' ? 'plain' : 'solid'}>
              {words.types[account.subscription].toLocaleUpperCase(LOCALE)}
            </Badge>
          )}
          {account.role === 'admin' ? <Badge look="solid">{words.admin}</Badge> : !isSelling && words.user}
        </Fact>
        <Fact term={words.memberSince}>
          <time dateTime={account.createdAt}>{calendarDay(account.createdAt, LOCALE)}</time>
        </Fact>
      </dl>
    </section>
  )
}

/**
 * Copies a changed session into the cached profile: changes in other tabs or by email links reach the session first.
 */
function useFollowSession(user: User): void {
  const queryClient = useQueryClient()
  const lastUser = useRef(user)
  useEffect(() => {
    if (lastUser.current === user) return
    lastUser.current = user
    queryClient.setQueryData(profileQuery.queryKey, (profile) => profile && { ...profile, ...user })
  }, [user, queryClient])
}

function Fact({ term, wide, children }: { term: string; wide?: boolean; children: ReactNode }) {
  return (
    <div
      className={`${wide ? 'col-span-2 max-desk:col-span-full' : 'col-span-3'} min-w-0 bg-surface px-5 pt-3.5 pb-4 max-phone:px-3.5`}
    >
      <dt className="text-small text-ink-2">{term}</dt>
      <dd className="flex min-h-7 flex-wrap items-center gap-x-2.5 gap-y-1 text-lead/[1.3] font-semibold wrap-anywhere">
        {children}
      </dd>
    </div>
  )
}
