import type { DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'

/** Gives these downloads' units back, each once: the row forgets that it took one in the same transaction. */
export async function returnQuota(records: Records, downloads: readonly DownloadRecord[]): Promise<void> {
  const changes: Parameters<Records['quota']['addAll']>[0][number][] = []
  for (const { id, viewerId, quotaDay, quotaMonth, quotaAddress } of downloads) {
    if (quotaDay === null || quotaMonth === null || !(await records.downloads.releaseUnit(id))) continue
    const periods = { day: quotaDay, month: quotaMonth }
    changes.push({ counted: viewerId, periods })
    if (quotaAddress !== null) changes.push({ counted: quotaAddress, periods })
  }
  await records.quota.addAll(changes, -1)
}
