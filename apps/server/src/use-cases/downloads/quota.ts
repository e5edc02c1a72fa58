import type { Quota } from '@kerf/contract/user'
import { dailyReset, monthlyReset, type QuotaPeriods, quotaLimits, quotaPeriods } from '@kerf/domain/access/quota'
import type { DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveTerms } from '../shared/effective-settings.ts'
import { strangerKind } from '../shared/viewer.ts'

/** How much of their quota a viewer has used. A stranger who has started nothing may have used some by their address. */
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

interface Counted {
  viewerId: string | null
  quotaAddress: string | null
}

/** Under what downloads are counted: the viewer, and the address where it counts. */
export function countedKeys({ viewerId, quotaAddress }: Counted): string[] {
  return [viewerId, quotaAddress].filter((key) => key !== null)
}

/** What is taken already, by the count that has taken the most: a stranger's cookie may know of less than their address. */
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

/** Gives these downloads' units back, each once: the row forgets that it took one in the same transaction. */
export async function returnQuota(records: Records, downloads: readonly DownloadRecord[]): Promise<void> {
  const changes: Parameters<Records['quota']['addAll']>[0][number][] = []
  for (const download of downloads) {
    const { id, quotaDay, quotaMonth, quotaAddress } = download
    if (quotaDay === null || quotaMonth === null) continue
    // A stranger may have signed in since it was read, and their count be the account's.
    const viewerId = await records.downloads.releaseUnit(id)
    if (viewerId === null) continue
    const periods = { day: quotaDay, month: quotaMonth }
    changes.push(...countedKeys({ viewerId, quotaAddress }).map((counted) => ({ counted, periods })))
  }
  await records.quota.addAll(changes, -1)
}
