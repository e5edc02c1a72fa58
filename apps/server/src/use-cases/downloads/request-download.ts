import { qualityAccess } from '@kerf/domain/access/quality-access'
import { isPaying, type ViewerKind } from '@kerf/domain/access/viewer'
import { highQualitySentence } from '@kerf/domain/error-codes'
import { chooseForm } from '@kerf/domain/formats/format-choice'
import { quotaDecision, quotaLimits, quotaPeriods } from '@kerf/domain/plans/quota'
import type { ClipRecord, DownloadRecord, VideoRecord, ViewerRecord, Wish } from '../../ports/clips.ts'
import type { Clock } from '../../ports/clock.ts'
import type { Database, Records } from '../../ports/database.ts'
import type { FileStore } from '../../ports/files.ts'
import type { FreeTerms } from '../admin/effective-terms.ts'
import { termsInForce } from '../admin/effective-terms.ts'
import { isBlocked, subjectOf } from '../moderation/is-blocked.ts'
import { newId } from '../new-id.ts'
import { done, type Outcome, refused } from '../outcome.ts'
import type { AddressCount } from './address-count.ts'
import { asPlanStands, PlanChangedError } from './as-plan-stands.ts'
import { refusedWhenTooManyInWork } from './clips-in-work.ts'
import { decideForm, refusedForForm } from './decide-form.ts'
import { decideRanges, type RequestedRanges } from './decide-span.ts'
import { expectedBytes, refusedWhenFull } from './disk-room.ts'
import { usedUnits } from './used-units.ts'

export interface RequestDownloadDeps {
  database: Database
  files: FileStore
  clock: Clock
  addressCount: AddressCount
}

export interface DownloadWithClip {
  download: DownloadRecord
  clip: ClipRecord
}

/**
 * A viewer at an address asks for ranges of a video, or for the one saved with it, in one quality. Quota, download and job are
 * taken in one transaction; the same wish by the same viewer is the same download, and by another viewer is answered from the same clip.
 */
export function requestDownload(deps: RequestDownloadDeps) {
  const ask = async (
    videoId: string,
    asked: { quality: string; format?: string | undefined } & RequestedRanges,
    viewer: ViewerRecord,
    address: string,
  ): Promise<Outcome<DownloadWithClip>> => {
    const form = decideForm(asked)
    if (!form.ok) return form
    const { quality, format } = form.value
    const video = await deps.database.records.videos.find(videoId, viewer.id)
    if (!video) return refused('not_found')
    if (await isBlocked(deps.database.records, subjectOf(video))) return refused('link_blocked')
    const ranges = decideRanges(video, asked, viewer)
    if (!ranges.ok) return ranges
    const unfit = refusedForForm(format, ranges.value)
    if (unfit) return unfit
    const terms = await termsInForce(deps.database.records)
    const access = qualityAccess(viewer.kind, quality, terms.freeMaxQuality)
    if (!access.allowed) return refused(access.reason, { meaning: highQualitySentence(terms.freeMaxQuality) })
    if (!chooseForm(video.details.renditions, form.value)) return refused('quality_unavailable')
    const wish = { source: video.source, reference: video.reference, ranges: ranges.value, quality, format }
    const full = await refusedWhenFull(deps.files, expectedBytes(video.details, wish))
    if (full) return full
    const quotaAddress = deps.addressCount(viewer, address)
    try {
      return await deps.database.transaction((records) =>
        takeDownload(records, { wish, video, viewer, quotaAddress, terms, now: deps.clock.now() }),
      )
    } catch (error) {
      if (error instanceof PlanChangedError) return ask(videoId, asked, error.viewer, address)
      throw error
    }
  }
  return ask
}

interface Taking {
  wish: Wish
  video: VideoRecord
  viewer: ViewerRecord
  quotaAddress: string | null
  terms: FreeTerms
  now: Date
}

