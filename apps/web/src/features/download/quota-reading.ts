import type { Quota } from '@kerf/contract/user'
import { rangesSeconds, type TimeRange } from '@kerf/domain/ranges/time-range'
import { shortTimecode } from '@kerf/domain/ranges/timecode'
import { toolWords } from '#messages/clips/tool.ts'
import { formatCountdown } from '../../data/downloads/countdown.ts'
import { formatNearTime } from '../../data/formatting/dates.ts'

export interface QuotaReading {
  period: 'daily' | 'monthly'
  used: number
  limit: number
  left: number
  resetsAt: Date
}

/** Limit that will be reached first; null for viewers without a limit. */
export function tightestLimit(quota: Quota): QuotaReading | null {
  const { dailyLimit, monthlyLimit } = quota.limits
  const readings: QuotaReading[] = []
  const addReading = (period: QuotaReading['period'], limit: number | null, used: number, resetsAt: string): void => {
    if (limit === null) return
    readings.push({ period, used, limit, left: Math.max(0, limit - used), resetsAt: new Date(resetsAt) })
  }
  addReading('daily', dailyLimit, quota.quota.dailyDownloads, quota.resetsAt.daily)
  addReading('monthly', monthlyLimit, quota.quota.monthlyDownloads, quota.resetsAt.monthly)
  // If both limits are used up, the one that resets later counts.
  return readings.sort((a, b) => a.left - b.left || b.resetsAt.getTime() - a.resetsAt.getTime())[0] ?? null
}

/** Reason for which the ranges are too long for one clip on this server; undefined where they are not. */
export function describeTooLong(quota: Quota | null, ranges: readonly TimeRange[]): string | undefined {
  const maxSeconds = quota?.limits.longestClipSeconds ?? null
  if (maxSeconds === null || rangesSeconds(ranges) <= maxSeconds) return undefined
  return toolWords.downloads.longestClip(shortTimecode(maxSeconds))
}

/** Reset of a limit in the viewer's time zone, such as `Resets tomorrow 01:00, in 1 h 46 min.` */
export function describeReset(resetsAt: Date, now: Date, locale: string, timeZone?: string): string {
  return toolWords.limit.resets(
    formatNearTime(resetsAt, now, locale, timeZone),
    formatCountdown(resetsAt.getTime() - now.getTime()),
  )
}

/** Limit that is used up. The server would refuse a new cut with this code. */
export interface EffectiveLimit {
  code: 'daily_limit' | 'monthly_limit'
  resetsAt: Date
  /** Id of the element that explains the limit. */
  bandId: string
}

export function effectiveLimit(limit: QuotaReading | null, bandId: string): EffectiveLimit | null {
  if (limit === null || limit.left > 0) return null
  return { code: limit.period === 'daily' ? 'daily_limit' : 'monthly_limit', resetsAt: limit.resetsAt, bandId }
}
