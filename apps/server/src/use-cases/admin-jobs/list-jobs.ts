import type { AdminJob } from '@kerf/contract/admin-jobs'
import type { JobFilter } from '@kerf/domain/admin-job'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/admin-rules'
import type { Database } from '../../ports.ts'
import { describeJob } from './describe-job.ts'

/** The queue and what became of earlier jobs. Pages count from 1, the newest first. */
export function listJobs(deps: { database: Database }) {
  const { jobs } = deps.database.records
  return async (filter: JobFilter, page: number): Promise<{ jobs: AdminJob[]; total: number }> => {
    const status = filter === 'all' ? undefined : filter
    const found = await jobs.list({ status }, { offset: (page - 1) * ADMIN_PAGE_SIZE, limit: ADMIN_PAGE_SIZE })
    return { jobs: found.jobs.map(describeJob), total: found.total }
  }
}
