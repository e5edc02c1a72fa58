import type { SubscriptionInfo } from '@kerf/contract/user'
import { PLANS } from '@kerf/domain/plans/plans'
import { buttonClass } from '@kerf/ui/Button'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Link } from 'wouter'
import { billingWords } from '#messages/account/payments.ts'
import { planWords } from '#messages/account/plans.ts'
import { formatLongDate } from '../../data/formatting/dates.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { paymentPath } from '../../data/plans/plan-terms.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { subscriptionQuery } from '../../data/queries/user-queries.ts'

const words = billingWords.next

/** End of the plan, and links that extend it. */
export function PlanOutlook() {
  const titleId = useId()
  const { data } = useQuery(subscriptionQuery)
  const { payments } = usePlanTerms()
  if (!data) return null
  return (
    <section className="grid gap-1 max-w-[72ch] mt-5" aria-labelledby={titleId}>
      <h2 id={titleId} className="sr-only">
        {words.title}
      </h2>
      <p>{outlookSentence(data)}</p>
      {data.expiresAt !== null && <ExtendLinks canPay={payments !== false} />}
    </section>
  )
}

function outlookSentence({ subscription, expiresAt }: SubscriptionInfo): string {
  const { name } = PLANS[subscription]
  if (subscription === 'free') return words.free
  if (subscription === 'lifetime') return words.lifetime(name)
  if (expiresAt === null) return words.given(name)
  return `${words.ends(name, formatLongDate(expiresAt, LOCALE))} ${words.nothingRenews}`
}

function ExtendLinks({ canPay }: { canPay: boolean }) {
  if (!canPay) return <p>{planWords.notSetUp}</p>
  return (
    <>
      <p>{words.extending}</p>
      <div className="mt-3 flex flex-wrap gap-(--kerf) max-menu:*:flex-auto">
        <Link href={paymentPath('pro-monthly')} className={buttonClass({})}>
          {words.extendMonth}
        </Link>
        <Link href={paymentPath('pro-yearly')} className={buttonClass({})}>
          {words.extendYear}
        </Link>
      </div>
    </>
  )
}
