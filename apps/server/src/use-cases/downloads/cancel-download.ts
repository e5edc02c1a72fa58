import type { ClipRecord, DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { pagesOf } from '../shared/pages-of.ts'
import { lockClips } from './lock-clips.ts'
import type { DownloadWithClip } from './request-download.ts'
import { returnQuota } from './return-quota.ts'

/**
 * A viewer no longer wants a download that is waiting or running. The work stops when nobody else waits for the same
 * clip, and the unit of the quota comes back. Cancelling what is finished changes nothing.
 */
export function cancelDownload(
  deps: Deps<'database' | 'clock'>,
  { id, viewer }: { id: string; viewer: ViewerRecord },
): Promise<Outcome<DownloadWithClip>> {
  return deps.database.transaction(async (records) => {
    await records.quota.lock(viewer.id)
    const download = await records.downloads.find(id, viewer.id)
    // Locked, so that nobody asks for it while it is found that nobody wants it any more.
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

/**
 * Within a transaction that holds the viewer's count: whatever of theirs waits or runs is wanted by them no longer, and their
 * units come back. What is finished stays.
 */
export async function cancelAll(records: Records, viewerId: string, cancelledAt: Date): Promise<void> {
  const wanted: DownloadRecord[] = []
  const pages = pagesOf<DownloadRecord>((page) => records.downloads.listForViewer(viewerId, page))
  for await (const page of pages) {
    const clipOf = await records.clips.findMany(page.map(({ clipId }) => clipId))
    wanted.push(...page.filter((download) => download.cancelledAt === null && isInWork(clipOf.get(download.clipId))))
  }
  const locked = await lockClips(
    records,
    wanted.map(({ clipId }) => clipId),
  )
  // Looked at once more: what was finished meanwhile stays.
  const inWork = wanted.filter(({ clipId }) => isInWork(locked.get(clipId)))
  for (const { id } of inWork) await records.downloads.update(id, { cancelledAt })
  await returnQuota(records, inWork)
  for (const clip of locked.values()) if (isInWork(clip)) await stopUnwantedWork(records, clip, cancelledAt)
}

const isInWork = (clip: { status: string } | undefined) => clip?.status === 'queued' || clip?.status === 'processing'
