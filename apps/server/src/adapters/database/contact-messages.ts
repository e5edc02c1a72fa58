import { count, desc, eq } from 'drizzle-orm'
import type { AccountRecords } from '../../account-ports.ts'
import type { Executor } from './executor.ts'
import { contactMessages } from './schema.ts'

export function createContactMessageRecords(executor: Executor): AccountRecords['contactMessages'] {
  const newestFirst = [desc(contactMessages.createdAt), desc(contactMessages.id)]
  return {
    async insert(message) {
      await executor.insert(contactMessages).values(message)
    },

    async find(id) {
      const [message] = await executor.select().from(contactMessages).where(eq(contactMessages.id, id))
      return message ?? null
    },

    async list({ offset, limit }) {
      const messages = await executor
        .select()
        .from(contactMessages)
        .orderBy(...newestFirst)
        .offset(offset)
        .limit(limit)
      const [counted] = await executor.select({ total: count() }).from(contactMessages)
      return { messages, total: counted?.total ?? 0 }
    },

    async setStatus(id, status) {
      const [message] = await executor
        .update(contactMessages)
        .set({ status })
        .where(eq(contactMessages.id, id))
        .returning()
      return message ?? null
    },

    async listFrom(email) {
      return await executor
        .select()
        .from(contactMessages)
        .where(eq(contactMessages.email, email.toLowerCase()))
        .orderBy(...newestFirst)
    },

    async deleteFrom(email) {
      await executor.delete(contactMessages).where(eq(contactMessages.email, email.toLowerCase()))
    },
  }
}
