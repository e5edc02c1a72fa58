import type { Clock, Database } from '../ports.ts'
import { readStats } from './read-stats/read-stats.ts'

export interface AdminUseCaseDeps {
  database: Database
  clock: Clock
}

/** Everything that only admins may ask for. */
export function createAdminUseCases(deps: AdminUseCaseDeps) {
  return {
    readStats: readStats(deps),
  }
}
