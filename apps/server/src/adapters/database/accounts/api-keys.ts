import { and, asc, eq, type SQL } from 'drizzle-orm'
import type { ApiKeyRecord, FoundApiKey } from '../../../ports/accounts.ts'
import { type Executor, firstRow, hasRows, run } from '../engine/executor.ts'
import { apiKeys, users } from '../schema/account-schema.ts'
import { ACCOUNT_COLUMNS } from './accounts.ts'

export function createApiKeyRecords(executor: Executor) {
  const findWhere = (condition: SQL): Promise<FoundApiKey | null> =>
    firstRow(
      executor
        .select({ key: apiKeys, account: ACCOUNT_COLUMNS })
        .from(apiKeys)
        .innerJoin(users, eq(users.id, apiKeys.userId))
        .where(condition),
    )

  return {
    insert: (key: ApiKeyRecord) => run(executor.insert(apiKeys).values(key)),

    listFor: (accountId: string): Promise<ApiKeyRecord[]> =>
      executor
        .select()
        .from(apiKeys)
        .where(eq(apiKeys.userId, accountId))
        .orderBy(asc(apiKeys.createdAt), asc(apiKeys.id)),

    find: (id: string) => findWhere(eq(apiKeys.id, id)),
    findByHash: (hash: string) => findWhere(eq(apiKeys.hash, hash)),

    touch: (id: string, usedAt: Date) =>
      run(executor.update(apiKeys).set({ lastUsedAt: usedAt }).where(eq(apiKeys.id, id))),

    /** Returns whether the key existed. */
    delete: (id: string, accountId: string) =>
      hasRows(
        executor
          .delete(apiKeys)
          .where(and(eq(apiKeys.id, id), eq(apiKeys.userId, accountId)))
          .returning({ id: apiKeys.id }),
      ),

    deleteAll: (accountId: string) => run(executor.delete(apiKeys).where(eq(apiKeys.userId, accountId))),
  }
}
