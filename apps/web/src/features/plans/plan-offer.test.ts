import type { User } from '@kerf/contract/auth'
import { PLAN_IDS, type PlanId } from '@kerf/domain/plans/plans'
import { describe, expect, it } from 'vitest'
import type { Session } from '../../data/session/session-store.ts'
import { planOffer } from './plan-offer.ts'

const signedInWith = (subscription: PlanId, subscriptionExpiresAt: string | null = null): Session => ({
  state: 'signed_in',
  user: { subscription, subscriptionExpiresAt } as User,
})
const PLAN_END_TIME = '2027-03-12T10:00:00.000Z'
const offers = (session: Session) => PLAN_IDS.map((plan) => planOffer(session, plan))

describe('the offers of the plans', () => {
  it('send strangers to sign up or in, and let a free account choose each paid plan', () => {
    expect(offers({ state: 'signed_out' })).toEqual(['sign_up', 'sign_in', 'sign_in', 'sign_in'])
    expect(offers(signedInWith('free'))).toEqual(['current', 'choose', 'choose', 'choose'])
  })

  it('distinguish monthly and yearly Pro, and sell nothing that the user has', () => {
    expect(offers(signedInWith('pro-monthly', PLAN_END_TIME))).toEqual(['free_again', 'current', 'choose', 'choose'])
    expect(offers(signedInWith('pro-yearly', PLAN_END_TIME))).toEqual(['free_again', 'choose', 'current', 'choose'])
    expect(offers(signedInWith('pro-monthly'))).toEqual(['included', 'current', 'included', 'choose'])
    expect(offers(signedInWith('lifetime'))).toEqual(['included', 'included', 'included', 'current'])
  })
})
