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
      // The session changes last: without the admin role, the page leaves the panel.
      const currentSession = session.current()
      if (answer.changed && currentSession.state === 'signed_in' && currentSession.user.id === answer.changed.id)
        session.set(answer.changed)
    },
    remove: ({ id, email }: User) =>
      list.change(id, () => callApi(deleteUser, { params: { id } }), { title: words.deleted, text: email }),
  }
}

/** Changes of an account in words, such as `Tomasz Wilk: plan is now Pro, yearly, role is now admin.` */
export function changeWords(oldUser: User, newUser: User): string {
  const changes = changedFields(oldUser, newUser).map((field) => {
    if (field === 'subscription') return words.changes.plan(adminWords.plans[newUser.subscription])
    if (field === 'role') return words.changes.roles[newUser.role]
    return newUser.isActive ? words.changes.active : words.changes.suspended
  })
  return words.updatedText(displayName(newUser), changes.length > 0 ? changes.join(', ') : words.unchanged)
}