async function takeDownload(
  records: Records,
  { wish, video, viewer, quotaAddress, terms, now }: Taking,
): Promise<Outcome<DownloadWithClip>> {
  // Before all other locks, as those who block have it.
  await records.blocklist.hold()
  if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
  const counted = quotaAddress === null ? [viewer.id] : [viewer.id, quotaAddress]
  // These locks come first: a double click must find the download that the first click made. In one order for everybody.
  for (const key of counted.toSorted()) await records.quota.lock(key)
  // While it was waited for, the viewer may have deleted their account, or have signed in to one.
  if (!(await records.videos.find(video.id, viewer.id))) return refused('not_found')
  const live = await records.clips.findLive(wish, now)
  const own = live && (await records.downloads.findForClip(live.id, viewer.id))
  if (live && own) return done({ download: own, clip: live })
  const current = await asPlanStands(records, viewer, now)
  if (current.kind !== viewer.kind) throw new PlanChangedError(current)

  const periods = quotaPeriods(now)
  const limits = quotaLimits(viewer.kind, terms.freeDailyLimit)
  const decision = quotaDecision(limits, await usedUnits(records, counted, periods), now)
  if (!decision.allowed)
    return refused(decision.reason, {
      details: `The count starts again at ${decision.resetsAt.toISOString()}.`,
      retryAfterSeconds: Math.ceil((decision.resetsAt.getTime() - now.getTime()) / 1000),
    })

  const tooMany = await refusedWhenTooManyInWork(records, viewer.id, 1)
  if (tooMany) return tooMany
  const clip = live ?? (await insertClip(records, wish, now))
  if (!clip) return refused('busy', { retryAfterSeconds: 1 })
  const queued = await enqueueCut(records, clip, viewer.kind, askerOf({ viewerId: viewer.id, quotaAddress }))
  const download = await insertDownload(records, { wish, clip, video, viewer, now, quotaAddress, batch: null })
  return done({ download, clip: queued })
}

/** By whom the queue is shared out: strangers by their address, as cookies cost nothing, where it says anything. */
export function askerOf({ viewerId, quotaAddress }: Pick<DownloadRecord, 'viewerId' | 'quotaAddress'>): string {
  return quotaAddress ?? viewerId
}

/** One download of a clip, and the unit that it takes. */
export async function insertDownload(
  records: Records,
  taken: { wish: Wish; clip: ClipRecord; video: VideoRecord; viewer: ViewerRecord; now: Date } & Pick<
    DownloadRecord,
    'quotaAddress' | 'batch'
  > & { createdAt?: Date },
): Promise<DownloadRecord> {
  const { wish, clip, video, viewer, now, createdAt = now, quotaAddress, batch } = taken
  const periods = quotaPeriods(now)
  const download: DownloadRecord = {
    id: newId(),
    viewerId: viewer.id,
    videoId: video.id,
    clipId: clip.id,
    quality: wish.quality,
    format: wish.format,
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

/** null when another viewer's transaction has created a clip for the same wish in this very moment. */
export async function insertClip(records: Records, wish: Wish, now: Date): Promise<ClipRecord | null> {
  const clip: ClipRecord = {
    ...wish,
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
  return (await records.clips.insert(clip)) ? clip : records.clips.findLive(wish, now)
}

/**
 * Puts a new clip into the queue. One that others have asked for is there already, and moves forward to where this viewer's own
 * would stand: nobody waits longer for having wished what somebody with many wishes had wished before.
 */
export async function enqueueCut(
  records: Records,
  clip: ClipRecord,
  viewer: ViewerKind,
  asker: string,
): Promise<ClipRecord> {
  if (clip.status !== 'queued') return clip
  const kind = isPaying(viewer) ? 'paid' : 'ordinary'
  if (clip.jobId !== null) {
    await records.cutQueue.hasten(clip.jobId, kind, asker)
    if (kind === 'ordinary' || clip.queueClass === 'paid') return clip
    await records.clips.update(clip.id, ['queued'], { queueClass: kind })
    return { ...clip, queueClass: kind }
  }
  const jobId = await records.cutQueue.enqueue(clip.id, kind, asker)
  await records.clips.update(clip.id, ['queued'], { jobId, queueClass: kind })
  return { ...clip, jobId, queueClass: kind }
}
