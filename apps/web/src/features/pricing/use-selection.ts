import type { PaidPlanId } from '@kerf/contract/payment'
import { PLANS } from '@kerf/domain/plans'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { PAGES } from '../../app/pages.ts'
import { useSession } from '../../session/session.ts'
import { planOffer } from './plan-offer.ts'

/**
 * The plan that somebody is about to buy. It is part of the address, so that a reload keeps it, the way back undoes it and
 * other pages can lead to it. Whoever is not signed in is taken to do that first.
 */
export function useSelection() {
  const wanted = paidPlan(new URLSearchParams(useSearch()).get('plan'))
  const [, navigate] = useLocation()
  const session = useSession()
  const offer = wanted && planOffer(session, wanted)
  useEffect(() => {
    if (offer === 'sign_in') navigate(PAGES.signIn.path, { replace: true })
  }, [offer, navigate])
  return {
    plan: session.state === 'signed_in' && offer === 'choose' ? wanted : null,
    choose: (plan: string) => navigate(`${PAGES.subscription.path}?plan=${plan}`),
    close: () => navigate(PAGES.subscription.path, { replace: true }),
  }
}

function paidPlan(text: string | null): PaidPlanId | null {
  return text !== null && text !== 'free' && Object.hasOwn(PLANS, text) ? (text as PaidPlanId) : null
}
