import type { User } from '@kerf/contract/account'
import { Badge } from '@kerf/ui/Badge'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { profileWords as words } from '#messages/profile.ts'
import { profileQuery } from '../../api/user-queries.ts'
import { PAGES } from '../../app/pages.ts'
import { calendarDay } from '../../formatting/calendar-day.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { ReadFailed } from '../dashboard/ReadFailed.tsx'
import { useToldFailure } from '../dashboard/tell-failure.ts'

/** Who this is. What the session knows is shown at once, and brought up to date. */
export function AccountFacts({ user }: { user: User }) {
  const titleId = useId()
  const { data, error, refetch, isFetching } = useQuery(profileQuery)
  useToldFailure(error)
  const account = data ?? user
  return (
    <section className="desk-section" aria-labelledby={titleId}>
      <div className="desk-section-head">
        <h2 id={titleId}>{words.overview}</h2>
        <Link href={PAGES.settings.path} className="desk-more">
          {words.edit}
        </Link>
      </div>
      {error && !data && (
        <div className="mb-3">
          <ReadFailed lead={words.notRefreshed} error={error} onRetry={() => void refetch()} retrying={isFetching} />
        </div>
      )}
      <dl className="account-facts" aria-busy={isFetching}>
        <Fact term={words.fullName} wide>
          {account.name?.trim() || <span className="text-ink-2">{words.notProvided}</span>}
        </Fact>
        <Fact term={words.username} wide>
          {account.username}
        </Fact>
        <Fact term={words.email} wide>
          <span>{account.email}</span>
          {account.emailVerified ? (
            <Badge look="good">{words.verified}</Badge>
          ) : (
            <Badge look="dashed">{words.unverified}</Badge>
          )}
        </Fact>
        <Fact term={words.accountType}>
          <Badge look={account.subscription === 'free' ? 'plain' : 'solid'}>
            {words.types[account.subscription].toLocaleUpperCase(LOCALE)}
          </Badge>
          {account.role === 'admin' && <Badge look="solid">{words.admin}</Badge>}
        </Fact>
        <Fact term={words.memberSince}>
          <time dateTime={account.createdAt}>{calendarDay(account.createdAt, LOCALE)}</time>
        </Fact>
      </dl>
    </section>
  )
}

function Fact({ term, wide, children }: { term: string; wide?: boolean; children: ReactNode }) {
  return (
    <div data-wide={wide}>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  )
}
