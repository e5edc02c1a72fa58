import { isDeepStrictEqual } from 'node:util'
import { chooseClipRenditions } from '@kerf/domain/formats/format-choice'
import type { ClipRecord, ClipRequest, DownloadRecord, VideoRecord, ViewerRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Deps } from '../shared/deps.ts'
import { expectedBytes, refusedWhenFull } from '../shared/disk-space.ts'
import { effectiveSettings } from '../shared/effective-settings.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { PlanChangedError, withCurrentPlan } from '../shared/viewer.ts'
import { refusedByLimits, type ViewerLimits, viewerLimits } from '../shared/viewer-limits.ts'
import { isBlocked, subjectOf } from '../videos/is-blocked.ts'
import { noteDownloadEnd } from '../webhooks/note-events.ts'
import { decideOptions } from './decide-options.ts'
import { type DownloadRequest, decideForm, decideRanges, refusedForForm } from './decide-request.ts'
import { enqueueCut, insertClip, insertDownload, ownerOf, refusedWhenTooManyInWork } from './insert-download.ts'
import { counterKeysOf, refusedByQuota } from './quota.ts'
import { storeLiveSegments } from './store-live-segments.ts'

interface RequestDownloadInput {
  videoId: string
  body: DownloadRequest
  viewer: ViewerRecord
  /** Address of the caller, which also counts against the quota of strangers. */
  ipAddress: string
}

export interface DownloadWithClip {
  download: DownloadRecord
  clip: ClipRecord
}

/**
 * Charges the quota and inserts download and job in one transaction. Equal requests share a download (same viewer) or a
 * clip.
 */
export async function requestDownload(
  deps: Deps<'database' | 'files' | 'clock' | 'ipAddressQuotaKey' | 'presets' | 'sources' | 'log'>,
  { videoId, body, viewer, ipAddress }: RequestDownloadInput,
): Promise<Outcome<DownloadWithClip>> {
  const form = decideForm(body)
  if (!form.ok) return form
  const { quality, format } = form.value
  const video = await deps.database.records.videos.find(videoId, viewer.id)
  if (!video) return refused('not_found')
  if (await isBlocked(deps.database.records, subjectOf(video))) return refused('link_blocked')
  const ranges = decideRanges(video, body, viewer)
  if (!ranges.ok) return ranges
  const formRefusal = refusedForForm(format, ranges.value)
  if (formRefusal) return formRefusal
  const settings = await effectiveSettings(deps.database.records, deps.presets)
  const limits = viewerLimits(viewer, settings)
  const limitRefusal = refusedByLimits(limits, { quality, ranges: ranges.value }, settings)
  if (limitRefusal) return limitRefusal
  const decision = decideOptions(video.details, form.value, ranges.value, body)
  if (!decision.ok) return decision
  const { options, subtitles } = decision.value
  if (!chooseClipRenditions(video.details.renditions, form.value, options)) return refused('quality_unavailable')
  const { source, reference } = video
  const request = { source, reference, ranges: ranges.value, quality, format, options }
  const refusal = await refusedWhenFull(deps.files, expectedBytes(video.details, request))
  if (refusal) return refusal
  const quotaAddress = deps.ipAddressQuotaKey(viewer, ipAddress)
  try {
    const outcome = await deps.database.transaction((records) =>
      insertWithin(records, { request, subtitles, video, viewer, quotaAddress, limits, now: deps.clock.now() }),
    )
    if (outcome.ok) storeLiveSegments(deps, outcome.value.clip)
    return outcome
  } catch (error) {
    if (error instanceof PlanChangedError)
      return requestDownload(deps, { videoId, body, viewer: error.viewer, ipAddress })
    throw error
  }
}

interface TakeDownloadInput {
  request: ClipRequest
  subtitles: DownloadRecord['subtitles']
  video: VideoRecord
  viewer: ViewerRecord
  quotaAddress: string | null
  limits: ViewerLimits
  now: Date
}

async function insertWithin(
  records: Records,
  { request, subtitles, video, viewer, quotaAddress, limits, now }: TakeDownloadInput,
): Promise<Outcome<DownloadWithClip>> {
  // Taken before all other locks, in the same order as callers that add blocks.
  await records.blocklist.hold()
  if (await isBlocked(records, subjectOf(video))) return refused('link_blocked')
  const counterKeys = counterKeysOf({ viewerId: viewer.id, quotaAddress })
  // Locked before the lookup, so that a double click finds the first click's download. Sorted, so that callers cannot
  // deadlock.
  for (const key of counterKeys.toSorted()) await records.quota.lock(key)
  // During the wait for the locks, the viewer may have deleted the account, or signed in to one.
  if (!(await records.videos.find(video.id, viewer.id))) return refused('not_found')
  const liveClip = await records.clips.findLive(request, now)
  const ownDownload = liveClip && (await records.downloads.findForClip(liveClip.id, viewer.id))
  if (liveClip && ownDownload)
    return done({ download: await withSubtitles(records, ownDownload, subtitles), clip: liveClip })
  const currentViewer = await withCurrentPlan(records, viewer, now)
  if (currentViewer.kind !== viewer.kind) throw new PlanChangedError(currentViewer)

  const quotaRefusal = await refusedByQuota(records, { limits, counterKeys, count: 1, now })
  if (quotaRefusal) return quotaRefusal
  const workRefusal = await refusedWhenTooManyInWork(records, viewer.id, 1)
  if (workRefusal) return workRefusal
  const clip = liveClip ?? (await insertClip(records, request, now))
  if (!clip) return refused('busy', { retryAfterSeconds: 1 })
  const queuedClip = await enqueueCut(records, clip, viewer.kind, ownerOf({ viewerId: viewer.id, quotaAddress }))
  const order = { request, subtitles, clip, video, viewer, now, quotaAddress, batch: null }
  const download = await insertDownload(records, order)
  // An earlier request of another viewer has already completed the clip.
  if (queuedClip.status === 'completed') await noteDownloadEnd(records, download, queuedClip, now)
  return done({ download, clip: queuedClip })
}

/** Updates the subtitles of a download that is requested again. The latest request applies. */
async function withSubtitles(
  records: Records,
  download: DownloadRecord,
  subtitles: DownloadRecord['subtitles'],
): Promise<DownloadRecord> {
  if (isDeepStrictEqual(download.subtitles, subtitles)) return download
  await records.downloads.update(download.id, { subtitles })
  return { ...download, subtitles }
}
