import type { AdminJob } from '@kerf/contract/admin-jobs'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import type { AuditAction } from '@kerf/domain/moderation/audit'
import { hullOf } from '@kerf/domain/ranges/time-range'
import { ERROR_MEANINGS } from '@kerf/messages/error-meanings'
import type { ClipRecord, DownloadRecord, JobRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { RowPage } from '../../ports/page.ts'
import type { VideoSources } from '../../ports/sources.ts'
import { stopUnwantedWork } from '../downloads/end-download.ts'
import { returnQuota } from '../downloads/quota.ts'
import { auditName, noteAction } from '../shared/audit.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { type EffectiveSettings, effectiveSettings, effectiveSources } from '../shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { adminPage, type PageQuery } from '../shared/pages.ts'
import { viewerOf } from '../shared/viewer.ts'
import { viewerLimits } from '../shared/viewer-limits.ts'
import { isBlocked, subjectOf } from '../videos/is-blocked.ts'
import { noteBatchEnd } from '../webhooks/note-events.ts'

/** Totals from this number on are cached, because counting is slow and pages poll the list. */
const MIN_CACHED_TOTAL = 5000
const TOTAL_TTL_MILLISECONDS = 60_000

export async function listJobs(
  deps: Deps<'database' | 'clock' | 'caches' | 'sources' | 'presets'>,
  { status: filter = 'all', page = 1 }: PageQuery & { status?: JobFilter | undefined },
): Promise<RowPage<AdminJob>> {
  const { jobs } = deps.database.records
  const { offset, limit } = adminPage({ page })
  const jobRecords = await jobs.list({ status: statusOf(filter) }, { offset, limit })
  const isLast = jobRecords.length < limit && (jobRecords.length > 0 || page === 1)
  const total = isLast ? offset + jobRecords.length : await totalOf(deps, filter)
  const sources = await effectiveSources(deps)
  const rows: AdminJob[] = []
  for (const job of jobRecords) {
    const obstacle = await findRetryObstacle(deps, deps.database.records, job.clip, sources)
    rows.push({
      ...describeJob(job),
      retry: obstacle === null ? 'possible' : obstacle === 'cut_again' ? obstacle : null,
    })
  }
  return { rows, total }
}

async function totalOf(
  { database, clock, caches: { jobCounts } }: Deps<'database' | 'clock' | 'caches'>,
  filter: JobFilter,
): Promise<number> {
  const { jobs } = database.records
  const now = clock.now().getTime()
  const cachedTotal = jobCounts.get(filter)
  if (cachedTotal && Math.abs(now - cachedTotal.at) < TOTAL_TTL_MILLISECONDS) return cachedTotal.total
  const boundedCount = await jobs.count({ status: statusOf(filter) }, MIN_CACHED_TOTAL)
  if (boundedCount < MIN_CACHED_TOTAL) return boundedCount
  const total = await jobs.count({ status: statusOf(filter) })
  jobCounts.set(filter, { at: now, total })
  return total
}

const statusOf = (filter: JobFilter) => (filter === 'all' ? undefined : filter)

export function describeJob({ clip, userName, userCount, video }: JobRecord): AdminJob {
  const { audioTrack = null, subtitles = null, liveWindow: _window, ...fitOptions } = clip.options
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
    audioTrack,
    subtitles,
    ...fitOptions,
    progress: clip.progress,
    // A clip that completed before it was blocked keeps its size but has no file.
    fileSize: code ? null : clip.sizeBytes,
    createdAt: clip.createdAt.toISOString(),
    startedAt: clip.startedAt?.toISOString() ?? null,
    completedAt: clip.finishedAt?.toISOString() ?? null,
    endedAt: clip.endedAt?.toISOString() ?? null,
    ...(code ? { code, error: ERROR_MEANINGS[code] } : {}),
    cause: code ? clip.failureCause : null,
    retry: null,
    receipt: clip.receipt,
  }
}

/** Reason against a retry of a failed clip, apart from disk space; null if there is none. */
export async function findRetryObstacle(
  { clock, presets }: Deps<'clock' | 'presets'>,
  records: Records,
  clip: ClipRecord,
  sources: VideoSources,
): Promise<Refused | 'cut_again' | null> {
  const now = clock.now()
  // A clip that completed before it was blocked cannot be retried: its completion stays in the statistics.
  if (clip.status !== 'failed' || clip.finishedAt !== null) return refused('job_not_open')
  // A viewer has requested the same clip again, which created another one.
  if (await records.clips.isLive(clip, now)) return 'cut_again'
  if (!sources[clip.source]) return refused('source_off')
  const downloads = await records.downloads.listForClip(clip.id)
  const [firstDownload] = downloads
  const settings = await effectiveSettings(records, presets)
  if (!firstDownload || !(await isAllowedForAny(records, downloads, clip, { settings, now })))
    return refused('job_not_open')
  const video = await records.videos.find(firstDownload.videoId, firstDownload.viewerId)
  return (await isBlocked(records, video ? subjectOf(video) : clip)) ? refused('link_blocked') : null
}

/** Whether the current limits of any of the downloads' viewers allow the clip's quality. */
async function isAllowedForAny(
  records: Records,
  downloads: readonly DownloadRecord[],
  { quality }: ClipRecord,
  { settings, now }: { settings: EffectiveSettings; now: Date },
): Promise<boolean> {
  for (const viewerId of new Set(downloads.map((download) => download.viewerId))) {
    const account = await records.accounts.find(viewerId)
    const viewer = account && viewerOf(account, now)
    if (viewerLimits(viewer, settings).accessTo(quality).allowed) return true
  }
  return false
}

interface NotedJob {
  by: string
  at: Date
  action: Extract<AuditAction, `job_${string}`>
  job: JobRecord
  details?: string
}

/** Adds an audit entry for an admin's action on a job. The entry names the video and no viewer. */
export async function noteJob(records: Pick<Records, 'audit'>, { job, ...action }: NotedJob): Promise<void> {
  const { clip, video } = job
  const name = auditName(video?.title ?? clip.reference)
  await noteAction(records, { ...action, target: { kind: 'job', id: clip.id, name } })
}

/** Cancels a job with all its downloads and returns their units. Refuses if the clip has already finished. */
export function cancelJob(deps: Deps<'database' | 'clock'>, { id, by }: ById): Promise<Outcome<AdminJob>> {
  return deps.database.transaction(async (records) => {
    // Locked, so that no new request joins the clip meanwhile.
    const clip = await records.clips.lock(id)
    const job = clip && (await records.jobs.find(id))
    if (!job) return refused('not_found')
    if (clip.status !== 'queued' && clip.status !== 'processing') return refused('job_not_open')
    const at = deps.clock.now()
    const downloads = await records.downloads.listForClip(id)
    for (const { id: downloadId } of downloads) await records.downloads.update(downloadId, { cancelledAt: at })
    await returnQuota(records, downloads)
    await stopUnwantedWork(records, clip, at)
    for (const download of downloads) await noteBatchEnd(records, download, at)
    await noteJob(records, { by, at, action: 'job_cancelled', job, details: `was: ${clip.status}` })
    const cancelledJob = await records.jobs.find(id)
    return cancelledJob ? done(describeJob(cancelledJob)) : refused('not_found')
  })
}
