import type { ViewerKind } from './viewer.ts'

/** Downloads allowed in a period; null means unlimited. */
export interface QuotaLimits {
  dailyLimit: number | null
  monthlyLimit: number | null
}

export const ANONYMOUS_LIMITS: QuotaLimits = { dailyLimit: 3, monthlyLimit: 10 }
export const DEFAULT_FREE_DAILY_LIMIT = 5

export function quotaLimits(viewer: ViewerKind, freeDailyLimit: number = DEFAULT_FREE_DAILY_LIMIT): QuotaLimits {
  if (viewer === 'anonymous') return ANONYMOUS_LIMITS
  if (viewer === 'free') return { dailyLimit: freeDailyLimit, monthlyLimit: null }
  return { dailyLimit: null, monthlyLimit: null }
}

/** Days begin at 00:00 UTC and months on the 1st, so that the reset time is the same for everyone. */
export interface QuotaPeriods {
  /** `2026-11-20` */
  day: string
  /** `2026-11` */
  month: string
}

export function quotaPeriods(now: Date): QuotaPeriods {
  const iso = now.toISOString()
  return { day: iso.slice(0, 10), month: iso.slice(0, 7) }
}

export function dailyReset(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1))
}

export function monthlyReset(now: Date): Date {
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1))
}

export type QuotaDecision =
  | { allowed: true }
  | { allowed: false; reason: 'daily_limit' | 'monthly_limit'; resetsAt: Date }

/** Whether one more download fits, given how many of this day and month are taken already. */
export function quotaDecision(
  limits: QuotaLimits,
  used: { today: number; thisMonth: number },
  now: Date,
): QuotaDecision {
  if (limits.monthlyLimit !== null && used.thisMonth >= limits.monthlyLimit)
    return { allowed: false, reason: 'monthly_limit', resetsAt: monthlyReset(now) }
  if (limits.dailyLimit !== null && used.today >= limits.dailyLimit)
    return { allowed: false, reason: 'daily_limit', resetsAt: dailyReset(now) }
  return { allowed: true }
}

/** Clips that can be asked for in one go. */
export const MAX_BATCH_ITEMS = 20
/** Of one viewer, waiting or being cut at a time: five batches. Nobody fills the queue, or the disk, alone. */
export const MAX_CLIPS_IN_WORK = 100
