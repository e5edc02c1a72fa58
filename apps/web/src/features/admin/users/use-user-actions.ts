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
  const rowChanges = useRowChanges<User>(adminKeys.users, [adminKeys.stats, adminKeys.subscriptions])
  return {
    isRunning: ({ id }: User) => rowChanges.isRunning(id),
    async change(user: User, change: AccountChange) {
      const result: { updatedUser?: User } = {}
      await rowChanges.change(
        user.id,
        async () => {
          result.updatedUser = await callApi(updateUser, { params: { id: user.id }, body: change })
          return result.updatedUser
        },
        (updatedUser) => ({ title: words.updated, text: describeUserChanges(user, updatedUser) }),
        words.updateFailed,
      )
      // The session changes last: without the admin role, the page leaves the panel.
      const currentSession = session.current()
      if (
        result.updatedUser &&
        currentSession.state === 'signed_in' &&
        currentSession.user.id === result.updatedUser.id
      )
        session.set(result.updatedUser)
    },
    remove: ({ id, email }: User) =>
      rowChanges.change(id, () => callApi(deleteUser, { params: { id } }), { title: words.deleted, text: email }),
  }
}

/** Changes of an account in words, such as `Tomasz Wilk: plan is now Pro, yearly, role is now admin.` */
export function describeUserChanges(oldUser: User, newUser: User): string {
  const changes = changedFields(oldUser, newUser).map((field) => {
    if (field === 'subscription') return words.changes.plan(adminWords.plans[newUser.subscription])
    if (field === 'role') return words.changes.roles[newUser.role]
    return newUser.isActive ? words.changes.active : words.changes.suspended
  })
  return words.updatedText(displayName(newUser), changes.length > 0 ? changes.join(', ') : words.unchanged)
}
