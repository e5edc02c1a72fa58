import type { AdminJob } from '@kerf/contract/admin-jobs'
import { ERROR_MEANINGS } from '@kerf/domain/errors/error-codes'
import { hullOf } from '@kerf/domain/ranges/time-range'
import type { JobRecord } from '../../ports/clips.ts'

/** A clip as admins see it: a job, with what is told to nobody else. */
export function describeJob({ clip, userName, userCount, video }: JobRecord): AdminJob {
  const code = clip.status === 'failed' ? (clip.errorCode ?? 'cut_failed') : null
  return {
    id: clip.id,
    quality: clip.quality,
    format: clip.format,
    status: clip.status,
    priority: clip.queueClass === 'paid' ? 'high' : 'standard',
    userName,
    userCount,
    videoTitle: video?.title ?? clip.reference,
    link: video?.link ?? null,
    ...hullOf(clip.ranges),
    progress: clip.progress,
    // What was finished before it was blocked has lost its file.
    fileSize: code ? null : clip.sizeBytes,
    createdAt: clip.createdAt.toISOString(),
    startedAt: clip.startedAt?.toISOString() ?? null,
    completedAt: clip.finishedAt?.toISOString() ?? null,
    endedAt: clip.endedAt?.toISOString() ?? null,
    ...(code ? { code, error: ERROR_MEANINGS[code] } : {}),
    cause: code ? clip.failureCause : null,
    receipt: clip.receipt,
  }
}
