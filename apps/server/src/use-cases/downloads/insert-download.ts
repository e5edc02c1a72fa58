import { MAX_CLIPS_IN_WORK, quotaPeriods } from '@kerf/domain/access/quota'
import { isPaying, type ViewerKind } from '@kerf/domain/access/viewer'
import type { ClipRecord, ClipRequest, DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import { newId } from '../shared/new-id.ts'
import { type Refused, refused } from '../shared/outcome.ts'
import { counterKeysOf } from './quota.ts'

const TOO_MANY_RETRY_SECONDS = 60

/**
 * Refusal if `count` more clips would exceed the viewer's limit of clips in work. The caller holds the viewer's quota
 * lock.
 */
export async function refusedWhenTooManyInWork(
  records: Records,
  viewerId: string,
  count: number,
): Promise<Refused | null> {
  if ((await records.downloads.countInWork(viewerId)) + count <= MAX_CLIPS_IN_WORK) return null
  return refused('too_many_requests', { retryAfterSeconds: TOO_MANY_RETRY_SECONDS })
}

/** Owner of a job in the fair queue: the quota address if there is one, because cookies are free, else the viewer. */
export function ownerOf({ viewerId, quotaAddress }: Pick<DownloadRecord, 'viewerId' | 'quotaAddress'>): string {
  return quotaAddress ?? viewerId
}

/** Inserts a download of a clip and charges its quota unit. */
export async function insertDownload(
  records: Records,
  order: { request: ClipRequest; clip: ClipRecord; video: VideoRecord; viewer: ViewerRecord; now: Date } & Pick<
    DownloadRecord,
    'subtitles' | 'quotaAddress' | 'batch'
  > & { createdAt?: Date },
): Promise<DownloadRecord> {
  const { request, subtitles, clip, video, viewer, now, createdAt = now, quotaAddress, batch } = order
  const periods = quotaPeriods(now)
  const download: DownloadRecord = {
    id: newId(),
    viewerId: viewer.id,
    videoId: video.id,
    clipId: clip.id,
    quality: request.quality,
    format: request.format,
    subtitles,
    quotaDay: periods.day,
    quotaMonth: periods.month,
    quotaAddress,
    batch,
    cancelledAt: null,
    deletedAt: null,
    createdAt,
  }
  await records.downloads.insert(download)
  const units = counterKeysOf(download).map((counterKey) => ({ counted: counterKey, periods }))
  await records.quota.addAll(units, 1)
  return download
}

/**
 * Inserts a clip, or returns the live one that another transaction inserted first; null if that one has already ended.
 */
export async function insertClip(records: Records, request: ClipRequest, now: Date): Promise<ClipRecord | null> {
  const clip: ClipRecord = {
    ...request,
    id: newId(),
    jobId: null,
    status: 'queued',
    stage: 'waiting',
    progress: 0,
    etaSeconds: null,
    errorCode: null,
    failureCause: null,
    queueClass: 'ordinary',
    fileKey: null,
    sizeBytes: null,
    receipt: null,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
    endedAt: null,
    expiresAt: null,
  }
  return (await records.clips.insert(clip)) ? clip : records.clips.findLive(request, now)
}

/** Enqueues the clip's job, or moves the existing job forward to the position of a new one of this viewer. */
export async function enqueueCut(
  records: Records,
  clip: ClipRecord,
  kind: ViewerKind,
  owner: string,
): Promise<ClipRecord> {
  if (clip.status !== 'queued') return clip
  const queueClass = isPaying(kind) ? 'paid' : 'ordinary'
  if (clip.jobId !== null) {
    await records.cutQueue.hasten(clip.jobId, queueClass, owner)
    if (queueClass === 'ordinary' || clip.queueClass === 'paid') return clip
    await records.clips.update(clip.id, ['queued'], { queueClass })
    return { ...clip, queueClass }
  }
  const jobId = await records.cutQueue.enqueue(clip.id, queueClass, owner)
  await records.clips.update(clip.id, ['queued'], { jobId, queueClass })
  return { ...clip, jobId, queueClass }
}
