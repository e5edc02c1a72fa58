import { and, asc, eq } from 'drizzle-orm'
import type { Records } from '../../../ports/database.ts'
import { type Executor, first, meetsAny, run } from '../engine/executor.ts'
import { apiKeys, users } from '../schema/account-schema.ts'
import { ACCOUNT } from './accounts.ts'

export function createApiKeyRecords(executor: Executor): Records['apiKeys'] {
  return {
    insert: (key) => run(executor.insert(apiKeys).values(key)),

    listFor: (userId) =>
      executor
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.userId, userId))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),

    findByHash: (hash) =>
      first(
        executor
          .select({ key: apiKeys, account: ACCOUNT })
          .from(apiKeys)
          .innerJoin(users, eq(users.id, apiKeys.userId))
          .where(eq(apiKeys.hash, hash)),
      ),

    touch: (id, usedAt) => run(executor.update(apiKeys).set({ lastUsedAt: usedAt }).where(eq(apiKeys.id, id))),

    delete: (id, userId) =>
      meetsAny(
        executor
          .delete(apiKeys)
          .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, userId)))
          .returning({ id: apiKeys.id }),
      ),

    deleteAll: (userId) => run(executor.delete(apiKeys).where(eq(apiKeys.userId, userId))),
  }
}
