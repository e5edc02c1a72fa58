import type { Quota } from '@kerf/contract/user'
import { STRANGER_LIMITS } from '@kerf/domain/access/quota'

export interface UsageReading {
  period: 'daily' | 'monthly'
  /** Downloads used in the period; null where the quota is unknown. */
  used: number | null
  /** Downloads allowed in the period; null: unlimited. */
  limit: number | null
  resetsAt: string | null
}

/**
 * Daily and monthly count of a viewer. Without a quota the limits are those of strangers, and the counts are unknown.
 */
export function usageReadings(quota: Quota | null | undefined): readonly [UsageReading, UsageReading] {
  const { dailyLimit, monthlyLimit } = quota?.limits ?? STRANGER_LIMITS
  return [
    {
      period: 'daily',
      used: quota?.quota.dailyDownloads ?? null,
      limit: dailyLimit,
      resetsAt: quota?.resetsAt.daily ?? null,
    },
    {
      period: 'monthly',
      used: quota?.quota.monthlyDownloads ?? null,
      limit: monthlyLimit,
      resetsAt: quota?.resetsAt.monthly ?? null,
    },
  ]
}
