import type { AdminJob } from '@kerf/contract/admin-jobs'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import { describeJob } from './describe-job.ts'

/** More than these are counted now and then only: it takes long, the list is asked for every few seconds, and nobody reads that far. */
const ALWAYS_COUNTED = 5000
const COUNT_HOLDS_MILLISECONDS = 60_000

/** The queue and what became of earlier jobs. Pages count from 1, the newest first. */
export function listJobs(deps: { database: Database; clock: Clock }) {
  const { jobs } = deps.database.records
  const counted = new Map<JobFilter, { at: number; total: number }>()

  return async (filter: JobFilter, page: number): Promise<{ jobs: AdminJob[]; total: number }> => {
    const offset = (page - 1) * ADMIN_PAGE_SIZE
    const found = await jobs.list({ status: statusOf(filter) }, { offset, limit: ADMIN_PAGE_SIZE })
    const isLast = found.length < ADMIN_PAGE_SIZE && (found.length > 0 || page === 1)
    return { jobs: found.map(describeJob), total: isLast ? offset + found.length : await totalOf(filter) }
  }

  async function totalOf(filter: JobFilter): Promise<number> {
    const now = deps.clock.now().getTime()
    const known = counted.get(filter)
    if (known && Math.abs(now - known.at) < COUNT_HOLDS_MILLISECONDS) return known.total
    const few = await jobs.count({ status: statusOf(filter) }, ALWAYS_COUNTED)
    if (few < ALWAYS_COUNTED) return few
    const total = await jobs.count({ status: statusOf(filter) })
    counted.set(filter, { at: now, total })
    return total
  }
}

const statusOf = (filter: JobFilter) => (filter === 'all' ? undefined : filter)
