import type { ClipRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database, Records } from '../../ports/database.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import type { DownloadWithClip } from './request-download.ts'
import { returnQuota } from './return-quota.ts'

/**
 * A viewer no longer wants a download that is waiting or running. The work stops when nobody else waits for the same
 * clip, and the unit of the quota comes back. Cancelling what is finished changes nothing.
 */
export function cancelDownload(deps: { database: Database; clock: Clock }) {
  return (id: string, viewer: ViewerRecord): Promise<Outcome<DownloadWithClip>> =>
    deps.database.transaction(async (records) => {
      await records.quota.lock(viewer.id)
      const download = await records.downloads.find(id, viewer.id)
      // Locked, so that nobody wishes for it while it is found that nobody wants it any more.
      const clip = download && (await records.clips.lock(download.clipId))
      if (!download || !clip) return refused('not_found')
      if (download.cancelledAt !== null || !['queued', 'processing'].includes(clip.status))
        return done({ download, clip })
      const cancelledAt = deps.clock.now()
      await records.downloads.update(download.id, { cancelledAt })
      await returnQuota(records, [download])
      await stopUnwantedWork(records, clip, cancelledAt)
      return done({ download: { ...download, cancelledAt }, clip })
    })
}

/** Stops a clip's work when no download wants it any more. */
export async function stopUnwantedWork(
  records: Records,
  { id, jobId }: Pick<ClipRecord, 'id' | 'jobId'>,
  endedAt: Date,
): Promise<void> {
  const wanted = await records.downloads.listForClip(id)
  if (wanted.length > 0) return
  const stopped = await records.clips.update(id, ['queued', 'processing'], {
    status: 'cancelled',
    stage: 'done',
    etaSeconds: null,
    endedAt,
  })
  if (stopped && jobId) await records.cutQueue.cancel(jobId)
}
