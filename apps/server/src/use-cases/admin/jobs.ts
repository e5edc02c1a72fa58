import type { AdminJob } from '@kerf/contract/admin-jobs'
import { ERROR_MEANINGS } from '@kerf/domain/errors/error-codes'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import type { AuditAction } from '@kerf/domain/moderation/audit'
import { hullOf } from '@kerf/domain/ranges/time-range'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { AdminRecords } from '../../ports/admin.ts'
import type { JobRecord } from '../../ports/clips.ts'
import type { Page } from '../../ports/page.ts'
import { stopUnwantedWork } from '../downloads/end-download.ts'
import { returnQuota } from '../downloads/quota.ts'
import { adminPage, noteAction } from '../shared/audit.ts'
import type { ById, Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** Larger totals are cached: counting takes long, the list is polled, and nobody reads that far. */
const ALWAYS_COUNTED = 5000
const COUNT_HOLDS_MILLISECONDS = 60_000

export async function listJobs(
  deps: Deps<'database' | 'clock' | 'memory'>,
  { filter, page }: { filter: JobFilter; page: number },
): Promise<Page<AdminJob>> {
  const { jobs } = deps.database.records
  const { offset, limit } = adminPage(page)
  const found = await jobs.list({ status: statusOf(filter) }, { offset, limit })
  const isLast = found.length < limit && (found.length > 0 || page === 1)
  return { rows: found.map(describeJob), total: isLast ? offset + found.length : await totalOf(deps, filter) }
}

async function totalOf(
  { database, clock, memory: { jobCounts } }: Deps<'database' | 'clock' | 'memory'>,
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
    progress: clip.progress,
    // What was finished before it was blocked has lost its file.
    fileSize: code ? null : clip.sizeBytes,
    createdAt: clip.createdAt.toISOString(),
    startedAt: clip.startedAt?.toISOString() ?? null,
    completedAt: clip.finishedAt?.toISOString() ?? null,
    endedAt: clip.endedAt?.toISOString() ?? null,
    ...(code ? { code, error: ERROR_MEANINGS[code] } : {}),
    cause: code ? clip.failureCause : null,
    receipt: clip.receipt,
  }
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
    await noteJob(records, { by, at, action: 'job_cancelled', job, details: `was: ${clip.status}` })
    const cancelled = await records.jobs.find(id)
    return cancelled ? done(describeJob(cancelled)) : refused('not_found')
  })
}
