import type { Quota } from '@kerf/contract/user'
import { ANONYMOUS_LIMITS } from '@kerf/domain/access/quota'

export interface UsageReading {
  period: 'daily' | 'monthly'
  /** null while nobody knows. */
  used: number | null
  /** null: unlimited */
  limit: number | null
  resetsAt: string | null
}

/** Both counts of a viewer. Without one the limits are those that hold for everybody, and the counts are unknown. */
export function usageReadings(quota: Quota | null | undefined): readonly [UsageReading, UsageReading] {
  const { dailyLimit, monthlyLimit } = quota?.limits ?? ANONYMOUS_LIMITS
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
