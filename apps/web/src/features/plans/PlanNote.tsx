import type { PaidPlanId } from '@kerf/domain/plans/plans'
import type { ReactNode } from 'react'
import { Link } from 'wouter'
import { planWords } from '#messages/plans.ts'
import { dayWords } from '../../data/formatting/calendar-day.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { useSession } from '../../data/session/session.ts'
import { paymentPath } from '../../data/plans/payment-path.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'

/**
 * What there is to know about a plan before one chooses it. Its button sells nothing to somebody who has it, and says that
 * they do; more of it is added from here.
 */
export function PlanNote({ plan, children }: { plan: PaidPlanId; children: ReactNode }) {
  const session = useSession()
  const { payments } = usePlanTerms()
  if (session.state !== 'signed_in' || session.user.subscription !== plan) return children
  const endsAt = session.user.subscriptionExpiresAt
  if (endsAt === null) return children
  return (
    <>
      {planWords.yoursUntil(dayWords(endsAt, LOCALE))}{' '}
      {payments !== false && <Link href={paymentPath(plan)}>{planWords.extend}</Link>}
    </>
  )
}
