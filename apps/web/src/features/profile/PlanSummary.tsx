import type { SubscriptionInfo } from '@kerf/contract/user'
import { PLANS } from '@kerf/domain/plans/plans'
import { buttonClass } from '@kerf/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import { Link } from 'wouter'
import { profileWords } from '#messages/account/dashboard.ts'
import { ReadFailed } from '../../controls/ReadFailed.tsx'
import { useFailureToast } from '../../data/feedback/show-failure.ts'
import { calendarDay, formatTimeLeft } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { PAGES } from '../../data/navigation/pages.ts'
import { subscriptionQuery } from '../../data/queries/user-queries.ts'
import { sellsPlans } from '../../data/sells-plans.ts'
import './plan-summary.css'
import { serverDate } from '../../browser/server-clock.ts'

const words = profileWords.subscription
const WIDE_CLASSES = 'rounded-bar bar:grid bar:grid-cols-[1fr_auto] bar:items-end bar:p-6'

/** Plan of the account and its end. */
export function PlanSummary({ title = words.title, wide = false }: { title?: string; wide?: boolean }) {
  const titleId = useId()
  const { data, error, refetch, isFetching } = useQuery(subscriptionQuery)
  useFailureToast(error)
  if (error && !data)
    return (
      <section className="plan-failed" aria-labelledby={titleId}>
        <h2 id={titleId} className="mb-2">
          {title}
        </h2>
        <ReadFailed error={error} onRetry={() => void refetch()} retrying={isFetching} />
      </section>
    )
  return (
    <section className={`plan-summary ${wide ? WIDE_CLASSES : ''}`.trimEnd()} aria-labelledby={titleId}>
      <h2 id={titleId} className="col-span-full text-h3/[1.45] font-normal tracking-[-0.01em]">
        {title}
      </h2>
      {data ? <PlanFacts info={data} /> : <PlanLoading />}
      {sellsPlans() && (
        <Link href={PAGES.subscription.path} className={buttonClass({ variant: 'paper' }, 'mt-auto')}>
          {words.manage}
        </Link>
      )}
    </section>
  )
}

function PlanFacts({ info }: { info: SubscriptionInfo }) {
  const plan = PLANS[info.subscription]
  return (
    <div>
      <p className="text-[2rem] font-[650] leading-[1.1] tracking-[-0.025em]">{plan.name}</p>
      {/* The clip path hides the separator at the start of each line. */}
      <p className="plan-summary-facts mt-1.5 -ml-[21px] flex flex-wrap text-small [clip-path:inset(0_0_0_21px)]">
        <span>{words.paid[plan.period]}</span>
        <span>{describePlanEnd(info)}</span>
      </p>
    </div>
  )
}

function describePlanEnd(info: SubscriptionInfo): ReactNode {
  const end = planEnd(info, serverDate())
  if (end.kind === 'never') return words.neverExpires
  if (end.kind === 'open') return words.noEnd
  const endDate = <time dateTime={end.at}>{calendarDay(end.at, LOCALE)}</time>
  if (end.kind === 'ended')
    return (
      <>
        {words.expired} {endDate}
      </>
    )
  return (
    <>
      {words.expires} {endDate}, {formatTimeLeft(new Date(end.at), serverDate(), LOCALE)}
    </>
  )
}

function PlanLoading() {
  return (
    <div role="status" aria-label={words.loading}>
      <span className="dashboard-blank h-9 w-28" />
      <span className="dashboard-blank mt-3 h-5 w-48" />
    </div>
  )
}

type PlanEnd = { kind: 'never' } | { kind: 'open' } | { kind: 'ends' | 'ended'; at: string }

/** End of a plan. Without a date a paid plan never ends, and the free plan is `open`. */
export function planEnd({ subscription, expiresAt }: SubscriptionInfo, now: Date): PlanEnd {
  if (subscription === 'lifetime') return { kind: 'never' }
  if (expiresAt === null) return { kind: subscription === 'free' ? 'open' : 'never' }
  return { kind: Date.parse(expiresAt) > now.getTime() ? 'ends' : 'ended', at: expiresAt }
}
