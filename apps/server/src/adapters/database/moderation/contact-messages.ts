import { and, count, desc, eq, gte } from 'drizzle-orm'
import type { EmailRecords } from '../../../ports/emails.ts'
import { type Executor, lockName } from '../engine/executor.ts'
import { contactMessages } from '../schema/email-schema.ts'

export function createContactMessageRecords(executor: Executor): EmailRecords['contactMessages'] {
  const newestFirst = [desc(contactMessages.createdAt), desc(contactMessages.id)]
  return {
    async insert(message) {
      await executor.insert(contactMessages).values(message)
    },

    async lockSender(email) {
      // Of a mailbox that has never written there is no row to lock.
      await lockName(executor, `contact ${email.toLowerCase()}`)
    },

    async findTwin({ name, email, subject, message }, notBefore) {
      const [twin] = await executor
        .select()
        .from(contactMessages)
        .where(
          and(
            eq(contactMessages.email, email.toLowerCase()),
            eq(contactMessages.name, name),
            eq(contactMessages.subject, subject),
            eq(contactMessages.message, message),
            gte(contactMessages.createdAt, notBefore),
          ),
        )
        .limit(1)
      return twin ?? null
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

    async countNew() {
      return await executor.$count(contactMessages, eq(contactMessages.status, 'new'))
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
