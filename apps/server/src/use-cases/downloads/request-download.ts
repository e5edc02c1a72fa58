import { isDeepStrictEqual } from 'node:util'
import { qualityAccess } from '@kerf/domain/access/quality-access'
import { quotaDecision, quotaLimits, quotaPeriods } from '@kerf/domain/access/quota'
import { highQualitySentence } from '@kerf/domain/errors/error-meanings'
import { chooseForm } from '@kerf/domain/formats/format-choice'
import type { ClipRecord, ClipRequest, DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-room.ts'
import { effectiveTerms, type FreeTerms } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { asPlanStands, PlanChangedError } from '../shared/viewer.ts'
import { isBlocked, subjectOf } from '../videos/is-blocked.ts'
import { noteDownloadEnd } from '../webhooks/note-events.ts'
import { decideOptions } from './decide-options.ts'
import { type DownloadRequest, decideForm, decideRanges, refusedForForm } from './decide-request.ts'
import { enqueueCut, insertClip, insertDownload, ownerOf, refusedWhenTooManyInWork } from './insert-download.ts'
import { countedKeys, usedUnits } from './quota.ts'

interface AskedDownload {
  videoId: string
  asked: DownloadRequest
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
  deps: Deps<'database' | 'files' | 'clock' | 'addressQuotaKey'>,
  { videoId, asked, viewer, address }: AskedDownload,
): Promise<Outcome<DownloadWithClip>> {
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
  const quotaAddress = deps.addressQuotaKey(viewer, address)
  try {
    return await deps.database.transaction((records) =>
      takeDownload(records, { request, subtitles, video, viewer, quotaAddress, terms, now: deps.clock.now() }),
    )
  } catch (error) {
    if (error instanceof PlanChangedError)
      return requestDownload(deps, { videoId, asked, viewer: error.viewer, address })
    throw error
  }
}

interface DecidedRequest {
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
  { request, subtitles, video, viewer, quotaAddress, terms, now }: DecidedRequest,
): Promise<Outcome<DownloadWithClip>> {
  // Before all other locks, as those who block have it.
  await records.blocklist.hold()
  if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
  const counted = countedKeys({ viewerId: viewer.id, quotaAddress })
  // These locks come first: a double click must find the download that the first click made. In one order for everybody.
  for (const key of counted.toSorted()) await records.quota.lock(key)
  // While it was waited for, the viewer may have deleted their account, or have signed in to one.
  if (!(await records.videos.find(video.id, viewer.id))) return refused('not_found')
  const live = await records.clips.findLive(request, now)
  const own = live && (await records.downloads.findForClip(live.id, viewer.id))
  if (live && own) return done({ download: await askedWith(records, own, subtitles), clip: live })
  const current = await asPlanStands(records, viewer, now)
  if (current.kind !== viewer.kind) throw new PlanChangedError(current)

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
