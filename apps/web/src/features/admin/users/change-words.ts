import type { User } from '@kerf/contract/auth'
import { changedFields } from '@kerf/domain/people/admin-rules'
import { adminWords } from '#messages/admin.ts'
import { displayName } from '../../../data/session/user-name.ts'

const words = adminWords.userToasts

/** `Tomasz Wilk: plan is now Pro, yearly, role is now admin.` Told by what the server answered, not by what was asked for. */
export function changeWords(before: User, after: User): string {
  const changes = changedFields(before, after).map((field) => {
    if (field === 'subscription') return words.changes.plan(adminWords.plans[after.subscription])
    if (field === 'role') return words.changes.roles[after.role]
    return after.isActive ? words.changes.active : words.changes.suspended
  })
  return words.updatedText(displayName(after), changes.length > 0 ? changes.join(', ') : words.unchanged)
}
