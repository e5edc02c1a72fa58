import type { Quota } from '@kerf/contract/user'
import { dailyReset, monthlyReset, type QuotaPeriods, quotaLimits, quotaPeriods } from '@kerf/domain/access/quota'
import type { DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveTerms } from '../shared/effective-settings.ts'
import { strangerKind } from '../shared/viewer.ts'

/** Reads the used quota of a viewer, or of a new visitor's address. */
export async function readQuota(
  deps: Deps<'database' | 'clock' | 'addressQuotaKey' | 'hasPlans'>,
  { viewer, address }: { viewer: ViewerRecord | null; address: string },
): Promise<Quota> {
  const { records } = deps.database
  const now = deps.clock.now()
  const kind = viewer?.kind ?? strangerKind(deps)
  const counted = countedKeys({ viewerId: viewer?.id ?? null, quotaAddress: deps.addressQuotaKey(viewer, address) })
  const used = await usedUnits(records, counted, quotaPeriods(now))
  const { freeDailyLimit } = await effectiveTerms(records)
  return {
    viewer: kind,
    quota: { dailyDownloads: used.today, monthlyDownloads: used.thisMonth },
    limits: quotaLimits(kind, freeDailyLimit),
    resetsAt: { daily: dailyReset(now).toISOString(), monthly: monthlyReset(now).toISOString() },
  }
}

interface QuotaCounters {
  viewerId: string | null
  quotaAddress: string | null
}

/** Keys of the counters of a download: the viewer, and the address if there is one. */
export function countedKeys({ viewerId, quotaAddress }: QuotaCounters): string[] {
  return [viewerId, quotaAddress].filter((key) => key !== null)
}

/** Used units of the fullest counter. A stranger's address may have used more than the current cookie. */
export async function usedUnits(
  { quota }: Pick<Records, 'quota'>,
  counted: readonly string[],
  periods: QuotaPeriods,
): Promise<{ today: number; thisMonth: number }> {
  const most = { today: 0, thisMonth: 0 }
  for (const key of counted) {
    const { today, thisMonth } = await quota.used(key, periods)
    most.today = Math.max(most.today, today)
    most.thisMonth = Math.max(most.thisMonth, thisMonth)
  }
  return most
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
    changes.push(...countedKeys({ viewerId, quotaAddress }).map((counted) => ({ counted, periods })))
  }
  await records.quota.addAll(changes, -1)
}

/**
 * Takes the returned units of these downloads again, on the days of their requests, each once. No limit applies, because
 * the viewers request nothing.
 */
export async function retakeQuota(records: Records, downloads: readonly DownloadRecord[]): Promise<void> {
  const changes: Parameters<Records['quota']['addAll']>[0][number][] = []
  for (const { id, createdAt, quotaAddress } of downloads) {
    const periods = quotaPeriods(createdAt)
    const viewerId = await records.downloads.takeUnit(id, periods)
    if (viewerId === null) continue
    changes.push(...countedKeys({ viewerId, quotaAddress }).map((counted) => ({ counted, periods })))
  }
  await records.quota.addAll(changes, 1)
}
