import type { ViewerKind } from './viewer.ts'

/** Downloads allowed in a period; null means unlimited. */
export interface QuotaLimits {
  dailyLimit: number | null
  monthlyLimit: number | null
}

export const STRANGER_LIMITS: QuotaLimits = { dailyLimit: 3, monthlyLimit: 10 }
export const DEFAULT_FREE_DAILY_LIMIT = 5

export function quotaLimits(viewer: ViewerKind, freeDailyLimit: number = DEFAULT_FREE_DAILY_LIMIT): QuotaLimits {
  if (viewer === 'anonymous') return STRANGER_LIMITS
  if (viewer === 'free') return { dailyLimit: freeDailyLimit, monthlyLimit: null }
  return { dailyLimit: null, monthlyLimit: null }
}

/** Current UTC day and month. Quotas of all viewers reset at 00:00 UTC, and on the 1st of the month. */
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

/** Whether one more download fits into the quota, given the number of downloads of this day and month. */
export function quotaDecision(
  limits: QuotaLimits,
  downloadCounts: { today: number; thisMonth: number },
  now: Date,
): QuotaDecision {
  if (limits.monthlyLimit !== null && downloadCounts.thisMonth >= limits.monthlyLimit)
    return { allowed: false, reason: 'monthly_limit', resetsAt: monthlyReset(now) }
  if (limits.dailyLimit !== null && downloadCounts.today >= limits.dailyLimit)
    return { allowed: false, reason: 'daily_limit', resetsAt: dailyReset(now) }
  return { allowed: true }
}

/** Maximum number of clips in one batch. */
export const MAX_BATCH_ITEMS = 20
/** Maximum number of clips of one viewer that wait or are being cut. One viewer must not fill the queue or the disk. */
export const MAX_CLIPS_IN_WORK = 100
