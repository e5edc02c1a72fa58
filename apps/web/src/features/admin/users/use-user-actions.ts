import type { User } from '@kerf/contract/auth'
import type { Page } from '@kerf/contract/protocol/client'
import { type AccountChange, changedFields } from '@kerf/domain/people/admin-rules'
import { useQueryClient } from '@tanstack/react-query'
import { adminWords } from '#messages/admin.ts'
import { useRunning } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { session } from '../../../data/session/session.ts'
import { displayName } from '../../../data/session/user-name.ts'
import { adminKeys, deleteUser, updateUser } from '../admin-queries.ts'
import { reportFailure } from '../lists/report-failure.ts'

export interface UserActions {
  /** Something is being done with this account. */
  isRunning: (user: User) => boolean
  change: (user: User, change: AccountChange) => Promise<void>
  remove: (user: User) => Promise<void>
}

const words = adminWords.userToasts

export function useUserActions(): UserActions {
  const queryClient = useQueryClient()
  const running = useRunning()
  const refresh = (...keys: readonly (readonly string[])[]) =>
    Promise.all(keys.map((queryKey) => queryClient.invalidateQueries({ queryKey })))

  return {
    isRunning: ({ id }) => running.has(id),
    change: (user, change) =>
      running.run(user.id, async () => {
        try {
          const changed = await updateUser(user.id, change)
          // The row stays where it is, also where it no longer fits the filter: nothing moves under the hand.
          queryClient.setQueriesData<Page<User>>({ queryKey: adminKeys.users }, (page) =>
            page ? { ...page, items: page.items.map((item) => (item.id === changed.id ? changed : item)) } : page,
          )
          toasts.show({ title: words.updated, text: changeWords(user, changed) })
          const now = session.current()
          if (now.state === 'signed_in' && now.user.id === changed.id) session.set(changed)
          void refresh(adminKeys.stats, adminKeys.subscriptions)
        } catch (error) {
          reportFailure(error, words.updateFailed)
        }
      }),
    remove: (user) =>
      running.run(user.id, async () => {
        try {
          await deleteUser(user.id)
          toasts.show({ title: words.deleted, text: `${user.email}` })
          await refresh(adminKeys.users, adminKeys.stats, adminKeys.subscriptions)
        } catch (error) {
          reportFailure(error)
        }
      }),
  }
}

/** `Tomasz Wilk: plan is now Pro, yearly, role is now admin.` From what the server answered, not from what was asked for. */
export function changeWords(before: User, after: User): string {
  const changes = changedFields(before, after).map((field) => {
    if (field === 'subscription') return words.changes.plan(adminWords.plans[after.subscription])
    if (field === 'role') return words.changes.roles[after.role]
    return after.isActive ? words.changes.active : words.changes.suspended
  })
  return words.updatedText(displayName(after), changes.length > 0 ? changes.join(', ') : words.unchanged)
}
