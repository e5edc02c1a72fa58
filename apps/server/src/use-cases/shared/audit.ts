import type { AuditEntry } from '@kerf/contract/admin-audit'
import type { AdminRecords, AuditFilter } from '../../ports/admin.ts'
import type { Page } from '../../ports/page.ts'
import type { Deps } from './deps.ts'
import { newId } from './new-id.ts'
import { type AskedPage, adminPage, mapPage } from './pages.ts'

type Entry = Parameters<AdminRecords['audit']['add']>[0]
export interface NotedAction extends Pick<Entry, 'action'>, Partial<Pick<Entry, 'target' | 'details'>> {
  /** The admin's account; null for whoever types commands on the server. */
  by: string | null
  at: Date
}

/** Notes what an admin does, within the transaction in which it happens: neither is there without the other. */
export async function noteAction(records: AdminRecords, { by, at, action, ...rest }: NotedAction): Promise<void> {
  await records.audit.add({
    id: newId(),
    at,
    actorId: by,
    action,
    target: rest.target ?? null,
    details: rest.details ?? null,
  })
}

export async function readAudit(deps: Deps<'database'>, asked: AuditFilter & AskedPage): Promise<Page<AuditEntry>> {
  return mapPage(await deps.database.records.audit.list(asked, adminPage(asked)), ({ at, target, ...entry }) => ({
    ...entry,
    at: at.toISOString(),
    target: target?.name ?? null,
    targetKind: target?.kind ?? null,
    targetId: target?.id ?? null,
  }))
}
