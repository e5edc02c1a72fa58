import type { ContactMessageRecord as ContactMessage } from '@kerf/contract/admin-abuse'
import { ADMIN_PAGE_SIZE } from '@kerf/domain/admin-rules'
import type { ContactMessageRecord } from '../../account-ports.ts'
import type { Database } from '../../ports.ts'
import { done, type Outcome, refused } from '../outcome.ts'

/** What people wrote to the operator, for the admins. */
export function contactMessages(deps: { database: Database }) {
  const { contactMessages: records } = deps.database.records
  return {
    /** Pages count from 1, the newest first. */
    async list(page: number): Promise<{ messages: ContactMessage[]; total: number }> {
      const offset = (page - 1) * ADMIN_PAGE_SIZE
      const { messages, total } = await records.list({ offset, limit: ADMIN_PAGE_SIZE })
      return { messages: messages.map(describe), total }
    },

    async mark(id: string, status: ContactMessage['status']): Promise<Outcome<ContactMessage>> {
      const marked = await records.setStatus(id, status)
      return marked ? done(describe(marked)) : refused('not_found')
    },
  }
}

function describe(message: ContactMessageRecord): ContactMessage {
  return { ...message, createdAt: message.createdAt.toISOString() }
}
