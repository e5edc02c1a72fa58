import { type ClipFormat, parseQuality, QUALITIES, type QualityId } from '@kerf/domain/quality'
import { type FreeMaxQuality, qualityAccess } from '@kerf/domain/quality-access'
import { quotaDecision, quotaLimits, quotaPeriods } from '@kerf/domain/quota'
import { chooseRenditions } from '@kerf/domain/rendition-choice'
import { isPaying, type ViewerKind } from '@kerf/domain/viewer'
import type {
  ClipRecord,
  Clock,
  Database,
  DownloadRecord,
  FileStore,
  Records,
  VideoRecord,
  ViewerRecord,
  Wish,
} from '../../ports.ts'
import { newId } from '../new-id.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import { type AskedRange, decideSpan, type WishedSpan } from './decide-span.ts'

/** Below this much free disk no new work is taken: running cuts still need room to finish. */
const MIN_FREE_BYTES = 256 * 1024 * 1024

const PRIORITY = { paying: 10, ordinary: 0 }

export interface RequestDownloadDeps {
  database: Database
  files: FileStore
  clock: Clock
  freeMaxQuality: FreeMaxQuality
}

export interface DownloadWithClip {
  download: DownloadRecord
  clip: ClipRecord
}

/**
 * A viewer wishes for the current range of a video, or for several joined, in one quality. Quota, download and job are taken in one transaction;
 * the same wish by the same viewer is the same download, and by another viewer is answered from the same clip.
 */
export function requestDownload(deps: RequestDownloadDeps) {
  return async (
    videoId: string,
    asked: { quality: string; format?: string | undefined; ranges?: readonly AskedRange[] | undefined },
    viewer: ViewerRecord,
  ): Promise<Outcome<DownloadWithClip>> => {
    const quality = parseQuality(asked.quality)
    if (!quality) return refused('unknown_quality')
    const format = QUALITIES[quality].format
    if (asked.format !== undefined && asked.format.toLowerCase() !== format)
      return refused('invalid_request', { details: `${quality} is offered as ${format}.` })
    const video = await deps.database.records.videos.find(videoId, viewer.id)
    if (!video) return refused('not_found')
    const span = decideSpan(video, asked.ranges, viewer)
    if (!span.ok) return span
    const access = qualityAccess(viewer.kind, quality, deps.freeMaxQuality)
    if (!access.allowed) return refused(access.reason)
    if (!chooseRenditions(video.details.renditions, quality)) return refused('quality_unavailable')
    const freeBytes = await deps.files.freeBytes()
    if (freeBytes !== null && freeBytes < MIN_FREE_BYTES) return refused('storage_full', { retryAfterSeconds: 600 })
    const wish = wishFor(video, span.value, quality, format)
    return deps.database.transaction((records) => takeDownload(records, wish, video, viewer, deps.clock.now()))
  }
}

function wishFor(video: VideoRecord, span: WishedSpan, quality: QualityId, format: ClipFormat): Wish {
  return { source: video.source, reference: video.reference, ...span, quality, format }
}

async function takeDownload(
  records: Records,
  wish: Wish,
  video: VideoRecord,
  viewer: ViewerRecord,
  now: Date,
): Promise<Outcome<DownloadWithClip>> {
  // The lock comes first: a double click must find the download that the first click made.
  await records.quota.lock(viewer.id)
  // While it was waited for, the viewer may have deleted their account, or have signed in to one.
  if (!(await records.videos.find(video.id, viewer.id))) return refused('not_found')
  const live = await records.clips.findLive(wish, now)
  const own = live && (await records.downloads.findForClip(live.id, viewer.id))
  if (live && own) return done({ download: own, clip: live })

  const periods = quotaPeriods(now)
  const decision = quotaDecision(quotaLimits(viewer.kind), await records.quota.used(viewer.id, periods), now)
  if (!decision.allowed)
    return refused(decision.reason, {
      details: `The count starts again at ${decision.resetsAt.toISOString()}.`,
      retryAfterSeconds: Math.ceil((decision.resetsAt.getTime() - now.getTime()) / 1000),
    })

  const clip = live ?? (await createClip(records, wish, viewer.kind, now))
  if (!clip) return refused('busy', { retryAfterSeconds: 1 })
  const download: DownloadRecord = {
    id: newId(),
    viewerId: viewer.id,
    videoId: video.id,
    clipId: clip.id,
    quality: wish.quality,
    format: wish.format,
    quotaDay: periods.day,
    quotaMonth: periods.month,
    quotaAddress: null,
    batch: null,
    cancelledAt: null,
    deletedAt: null,
    createdAt: now,
  }
  await records.downloads.insert(download)
  await records.quota.add(viewer.id, periods, 1)
  return done({ download, clip })
}

/** null when another viewer's transaction has created a clip for the same wish in this very moment. */
async function createClip(records: Records, wish: Wish, viewer: ViewerKind, now: Date): Promise<ClipRecord | null> {
  const clip: ClipRecord = {
    ...wish,
    id: newId(),
    jobId: null,
    status: 'queued',
    stage: 'waiting',
    progress: 0,
    etaSeconds: null,
    errorCode: null,
    fileKey: null,
    sizeBytes: null,
    receipt: null,
    createdAt: now,
    startedAt: null,
    finishedAt: null,
    expiresAt: null,
  }
  if (!(await records.clips.insert(clip))) return records.clips.findLive(wish, now)
  const jobId = await records.cutQueue.enqueue(clip.id, isPaying(viewer) ? PRIORITY.paying : PRIORITY.ordinary)
  await records.clips.update(clip.id, ['queued'], { jobId })
  return { ...clip, jobId }
}
