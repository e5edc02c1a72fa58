import { deleteUser, updateUser } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { type AccountChange, changedFields } from '@kerf/domain/people/admin-rules'
import { adminWords } from '#messages/admin.ts'
import { session } from '../../../data/session/session.ts'
import { displayName } from '../../../data/session/user-name.ts'
import { callApi } from '../../../data/session/with-session.ts'
import { adminKeys } from '../admin-queries.ts'
import { useRowChanges } from '../lists/use-row-changes.ts'

const words = adminWords.userToasts

export type UserActions = ReturnType<typeof useUserActions>

export function useUserActions() {
  const list = useRowChanges<User>(adminKeys.users, [adminKeys.stats, adminKeys.subscriptions])
  return {
    isRunning: ({ id }: User) => list.isRunning(id),
    async change(user: User, change: AccountChange) {
      const answer: { changed?: User } = {}
      await list.change(
        user.id,
        async () => {
          answer.changed = await callApi(updateUser, { params: { id: user.id }, body: change })
          return answer.changed
        },
        (changed) => ({ title: words.updated, text: changeWords(user, changed) }),
        words.updateFailed,
      )
      // Last: who took the admin role from themselves is shown the way out.
      const now = session.current()
      if (answer.changed && now.state === 'signed_in' && now.user.id === answer.changed.id) session.set(answer.changed)
    },
    remove: ({ id, email }: User) =>
      list.change(id, () => callApi(deleteUser, { params: { id } }), { title: words.deleted, text: email }),
  }
}

/** `Tomasz Wilk: plan is now Pro, yearly, role is now admin.` From the server's answer. */
export function changeWords(before: User, after: User): string {
  const changes = changedFields(before, after).map((field) => {
    if (field === 'subscription') return words.changes.plan(adminWords.plans[after.subscription])
    if (field === 'role') return words.changes.roles[after.role]
    return after.isActive ? words.changes.active : words.changes.suspended
  })
  return words.updatedText(displayName(after), changes.length > 0 ? changes.join(', ') : words.unchanged)
}
