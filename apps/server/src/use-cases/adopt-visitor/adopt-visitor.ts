import type { Database, ViewerRecord } from '../../ports.ts'

/** What a stranger has processed and downloaded becomes the account's that they sign in to. */
export function adoptVisitor(deps: { database: Database }) {
  return async (visitor: ViewerRecord | null, accountId: string): Promise<void> => {
    if (visitor?.kind !== 'anonymous') return
    await deps.database.transaction(async (records) => {
      for (const id of [visitor.id, accountId].toSorted()) await records.quota.lock(id)
      await records.belongings.move(visitor.id, accountId)
      await records.viewers.delete(visitor.id)
    })
  }
}
