import type { AuditEntry } from '@kerf/contract/admin-audit'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import type { AuditFilter } from '../../ports/admin.ts'
import type { Database } from '../../ports/database.ts'

/** What admins have done, for each other. Pages count from 1, the newest first. */
export function readAudit(deps: { database: Database }) {
  return async (filter: AuditFilter, page: number): Promise<{ entries: AuditEntry[]; total: number }> => {
    const offset = (page - 1) * ADMIN_PAGE_SIZE
    const { entries, total } = await deps.database.records.audit.list(filter, { offset, limit: ADMIN_PAGE_SIZE })
    return {
      entries: entries.map(({ at, target, ...entry }) => ({
        ...entry,
        at: at.toISOString(),
        target: target?.name ?? null,
        targetKind: target?.kind ?? null,
        targetId: target?.id ?? null,
      })),
      total,
    }
  }
}
