import type { PlanId } from '@kerf/domain/plans/plans'
import type { Session } from '../../data/session/session-store.ts'

/**
 * Action on a plan. `free_again`: Free follows the paid plan. `included`: the plan of the account covers it for good.
 */
export type PlanOffer = 'sign_up' | 'sign_in' | 'choose' | 'current' | 'included' | 'free_again'

export function planOffer(session: Session, plan: PlanId): PlanOffer {
  // While the session loads, a pressed button only puts the plan into the page's URL (?plan=). useSelection acts on it
  // later.
  if (session.state === 'unknown') return plan === 'free' ? 'sign_up' : 'choose'
  if (session.state === 'signed_out') return plan === 'free' ? 'sign_up' : 'sign_in'
  const { subscription, subscriptionExpiresAt } = session.user
  if (subscription === plan) return 'current'
  if (subscription === 'free') return 'choose'
  if (subscription === 'lifetime') return 'included'
  // Pro without an end is not extended by another period, and Free does not follow it.
  if (subscriptionExpiresAt === null && plan !== 'lifetime') return 'included'
  return plan === 'free' ? 'free_again' : 'choose'
}

/** Whether the viewer can choose the plan, if necessary after a sign-in. */
export const isChoosable = (offer: PlanOffer): boolean => offer === 'choose' || offer === 'sign_in'
