import type { Download } from '@kerf/contract/download'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { clipFileName } from '@kerf/domain/formats/file-name'
import { hullOf } from '@kerf/domain/ranges/time-range'
import { ERROR_MEANINGS } from '@kerf/messages/error-meanings'
import type { ClipRecord, DownloadRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'
import type { DownloadWithClip } from './request-download.ts'

/** Describes a download for its viewer. A waiting one has status `processing` and a queue position. */
export async function describeDownload(
  deps: Deps<'database' | 'clock' | 'caches'>,
  { download, clip }: DownloadWithClip,
): Promise<Download> {
  const status = downloadStatus(download, clip, deps.clock.now())
  const isWaiting = clip.status === 'queued' && status === 'processing'
  const failure = failureCodeOf(status, clip)
  const { audioTrack = null, subtitles: _clipSubtitles, liveWindow: _window, ...fitOptions } = clip.options
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
    position: isWaiting && clip.jobId !== null ? await positionOf(deps, clip.jobId) : null,
    fileName: clipFileName(clip),
    fileSize: status === 'completed' ? clip.sizeBytes : null,
    expiresAt: clip.expiresAt?.toISOString() ?? null,
    createdAt: download.createdAt.toISOString(),
    ...(failure ? { code: failure, error: ERROR_MEANINGS[failure] } : {}),
    receipt: clip.receipt,
    audioTrack,
    subtitles: download.subtitles,
    ...fitOptions,
  }
}

async function positionOf({ database, caches }: Deps<'database' | 'caches'>, jobId: string): Promise<number> {
  // Jobs that joined within the last second are not in the cached positions.
  return (await caches.positions()).get(jobId) ?? (await database.records.cutQueue.countAhead(jobId)) + 1
}

/** Status of a download at `now`. A clip past its expiry counts as expired even before the sweep. */
export function downloadStatus(download: DownloadRecord, clip: ClipRecord, now: Date): Download['status'] {
  if (download.cancelledAt) return 'cancelled'
  if (clip.status === 'queued' || clip.status === 'processing') return 'processing'
  if (clip.status === 'completed' && clip.expiresAt !== null && clip.expiresAt <= now) return 'expired'
  return clip.status
}

function failureCodeOf(status: Download['status'], clip: ClipRecord): ErrorCode | null {
  if (status === 'failed') return clip.errorCode ?? 'cut_failed'
  if (status === 'cancelled') return 'cancelled'
  return status === 'expired' ? 'expired' : null
}
