import type { Download } from '@kerf/contract/download'
import { ERROR_MEANINGS, type ErrorCode } from '@kerf/domain/error-codes'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { hullOf } from '@kerf/domain/ranges/time-range'
import type { ClipRecord, DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { cacheAnswers } from '../cached-answers.ts'
import { onceASecond } from '../once-a-second.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import type { DownloadWithClip } from './request-download.ts'

/** Finds a viewer's own download together with its clip; another viewer's does not exist for them. */
export function findDownload(deps: { database: Database }) {
  const { records, rowChanges } = deps.database
  const cached = cacheAnswers<DownloadWithClip>(rowChanges, ({ download, clip }) => [download.id, clip.id])
  return async (id: string, viewer: ViewerRecord): Promise<Outcome<DownloadWithClip>> => {
    const found = await cached(`${viewer.id} ${id}`, () => records.downloads.findWithClip(id, viewer.id))
    return found ? done(found) : refused('not_found')
  }
}

/** A download as its viewer sees it. Waiting reads as processing, with a place in the queue. */
export function describeDownload(deps: { database: Database; clock: Clock }) {
  const { cutQueue } = deps.database.records
  // Everybody who waits reads the same positions: to count for each of them who is ahead would read the queue each time.
  const positions = onceASecond(async () => new Map((await cutQueue.listWaiting()).map((id, at) => [id, at + 1])))
  const positionOf = async (jobId: string): Promise<number> =>
    // Who has joined within this second counts for themselves.
    (await positions()).get(jobId) ?? (await cutQueue.countAhead(jobId)) + 1
  return async ({ download, clip }: DownloadWithClip): Promise<Download> => {
    const status = downloadStatus(download, clip, deps.clock.now())
    const waiting = clip.status === 'queued' && status === 'processing'
    const failure = failureOf(status, clip)
    return {
      id: download.id,
      videoId: download.videoId,
      status,
      quality: download.quality,
      format: download.format,
      ...hullOf(clip.ranges),
      ranges: clip.ranges.length > 1 ? clip.ranges : null,
      progress: clip.progress,
      stage: clip.stage,
      etaSeconds: status === 'processing' ? clip.etaSeconds : null,
      position: waiting && clip.jobId !== null ? await positionOf(clip.jobId) : null,
      fileName: clipFileName({ ...clip, container: clip.receipt?.container }),
      fileSize: status === 'completed' ? clip.sizeBytes : null,
      expiresAt: clip.expiresAt?.toISOString() ?? null,
      createdAt: download.createdAt.toISOString(),
      ...(failure ? { code: failure, error: ERROR_MEANINGS[failure] } : {}),
      receipt: clip.receipt,
    }
  }
}

/** What has become of a download, at this moment: a clip past its time is expired even before the sweep has come by. */
export function downloadStatus(download: DownloadRecord, clip: ClipRecord, now: Date): Download['status'] {
  if (download.cancelledAt) return 'cancelled'
  if (clip.status === 'queued' || clip.status === 'processing') return 'processing'
  if (clip.status === 'completed' && clip.expiresAt !== null && clip.expiresAt <= now) return 'expired'
  return clip.status
}

function failureOf(status: Download['status'], clip: ClipRecord): ErrorCode | null {
  if (status === 'failed') return clip.errorCode ?? 'cut_failed'
  if (status === 'cancelled') return 'cancelled'
  return status === 'expired' ? 'expired' : null
}
