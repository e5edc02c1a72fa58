import type { ContactMessageRecord as ContactMessage } from '@kerf/contract/admin-messages'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/people/admin-rules'
import type { Clock } from '../../ports/clock.ts'
import type { Database } from '../../ports/database.ts'
import type { ContactMessageRecord } from '../../ports/letters.ts'
import { noteAction } from '../admin/note-action.ts'
import { done, type Outcome, refused } from '../outcome.ts'

/** What people wrote to the operator, for the admins. */
export function contactMessages(deps: { database: Database; clock: Clock }) {
  const { contactMessages: records } = deps.database.records
  return {
    /** Pages count from 1, the newest first. */
    async list(page: number): Promise<{ messages: ContactMessage[]; total: number }> {
      const offset = (page - 1) * ADMIN_PAGE_SIZE
      const { messages, total } = await records.list({ offset, limit: ADMIN_PAGE_SIZE })
      return { messages: messages.map(describe), total }
    },

    mark: (id: string, status: ContactMessage['status'], by: string): Promise<Outcome<ContactMessage>> =>
      deps.database.transaction(async (transaction) => {
        const before = await transaction.contactMessages.find(id)
        const marked = await transaction.contactMessages.setStatus(id, status)
        if (!before || !marked) return refused('not_found')
        // By its id alone: the message is forgotten with the account of its author, and the log forgets nothing.
        const target = { kind: 'message', id, name: null } as const
        const details = `status: ${before.status}, now ${status}`
        if (before.status !== status)
          await noteAction(transaction, { by, at: deps.clock.now(), action: 'message_marked', target, details })
        return done(describe(marked))
      }),
  }
}

function describe(message: ContactMessageRecord): ContactMessage {
  return { ...message, createdAt: message.createdAt.toISOString() }
}
