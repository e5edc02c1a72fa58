import type { AdminRecords } from '../../ports/admin.ts'
import { newId } from '../new-id.ts'

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
