import { isDeepStrictEqual } from 'node:util'
import { qualityAccess } from '@kerf/domain/access/quality-access'
import { MAX_CLIPS_IN_WORK, quotaDecision, quotaLimits, quotaPeriods } from '@kerf/domain/access/quota'
import { isPaying, type ViewerKind } from '@kerf/domain/access/viewer'
import { highQualitySentence } from '@kerf/domain/errors/error-meanings'
import { chooseForm } from '@kerf/domain/formats/format-choice'
import type { ClipRecord, ClipRequest, DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { effectiveTerms, type FreeTerms } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { isBlocked, subjectOf } from '../videos/is-blocked.ts'
import { noteDownloadEnd } from '../webhooks/note-events.ts'
import { decideOptions } from './decide-options.ts'
import * as decide from './decide-request.ts'
import { expectedBytes, refusedWhenFull } from './disk-room.ts'
import { usedUnits } from './quota.ts'

const TOO_MANY_RETRY_SECONDS = 60

interface AskedDownload {
  videoId: string
  asked: decide.DownloadRequest
  viewer: ViewerRecord
  /** Strangers are counted by it as well. */
  address: string
}

export interface DownloadWithClip {
  download: DownloadRecord
  clip: ClipRecord
}

/** Quota, download and job in one transaction. Equal requests share a download (same viewer) or a clip. */
export async function requestDownload(
  deps: Deps<'database' | 'files' | 'clock' | 'addressCount'>,
  { videoId, asked, viewer, address }: AskedDownload,
): Promise<Outcome<DownloadWithClip>> {
  const form = decide.decideForm(asked)
  if (!form.ok) return form
  const { quality, format } = form.value
  const video = await deps.database.records.videos.find(videoId, viewer.id)
  if (!video) return refused('not_found')
  if (await isBlocked(deps.database.records, subjectOf(video))) return refused('link_blocked')
  const ranges = decide.decideRanges(video, asked, viewer)
  if (!ranges.ok) return ranges
  const unfit = decide.refusedForForm(format, ranges.value)
  if (unfit) return unfit
  const terms = await effectiveTerms(deps.database.records)
  const access = qualityAccess(viewer.kind, quality, terms.freeMaxQuality)
  if (!access.allowed) return refused(access.reason, { meaning: highQualitySentence(terms.freeMaxQuality) })
  const decided = decideOptions(video.details, form.value, ranges.value, asked)
  if (!decided.ok) return decided
  const { options, subtitles } = decided.value
  if (!chooseForm(video.details.renditions, form.value, options)) return refused('quality_unavailable')
  const { source, reference } = video
  const request = { source, reference, ranges: ranges.value, quality, format, options }
  const full = await refusedWhenFull(deps.files, expectedBytes(video.details, request))
  if (full) return full
  const quotaAddress = deps.addressCount(viewer, address)
  try {
    return await deps.database.transaction((records) =>
      takeDownload(records, { request, subtitles, video, viewer, quotaAddress, terms, now: deps.clock.now() }),
    )
  } catch (error) {
    if (error instanceof decide.PlanChangedError)
      return requestDownload(deps, { videoId, asked, viewer: error.viewer, address })
    throw error
  }
}

interface Taking {
  request: ClipRequest
  subtitles: DownloadRecord['subtitles']
  video: VideoRecord
  viewer: ViewerRecord
  quotaAddress: string | null
  terms: FreeTerms
  now: Date
}

async function takeDownload(
  records: Records,
  { request, subtitles, video, viewer, quotaAddress, terms, now }: Taking,
): Promise<Outcome<DownloadWithClip>> {
  // Before all other locks, as those who block have it.
  await records.blocklist.hold()
  if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
  const counted = quotaAddress === null ? [viewer.id] : [viewer.id, quotaAddress]
  // These locks come first: a double click must find the download that the first click made. In one order for everybody.
  for (const key of counted.toSorted()) await records.quota.lock(key)
  // While it was waited for, the viewer may have deleted their account, or have signed in to one.
  if (!(await records.videos.find(video.id, viewer.id))) return refused('not_found')
  const live = await records.clips.findLive(request, now)
  const own = live && (await records.downloads.findForClip(live.id, viewer.id))
  if (live && own) return done({ download: await askedWith(records, own, subtitles), clip: live })
  const current = await decide.asPlanStands(records, viewer, now)
  if (current.kind !== viewer.kind) throw new decide.PlanChangedError(current)

  const periods = quotaPeriods(now)
  const limits = quotaLimits(viewer.kind, terms.freeDailyLimit)
  const decision = quotaDecision(limits, await usedUnits(records, counted, periods), now)
  if (!decision.allowed)
    return refused(decision.reason, {
      details: `The limit resets at ${decision.resetsAt.toISOString()}.`,
      retryAfterSeconds: Math.ceil((decision.resetsAt.getTime() - now.getTime()) / 1000),
    })

  const tooMany = await refusedWhenTooManyInWork(records, viewer.id, 1)
  if (tooMany) return tooMany
  const clip = live ?? (await insertClip(records, request, now))
  if (!clip) return refused('busy', { retryAfterSeconds: 1 })
  const queued = await enqueueCut(records, clip, viewer.kind, ownerOf({ viewerId: viewer.id, quotaAddress }))
  const taken = { request, subtitles, clip, video, viewer, now, quotaAddress, batch: null }
  const download = await insertDownload(records, taken)
  // Somebody else's request has made it already.
  if (queued.status === 'completed') await noteDownloadEnd(records, download, queued, now)
  return done({ download, clip: queued })
}

/** The same clip, asked for again: with subtitles beside it this time, or without. What was asked last holds. */
async function askedWith(
  records: Records,
  download: DownloadRecord,
  subtitles: DownloadRecord['subtitles'],
): Promise<DownloadRecord> {
  if (isDeepStrictEqual(download.subtitles, subtitles)) return download
  await records.downloads.update(download.id, { subtitles })
  return { ...download, subtitles }
}

/** Within a transaction that holds the viewer's count: the refusal when so many more would be too many at a time. */
export async function refusedWhenTooManyInWork(
  records: Records,
  viewerId: string,
  more: number,
): Promise<Refused | null> {
  if ((await records.downloads.countInWork(viewerId)) + more <= MAX_CLIPS_IN_WORK) return null
  return refused('too_many_requests', { retryAfterSeconds: TOO_MANY_RETRY_SECONDS })
}

/** By whom the queue is shared out: strangers by their address, as cookies cost nothing, where it says anything. */
export function ownerOf({ viewerId, quotaAddress }: Pick<DownloadRecord, 'viewerId' | 'quotaAddress'>): string {
  return quotaAddress ?? viewerId
}

/** One download of a clip, and the unit that it takes. */
export async function insertDownload(
  records: Records,
  taken: { request: ClipRequest; clip: ClipRecord; video: VideoRecord; viewer: ViewerRecord; now: Date } & Pick<
    DownloadRecord,
    'subtitles' | 'quotaAddress' | 'batch'
  > & { createdAt?: Date },
): Promise<DownloadRecord> {
  const { request, subtitles, clip, video, viewer, now, createdAt = now, quotaAddress, batch } = taken
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
  const counted = quotaAddress === null ? [viewer.id] : [viewer.id, quotaAddress]
  await records.quota.addAll(
    counted.map((key) => ({ counted: key, periods })),
    1,
  )
  return download
}

/** null when another viewer's transaction has created a clip for the same request in this very moment. */
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

/** Enqueues, or moves an existing job forward to where this viewer's own job would be. */
export async function enqueueCut(
  records: Records,
  clip: ClipRecord,
  viewer: ViewerKind,
  owner: string,
): Promise<ClipRecord> {
  if (clip.status !== 'queued') return clip
  const kind = isPaying(viewer) ? 'paid' : 'ordinary'
  if (clip.jobId !== null) {
    await records.cutQueue.hasten(clip.jobId, kind, owner)
    if (kind === 'ordinary' || clip.queueClass === 'paid') return clip
    await records.clips.update(clip.id, ['queued'], { queueClass: kind })
    return { ...clip, queueClass: kind }
  }
  const jobId = await records.cutQueue.enqueue(clip.id, kind, owner)
  await records.clips.update(clip.id, ['queued'], { jobId, queueClass: kind })
  return { ...clip, jobId, queueClass: kind }
}
