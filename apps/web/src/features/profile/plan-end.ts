import type { SubscriptionInfo } from '@kerf/contract/user'

export type PlanEnd = { kind: 'never' } | { kind: 'open' } | { kind: 'ends' | 'ended'; at: string }

/** When a plan ends: a paid one without a date never does, the free one has none to speak of. */
export function planEnd({ subscription, expiresAt }: SubscriptionInfo, now: Date): PlanEnd {
  if (subscription === 'lifetime') return { kind: 'never' }
  if (expiresAt === null) return { kind: subscription === 'free' ? 'open' : 'never' }
  return { kind: Date.parse(expiresAt) > now.getTime() ? 'ends' : 'ended', at: expiresAt }
}
