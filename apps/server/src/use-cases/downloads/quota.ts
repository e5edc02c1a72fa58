import type { Quota } from '@kerf/contract/user'
import {
  dailyReset,
  monthlyReset,
  type QuotaLimits,
  type QuotaPeriods,
  quotaDecision,
  quotaPeriods,
} from '@kerf/domain/access/quota'
import { kindWithoutPlans } from '@kerf/domain/access/viewer'
import type { DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveSettings, sellsPlans } from '../shared/effective-settings.ts'
import { type Refused, refused } from '../shared/outcome.ts'
import { viewerLimits } from '../shared/viewer-limits.ts'

/** Reads the used quota of a viewer, or of a new stranger's IP address. */
export async function readQuota(
  deps: Deps<'database' | 'clock' | 'ipAddressQuotaKey' | 'presets'>,
  { viewer, ipAddress }: { viewer: ViewerRecord | null; ipAddress: string },
): Promise<Quota> {
  const { records } = deps.database
  const now = deps.clock.now()
  const counterKeys = counterKeysOf({
    viewerId: viewer?.id ?? null,
    quotaAddress: deps.ipAddressQuotaKey(viewer, ipAddress),
  })
  const usedUnits = await usedUnitsOf(records, counterKeys, quotaPeriods(now))
  const settings = await effectiveSettings(records, deps.presets)
  const { dailyLimit, monthlyLimit, longestClipSeconds } = viewerLimits(viewer, settings)
  return {
    viewer: viewer?.kind ?? (sellsPlans(settings) ? 'anonymous' : kindWithoutPlans('anonymous')),
    quota: { dailyDownloads: usedUnits.today, monthlyDownloads: usedUnits.thisMonth },
    limits: { dailyLimit, monthlyLimit, longestClipSeconds },
    resetsAt: { daily: dailyReset(now).toISOString(), monthly: monthlyReset(now).toISOString() },
  }
}

interface QuotaCounters {
  viewerId: string | null
  quotaAddress: string | null
}

/** Keys of the counters of a download: the viewer, and the IP address if there is one. */
export function counterKeysOf({ viewerId, quotaAddress }: QuotaCounters): string[] {
  return [viewerId, quotaAddress].filter((key) => key !== null)
}

/** Used units of the fullest counter. A stranger's IP address may have used more than the current cookie. */
async function usedUnitsOf(
  { quota }: Pick<Records, 'quota'>,
  counterKeys: readonly string[],
  periods: QuotaPeriods,
): Promise<{ today: number; thisMonth: number }> {
  const highestCounts = { today: 0, thisMonth: 0 }
  for (const key of counterKeys) {
    const { today, thisMonth } = await quota.usage(key, periods)
    highestCounts.today = Math.max(highestCounts.today, today)
    highestCounts.thisMonth = Math.max(highestCounts.thisMonth, thisMonth)
  }
  return highestCounts
}

/**
 * Refusal if `count` more downloads would exceed the limits; null if not. The caller holds the locks of the counters.
 */
export async function refusedByQuota(
  records: Pick<Records, 'quota'>,
  {
    limits,
    counterKeys,
    count,
    now,
  }: { limits: QuotaLimits; counterKeys: readonly string[]; count: number; now: Date },
): Promise<Refused | null> {
  const usedUnits = await usedUnitsOf(records, counterKeys, quotaPeriods(now))
  const usedBeforeLast = { today: usedUnits.today + count - 1, thisMonth: usedUnits.thisMonth + count - 1 }
  const decision = quotaDecision(limits, usedBeforeLast, now)
  if (decision.allowed) return null
  return refused(decision.reason, {
    details: `The limit resets at ${decision.resetsAt.toISOString()}.`,
    retryAfterSeconds: Math.ceil((decision.resetsAt.getTime() - now.getTime()) / 1000),
  })
}

/**
 * Returns the units of these downloads, each once: `releaseUnit` clears the download's unit in the same transaction.
 */
export async function returnQuota(records: Records, downloads: readonly DownloadRecord[]): Promise<void> {
  const changes: Parameters<Records['quota']['addAll']>[0][number][] = []
  for (const download of downloads) {
    const { id, quotaDay, quotaMonth, quotaAddress } = download
    if (quotaDay === null || quotaMonth === null) continue
    // After a sign-in, the download and its count may belong to the account.
    const viewerId = await records.downloads.releaseUnit(id)
    if (viewerId === null) continue
    const periods = { day: quotaDay, month: quotaMonth }
    changes.push(...counterKeysOf({ viewerId, quotaAddress }).map((counterKey) => ({ counted: counterKey, periods })))
  }
  await records.quota.addAll(changes, -1)
}

/**
 * Takes the returned units of these downloads again, on the days of their requests, each once. No limit applies,
 * because the viewers request nothing.
 */
export async function retakeQuota(records: Records, downloads: readonly DownloadRecord[]): Promise<void> {
  const changes: Parameters<Records['quota']['addAll']>[0][number][] = []
  for (const { id, createdAt, quotaAddress } of downloads) {
    const periods = quotaPeriods(createdAt)
    const viewerId = await records.downloads.takeUnit(id, periods)
    if (viewerId === null) continue
    changes.push(...counterKeysOf({ viewerId, quotaAddress }).map((counterKey) => ({ counted: counterKey, periods })))
  }
  await records.quota.addAll(changes, 1)
}
