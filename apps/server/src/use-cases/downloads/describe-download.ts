import type { Download } from '@kerf/contract/download'
import { ERROR_MEANINGS, type ErrorCode } from '@kerf/domain/error-codes'
import { clipFileName } from '@kerf/domain/file-name'
import type { ClipRecord, DownloadRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { keepAnswers } from '../cached-answers.ts'
import { onceASecond } from '../once-a-second.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import type { DownloadWithClip } from './request-download.ts'

/** Finds a viewer's own download together with its clip; another viewer's does not exist for them. */
export function findDownload(deps: { database: Database }) {
  const { records, writes } = deps.database
  const keep = keepAnswers<DownloadWithClip | null>(
    writes.downloads,
    (found) => found && [found.download.id, found.clip.id],
  )
  return async (id: string, viewer: ViewerRecord): Promise<Outcome<DownloadWithClip>> => {
    const found = await keep(`${viewer.id} ${id}`, () => records.downloads.findWithClip(id, viewer.id))
    return found ? done(found) : refused('not_found')
  }
}

/** A download as its viewer sees it. Waiting reads as processing, with a place in the queue. */
export function describeDownload(deps: { database: Database; clock: Clock }) {
  const { records, writes } = deps.database
  const keepLine = keepAnswers<Map<string, number>>(writes.queue, () => null)
  const readLine = async () => new Map((await records.cutQueue.line()).map((id, turn) => [id, turn]))
  const lineOfThisSecond = onceASecond(readLine)
  /**
   * Everybody who waits reads the same line: as long as nothing happens in it, or, where other processes change it unseen, for a second.
   * To count for each of them who is ahead would read all of it each time.
   */
  const countAhead = async (clip: ClipRecord): Promise<number> => {
    const isUnseen = writes.queue(null) === null
    const line = isUnseen ? await lineOfThisSecond() : await keepLine('line', readLine)
    return line.get(clip.jobId ?? '') ?? (isUnseen ? records.clips.countAhead(clip) : 0)
  }
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
      startTime: clip.range.startSeconds,
      endTime: clip.range.endSeconds,
      ranges:
        clip.joined?.map(({ startSeconds, endSeconds }) => ({ startTime: startSeconds, endTime: endSeconds })) ?? null,
      progress: clip.progress,
      stage: clip.stage,
      etaSeconds: status === 'processing' ? clip.etaSeconds : null,
      position: waiting ? (await countAhead(clip)) + 1 : null,
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
