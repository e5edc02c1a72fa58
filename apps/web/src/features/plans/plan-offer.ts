import type { PlanId } from '@kerf/domain/plans/plans'
import type { Session } from '../../data/session/session-store.ts'

/** What somebody can do with a plan: `free_again` is Free to those who have paid, `included` what a plan without an end has anyway. */
export type PlanOffer = 'sign_up' | 'sign_in' | 'choose' | 'current' | 'included' | 'free_again'

export function planOffer(session: Session, plan: PlanId): PlanOffer {
  // The session is still loading: the choice stays in the address until it is known.
  if (session.state === 'unknown') return plan === 'free' ? 'sign_up' : 'choose'
  if (session.state === 'signed_out') return plan === 'free' ? 'sign_up' : 'sign_in'
  const { subscription, subscriptionExpiresAt } = session.user
  if (subscription === plan) return 'current'
  if (subscription === 'free') return 'choose'
  if (subscription === 'lifetime') return 'included'
  // Pro that was given without an end: no period of it has anything to add, and Free does not come back.
  if (subscriptionExpiresAt === null && plan !== 'lifetime') return 'included'
  return plan === 'free' ? 'free_again' : 'choose'
}

/** Whether the plan's button is a next step. */
export const isOpen = (offer: PlanOffer): boolean => offer === 'choose' || offer === 'sign_in'
