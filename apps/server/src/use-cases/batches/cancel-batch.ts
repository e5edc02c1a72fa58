import type { DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import { lockClips, stopUnwantedWork } from '../downloads/end-download.ts'
import { returnQuota } from '../downloads/quota.ts'
import type { Deps } from '../shared/deps.ts'
import { type Outcome, refused } from '../shared/outcome.ts'
import { type FoundBatch, findBatch } from './describe-batch.ts'

/** A viewer no longer wants what waits or runs of a batch; its units come back, and what is finished stays. */
export async function cancelBatch(
  deps: Deps<'database' | 'clock'>,
  { id, viewer }: { id: string; viewer: ViewerRecord | null },
): Promise<Outcome<FoundBatch>> {
  if (!viewer) return refused('not_found')
  await deps.database.transaction(async (records) => {
    await records.quota.lock(viewer.id)
    const batch = await records.batches.find(id, viewer.id)
    if (!batch) return
    const wanted = (await records.batches.listDownloads(batch.id)).filter(({ cancelledAt }) => cancelledAt === null)
    // Locked, so that nobody asks for them while it is found that nobody wants them any more.
    const clipOf = await lockClips(
      records,
      wanted.map(({ clipId }) => clipId),
    )
    const cancelled: DownloadRecord[] = []
    const cancelledAt = deps.clock.now()
    for (const download of wanted) {
      const clip = clipOf.get(download.clipId)
      if (!clip || (clip.status !== 'queued' && clip.status !== 'processing')) continue
      await records.downloads.update(download.id, { cancelledAt })
      cancelled.push(download)
      await stopUnwantedWork(records, clip, cancelledAt)
    }
    await returnQuota(records, cancelled)
  })
  return findBatch(deps, { id, viewer })
}
