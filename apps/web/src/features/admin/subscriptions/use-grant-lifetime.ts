import type { SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import { updateUser } from '@kerf/contract/admin-users'
import { adminWords } from '#messages/admin.ts'
import { callApi } from '../../../data/session/as-person.ts'
import { adminKeys } from '../admin-queries.ts'
import { useRowChanges } from '../lists/use-row-changes.ts'

const words = adminWords.userToasts

export type GrantLifetime = ReturnType<typeof useGrantLifetime>

/** The plan belongs to the account, so all records of one person are busy at once. */
export function useGrantLifetime() {
  const list = useRowChanges<SubscriptionRecord>(adminKeys.subscriptions, [adminKeys.stats, adminKeys.users])
  return {
    isRunning: ({ userId }: SubscriptionRecord) => list.isRunning(userId),
    grant: ({ userId, userName }: SubscriptionRecord) =>
      list.change(
        userId,
        async () => {
          await callApi(updateUser, { params: { id: userId }, body: { subscription: 'lifetime' } })
          // It returns the account, which is no row of this list.
          return undefined
        },
        {
          title: words.updated,
          text: words.updatedText(userName ?? userId, words.changes.plan(adminWords.plans.lifetime)),
        },
        words.updateFailed,
      ),
  }
}
