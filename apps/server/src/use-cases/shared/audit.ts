import type { AuditEntry } from '@kerf/contract/admin-audit'
import type { AdminRecords, AuditFilter } from '../../ports/admin.ts'
import type { Deps } from './deps.ts'
import { newId } from './new-id.ts'
import { adminPage } from './pages-of.ts'

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

/** What admins have done, for each other. Pages count from 1, the newest first. */
export async function readAudit(
  deps: Deps<'database'>,
  { filter, page }: { filter: AuditFilter; page: number },
): Promise<{ entries: AuditEntry[]; total: number }> {
  const { entries, total } = await deps.database.records.audit.list(filter, adminPage(page))
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
