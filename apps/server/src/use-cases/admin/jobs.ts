import type { AdminJob } from '@kerf/contract/admin-jobs'
import { qualityAccess } from '@kerf/domain/access/quality-access'
import { ERROR_MEANINGS } from '@kerf/domain/errors/error-meanings'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import type { AuditAction } from '@kerf/domain/moderation/audit'
import { hullOf } from '@kerf/domain/ranges/time-range'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { AdminRecords } from '../../ports/admin.ts'
import type { ClipRecord, DownloadRecord, JobRecord } from '../../ports/clips.ts'
import type { Records } from '../../ports/database.ts'
import type { Page } from '../../ports/page.ts'
import type { VideoSources } from '../../ports/sources.ts'
import { stopUnwantedWork } from '../downloads/end-download.ts'
import { returnQuota } from '../downloads/quota.ts'
import { noteAction } from '../shared/audit.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { effectiveSources, effectiveTerms } from '../shared/effective-settings.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { type AskedPage, adminPage } from '../shared/pages.ts'
import { viewerOf } from '../shared/viewer.ts'
import { isBlocked, subjectOf } from '../videos/is-blocked.ts'
import { noteBatchEnd } from '../webhooks/note-events.ts'

/** Larger totals are cached: counting takes long, the list is polled, and nobody reads that far. */
const ALWAYS_COUNTED = 5000
const COUNT_HOLDS_MILLISECONDS = 60_000

export async function listJobs(
  deps: Deps<'database' | 'clock' | 'caches' | 'sources' | 'presets' | 'hasPlans'>,
  { status: filter = 'all', page = 1 }: AskedPage & { status?: JobFilter | undefined },
): Promise<Page<AdminJob>> {
  const { jobs } = deps.database.records
  const { offset, limit } = adminPage({ page })
  const found = await jobs.list({ status: statusOf(filter) }, { offset, limit })
  const isLast = found.length < limit && (found.length > 0 || page === 1)
  const total = isLast ? offset + found.length : await totalOf(deps, filter)
  const sources = await effectiveSources(deps)
  const rows: AdminJob[] = []
  for (const job of found) {
    const why = await whyNotRetried(deps, deps.database.records, job.clip, sources)
    rows.push({ ...describeJob(job), retry: why === null ? 'possible' : why === 'cut_again' ? why : null })
  }
  return { rows, total }
}

async function totalOf(
  { database, clock, caches: { jobCounts } }: Deps<'database' | 'clock' | 'caches'>,
  filter: JobFilter,
): Promise<number> {
  const { jobs } = database.records
  const now = clock.now().getTime()
  const known = jobCounts.get(filter)
  if (known && Math.abs(now - known.at) < COUNT_HOLDS_MILLISECONDS) return known.total
  const few = await jobs.count({ status: statusOf(filter) }, ALWAYS_COUNTED)
  if (few < ALWAYS_COUNTED) return few
  const total = await jobs.count({ status: statusOf(filter) })
  jobCounts.set(filter, { at: now, total })
  return total
}

const statusOf = (filter: JobFilter) => (filter === 'all' ? undefined : filter)

export function describeJob({ clip, userName, userCount, video }: JobRecord): AdminJob {
  const { audioTrack = null, subtitles = null, ...madeToFit } = clip.options
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
    ...madeToFit,
    progress: clip.progress,
    // What was finished before it was blocked has lost its file.
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

/** Whatever forbids a failed clip to be cut again, but for the disk. */
export async function whyNotRetried(
  { clock, hasPlans }: Deps<'clock' | 'hasPlans'>,
  records: Records,
  clip: ClipRecord,
  sources: VideoSources,
): Promise<Refused | 'cut_again' | null> {
  const now = clock.now()
  // What was finished and blocked afterwards counts for the day it was finished: whoever wants it asks for it again.
  if (clip.status !== 'failed' || clip.finishedAt !== null) return refused('job_not_open')
  // Whoever asked for it again has another clip by now.
  if (await records.clips.isLive(clip, now)) return 'cut_again'
  if (!sources[clip.source]) return refused('source_off')
  const wanted = await records.downloads.listForClip(clip.id)
  const [first] = wanted
  if (!first || (hasPlans && !(await mayAnyoneHave(records, wanted, clip, now)))) return refused('job_not_open')
  const video = await records.videos.find(first.videoId, first.viewerId)
  return (await isBlocked(records, video ? subjectOf(video) : clip)) ? refused('link_blocked') : null
}

async function mayAnyoneHave(
  records: Records,
  wanted: readonly DownloadRecord[],
  { quality }: ClipRecord,
  now: Date,
): Promise<boolean> {
  const { freeMaxQuality } = await effectiveTerms(records)
  for (const viewerId of new Set(wanted.map((download) => download.viewerId))) {
    const account = await records.accounts.find(viewerId)
    const kind = account ? viewerOf(account, now).kind : 'anonymous'
    if (qualityAccess(kind, quality, freeMaxQuality).allowed) return true
  }
  return false
}

const MAX_NAME_LENGTH = 100

interface NotedJob {
  by: string
  at: Date
  action: Extract<AuditAction, `job_${string}`>
  job: JobRecord
  details?: string
}

/** Notes what an admin does with a job. It is named by its video, never by whom it is for. */
export async function noteJob(records: AdminRecords, { job, ...noted }: NotedJob): Promise<void> {
  const { clip, video } = job
  const name = video?.title ?? clip.reference
  const short = name.length > MAX_NAME_LENGTH ? `${beginningOf(name, MAX_NAME_LENGTH - 1)}…` : name
  await noteAction(records, { ...noted, target: { kind: 'job', id: clip.id, name: short } })
}

/** Cancels everybody's download and returns units. If it finishes just now, the clip's row decides. */
export function cancelJob(deps: Deps<'database' | 'clock'>, { id, by }: ById): Promise<Outcome<AdminJob>> {
  return deps.database.transaction(async (records) => {
    // Locked, so that nobody asks for it while it is taken from everybody.
    const clip = await records.clips.lock(id)
    const job = clip && (await records.jobs.find(id))
    if (!job) return refused('not_found')
    if (clip.status !== 'queued' && clip.status !== 'processing') return refused('job_not_open')
    const at = deps.clock.now()
    const wanted = await records.downloads.listForClip(id)
    for (const { id: downloadId } of wanted) await records.downloads.update(downloadId, { cancelledAt: at })
    await returnQuota(records, wanted)
    await stopUnwantedWork(records, clip, at)
    for (const download of wanted) await noteBatchEnd(records, download, at)
    await noteJob(records, { by, at, action: 'job_cancelled', job, details: `was: ${clip.status}` })
    const cancelled = await records.jobs.find(id)
    return cancelled ? done(describeJob(cancelled)) : refused('not_found')
  })
}
