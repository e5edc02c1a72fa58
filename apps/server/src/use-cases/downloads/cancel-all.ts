import type { DownloadRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { pagesOf } from '../pages-of.ts'
import { stopUnwantedWork } from './cancel-download.ts'
import { lockClips } from './lock-clips.ts'
import { returnQuota } from './return-quota.ts'

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
