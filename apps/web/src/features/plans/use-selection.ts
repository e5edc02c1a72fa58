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
 * Plan that the viewer is about to buy. It is part of the address, so that a reload keeps it, going back undoes it, and
 * other pages can link to it. A stranger is led to sign in first, and then back. No plan is selected where payments are
 * not set up, or while that is unknown.
 */
export function useSelection() {
  const addressPlan = paidPlan(new URLSearchParams(useSearch()).get('plan'))
  const [, navigate] = useLocation()
  const visitor = useSession()
  const { payments } = usePlanTerms()
  const offer = addressPlan && planOffer(visitor, addressPlan)
  // The button of the current plan sells nothing, but other links lead here to extend that plan.
  const mayPay = offer === 'choose' || (offer === 'current' && visitor.state === 'signed_in' && canExtend(visitor.user))
  useEffect(() => {
    // A prerendered page shows everybody as a stranger at first, so the session itself is read here.
    if (payments && addressPlan && offer === 'sign_in' && session.current().state === 'signed_out')
      navigate(signInFor(paymentPath(addressPlan)), { replace: true })
  }, [payments, addressPlan, offer, navigate])
  return {
    plan: payments && visitor.state === 'signed_in' && mayPay ? addressPlan : null,
    choose: (plan: PlanId) => navigate(paymentPath(plan)),
    /** Replaces the selected plan in the history, so that going back leads to the page without a selection. */
    change: (plan: PlanId) => navigate(paymentPath(plan), { replace: true }),
    close: () => navigate(PAGES.subscription.path, { replace: true }),
  }
}

function paidPlan(text: string | null): PaidPlanId | null {
  return text !== null && text !== 'free' && Object.hasOwn(PLANS, text) ? (text as PaidPlanId) : null
}
