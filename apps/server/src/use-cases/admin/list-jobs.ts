import type { AdminJob } from '@kerf/contract/admin-jobs'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import type { Deps } from '../shared/deps.ts'
import { describeJob } from './describe-job.ts'

/** More than these are counted now and then only: it takes long, the list is asked for every few seconds, and nobody reads that far. */
const ALWAYS_COUNTED = 5000
const COUNT_HOLDS_MILLISECONDS = 60_000

/** The queue and what became of earlier jobs. Pages count from 1, the newest first. */
export async function listJobs(
  deps: Deps<'database' | 'clock' | 'memory'>,
  { filter, page }: { filter: JobFilter; page: number },
): Promise<{ jobs: AdminJob[]; total: number }> {
  const { jobs } = deps.database.records
  const offset = (page - 1) * ADMIN_PAGE_SIZE
  const found = await jobs.list({ status: statusOf(filter) }, { offset, limit: ADMIN_PAGE_SIZE })
  const isLast = found.length < ADMIN_PAGE_SIZE && (found.length > 0 || page === 1)
  return { jobs: found.map(describeJob), total: isLast ? offset + found.length : await totalOf(deps, filter) }
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
