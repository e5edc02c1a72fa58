import type { AuditEntry } from '@kerf/contract/admin-audit'
import { beginningOf } from '@kerf/domain/text/plain-text'
import type { AuditEntryRecord, AuditFilter } from '../../ports/admin.ts'
import type { Records } from '../../ports/database.ts'
import type { RowPage } from '../../ports/page.ts'
import type { Deps } from './deps.ts'
import { newId } from './new-id.ts'
import { adminPage, mapPage, type PageQuery } from './pages.ts'

export interface NotedAction
  extends Pick<AuditEntryRecord, 'action'>,
    Partial<Pick<AuditEntryRecord, 'target' | 'details'>> {
  /** Account of the admin, or viewer who made a clip public; null for commands on the server. */
  by: string | null
  at: Date
}

const MAX_NAME_LENGTH = 100

/** Name of a target in the audit, shortened. */
export const auditName = (title: string): string =>
  title.length > MAX_NAME_LENGTH ? `${beginningOf(title, MAX_NAME_LENGTH - 1)}…` : title

/** Adds an audit entry for an action, in the same transaction as the action. */
export async function noteAction(
  records: Pick<Records, 'audit'>,
  { by, at, action, target, details }: NotedAction,
): Promise<void> {
  await records.audit.add({
    id: newId(),
    at,
    actorId: by,
    action,
    target: target ?? null,
    details: details ?? null,
  })
}

export async function readAudit(deps: Deps<'database'>, query: AuditFilter & PageQuery): Promise<RowPage<AuditEntry>> {
  return mapPage(await deps.database.records.audit.list(query, adminPage(query)), ({ at, target, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    target: target?.name ?? null,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
  }))
}
