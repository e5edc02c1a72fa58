import type { SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import { useQueryClient } from '@tanstack/react-query'
import { adminWords } from '#messages/admin.ts'
import { useRunning } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { adminKeys, updateUser } from '../admin-queries.ts'
import { reportFailure } from '../lists/report-failure.ts'

export interface GrantLifetime {
  isRunning: (record: SubscriptionRecord) => boolean
  grant: (record: SubscriptionRecord) => Promise<void>
}

const words = adminWords.userToasts

/** The plan is the account's, so one person's records are all under way at once. */
export function useGrantLifetime(): GrantLifetime {
  const queryClient = useQueryClient()
  const running = useRunning()
  return {
    isRunning: ({ userId }) => running.has(userId),
    grant: ({ userId, userName }) =>
      running.run(userId, async () => {
        try {
          const { subscription } = await updateUser(userId, { subscription: 'lifetime' })
          const change = words.changes.plan(adminWords.plans[subscription])
          toasts.show({ title: words.updated, text: words.updatedText(userName ?? userId, change) })
          void queryClient.invalidateQueries({ queryKey: adminKeys.stats })
          void queryClient.invalidateQueries({ queryKey: adminKeys.users })
          await queryClient.invalidateQueries({ queryKey: adminKeys.subscriptions })
        } catch (error) {
          reportFailure(error, words.updateFailed)
        }
      }),
  }
}
