import { type AdminHealthDeps, reportAdminHealth } from './report-admin-health/report-admin-health.ts'

export interface AdminUseCaseDeps extends AdminHealthDeps {}

/** What only admins may ask for. */
export function createAdminUseCases(deps: AdminUseCaseDeps) {
  return {
    reportAdminHealth: reportAdminHealth(deps),
  }
}
