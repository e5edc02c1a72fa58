import type { Quota } from '@kerf/contract/user'
import { toolWords } from '#messages/clips/tool.ts'
import { countdownWords } from '../../data/downloads/countdown.ts'
import { nearTimeWords } from '../../data/formatting/dates.ts'

export interface QuotaReading {
  period: 'daily' | 'monthly'
  used: number
  limit: number
  left: number
  resetsAt: Date
}

/** The limit that will be met first, or null for viewers without one. */
export function tightestLimit(quota: Quota): QuotaReading | null {
  const { dailyLimit, monthlyLimit } = quota.limits
  const readings: QuotaReading[] = []
  const read = (period: QuotaReading['period'], limit: number | null, used: number, resetsAt: string): void => {
    if (limit === null) return
    readings.push({ period, used, limit, left: Math.max(0, limit - used), resetsAt: new Date(resetsAt) })
  }
  read('daily', dailyLimit, quota.quota.dailyDownloads, quota.resetsAt.daily)
  read('monthly', monthlyLimit, quota.quota.monthlyDownloads, quota.resetsAt.monthly)
  // With nothing left in the month, tomorrow does not help.
  return (
    readings.sort((one, other) => one.left - other.left || other.resetsAt.getTime() - one.resetsAt.getTime())[0] ?? null
  )
}

/** `The count starts again at 01:00, in 1 h 46 min.`, in the viewer's own time. */
export function resetWords(resetsAt: Date, now: Date, locale: string, timeZone?: string): string {
  return toolWords.limit.resets(
    nearTimeWords(resetsAt, now, locale, timeZone),
    countdownWords(resetsAt.getTime() - now.getTime()),
  )
}

/** A limit of which nothing is left: a new cut would be refused with this code. */
export interface EffectiveLimit {
  code: 'daily_limit' | 'monthly_limit'
  resetsAt: Date
  /** The element that says so in full. */
  bandId: string
}

export function effectiveLimit(limit: QuotaReading | null, bandId: string): EffectiveLimit | null {
  if (limit === null || limit.left > 0) return null
  return { code: limit.period === 'daily' ? 'daily_limit' : 'monthly_limit', resetsAt: limit.resetsAt, bandId }
}
