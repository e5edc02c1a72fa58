import type { ViewerRecord } from '../../ports/clips.ts'
import type { Deps } from '../shared/deps.ts'

/** What a stranger has processed and downloaded becomes the account's that they sign in to. What is being cut goes on. */
export async function adoptVisitor(
  deps: Deps<'database'>,
  { visitor, accountId }: { visitor: ViewerRecord | null; accountId: string },
): Promise<void> {
  if (visitor?.kind !== 'anonymous') return
  await deps.database.transaction(async (records) => {
    // In one order for everybody, so that two who sign in at once wait for, and never on, each other.
    for (const id of [visitor.id, accountId].toSorted()) await records.quota.lock(id)
    // While it was waited for, the account may have been deleted.
    if (!(await records.accounts.find(accountId))) return
    await records.userData.move(visitor.id, accountId)
    await records.viewers.delete(visitor.id)
  })
}
