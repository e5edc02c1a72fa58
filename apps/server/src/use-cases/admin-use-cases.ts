import type { Clock, Database, FileStore } from '../ports.ts'
import { cancelJob } from './admin-jobs/cancel-job.ts'
import { listJobs } from './admin-jobs/list-jobs.ts'
import { openJobFile } from './admin-jobs/open-job-file.ts'
import { retryJob } from './admin-jobs/retry-job.ts'

export interface AdminUseCaseDeps {
  database: Database
  files: FileStore
  clock: Clock
}

/** What only admins may ask for. */
export function createAdminUseCases(deps: AdminUseCaseDeps) {
  return {
    listJobs: listJobs(deps),
    retryJob: retryJob(deps),
    cancelJob: cancelJob(deps),
    openJobFile: openJobFile(deps),
  }
}
