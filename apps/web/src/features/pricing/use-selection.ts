import { type PaidPlanId, PLANS } from '@kerf/domain/plans'
import { useEffect } from 'react'
import { useLocation, useSearch } from 'wouter'
import { PAGES } from '../../app/pages.ts'
import { session, useSession } from '../../session/session.ts'
import { planOffer } from './plan-offer.ts'

/**
 * The plan that somebody is about to buy. It is part of the address, so that a reload keeps it, the way back undoes it and
 * other pages can lead to it. Whoever is not signed in is taken to do that first.
 */
export function useSelection() {
  const wanted = paidPlan(new URLSearchParams(useSearch()).get('plan'))
  const [, navigate] = useLocation()
  const visitor = useSession()
  const offer = wanted && planOffer(visitor, wanted)
  useEffect(() => {
    // A page that was built beforehand shows everybody as a stranger at first: what counts is who they are.
    if (offer === 'sign_in' && session.current().state === 'signed_out') navigate(PAGES.signIn.path, { replace: true })
  }, [offer, navigate])
  return {
    plan: visitor.state === 'signed_in' && offer === 'choose' ? wanted : null,
    choose: (plan: string) => navigate(`${PAGES.subscription.path}?plan=${plan}`),
    close: () => navigate(PAGES.subscription.path, { replace: true }),
  }
}

function paidPlan(text: string | null): PaidPlanId | null {
  return text !== null && text !== 'free' && Object.hasOwn(PLANS, text) ? (text as PaidPlanId) : null
}
