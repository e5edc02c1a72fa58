import { type PaidPlanId, PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { PAGES } from '../../data/navigation/pages.ts'
import { signInFor } from '../../data/navigation/return-to.ts'
import { paymentPath } from '../../data/plans/plan-terms.ts'
import { usePlanTerms } from '../../data/plans/use-plan-terms.ts'
import { session, useSession } from '../../data/session/session.ts'
import { planOffer } from './plan-offer.ts'
import { canExtend } from './purchase-effect.ts'

/**
 * The plan that somebody is about to buy. It is part of the address, so that a reload keeps it, the way back undoes it and
 * other pages can lead to it. Whoever is not signed in is taken to do that first, and comes back to it. Nothing is selected
 * where nothing can be paid for, nor before that is known.
 */
export function useSelection() {
  const wanted = paidPlan(new URLSearchParams(useSearch()).get('plan'))
  const [, navigate] = useLocation()
  const visitor = useSession()
  const { payments } = usePlanTerms()
  const offer = wanted && planOffer(visitor, wanted)
  // The button of the plan that somebody has sells nothing; other links lead here to add to its end.
  const mayPay = offer === 'choose' || (offer === 'current' && visitor.state === 'signed_in' && canExtend(visitor.user))
  useEffect(() => {
    // A page that was built beforehand shows everybody as a stranger at first: what counts is who they are.
    if (payments && wanted && offer === 'sign_in' && session.current().state === 'signed_out')
      navigate(signInFor(paymentPath(wanted)), { replace: true })
  }, [payments, wanted, offer, navigate])
  return {
    plan: payments && visitor.state === 'signed_in' && mayPay ? wanted : null,
    choose: (plan: PlanId) => navigate(paymentPath(plan)),
    /** In place of the one that is selected, so that the way back still leads to where none was. */
    change: (plan: PlanId) => navigate(paymentPath(plan), { replace: true }),
    close: () => navigate(PAGES.subscription.path, { replace: true }),
  }
}

function paidPlan(text: string | null): PaidPlanId | null {
  return text !== null && text !== 'free' && Object.hasOwn(PLANS, text) ? (text as PaidPlanId) : null
}
