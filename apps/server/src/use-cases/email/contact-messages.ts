import type { ContactMessageRecord as ContactMessage } from '@kerf/contract/admin-messages'
import type { ContactMessageRecord } from '../../ports/emails.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { adminPage } from '../shared/pages-of.ts'

/** What people wrote to the operator, for the admins. Pages count from 1, the newest first. */
export async function listMessages(
  deps: Deps<'database'>,
  page: number,
): Promise<{ messages: ContactMessage[]; total: number }> {
  const { contactMessages: records } = deps.database.records
  const { messages, total } = await records.list(adminPage(page))
  return { messages: messages.map(describe), total }
}

export function markMessage(
  deps: Deps<'database' | 'clock'>,
  { id, status, by }: { id: string; status: ContactMessage['status']; by: string },
): Promise<Outcome<ContactMessage>> {
  return deps.database.transaction(async (transaction) => {
    const before = await transaction.contactMessages.find(id)
    const marked = await transaction.contactMessages.setStatus(id, status)
    if (!before || !marked) return refused('not_found')
    // By its id alone: the message is forgotten with the account of its author, and the log forgets nothing.
    const target = { kind: 'message', id, name: null } as const
    const details = `status: ${before.status}, now ${status}`
    if (before.status !== status)
      await noteAction(transaction, { by, at: deps.clock.now(), action: 'message_marked', target, details })
    return done(describe(marked))
  })
}

function describe(message: ContactMessageRecord): ContactMessage {
  return { ...message, createdAt: message.createdAt.toISOString() }
}
