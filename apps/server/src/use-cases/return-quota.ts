import type { DownloadRecord, Records } from '../ports.ts'

/** Gives a download's unit back, once: the row forgets that it took one in the same transaction. */
export async function returnQuota(records: Records, download: DownloadRecord): Promise<void> {
  if (download.quotaDay === null || download.quotaMonth === null) return
  const periods = { day: download.quotaDay, month: download.quotaMonth }
  if (await records.downloads.releaseUnit(download.id)) await records.quota.add(download.viewerId, periods, -1)
}
