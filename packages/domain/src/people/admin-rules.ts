import type { Role } from '../access/viewer.ts'
import type { PlanId } from '../plans/plans.ts'

/** Rows that a list of the admin panel shows, and answers, at once. */
export const ADMIN_PAGE_SIZE = 25
/** Days that the panel's plots look back, today included. */
export const ADMIN_SERIES_DAYS = 30

export const USER_FILTERS = ['all', 'admins', 'lifetime', 'suspended'] as const
export type UserFilter = (typeof USER_FILTERS)[number]

export const USER_SORTS = ['newest', 'oldest', 'name', 'email', 'last-active'] as const
export type UserSort = (typeof USER_SORTS)[number]

export interface AccountChange {
  subscription?: PlanId | undefined
  role?: Role | undefined
  isActive?: boolean | undefined
}

export type AdminDecision = { allowed: true } | { allowed: false; reason: 'admin_protected' | 'last_admin' }

/** Admins are not deleted: they are demoted first, and the last one cannot be. */
export function mayDeleteUser(user: { role: Role }): AdminDecision {
  return user.role === 'admin' ? { allowed: false, reason: 'admin_protected' } : { allowed: true }
}

/** Whether the change leaves anyone who can open the admin panel. `otherAdmins`: how many more active ones there are. */
export function mayChangeUser(
  user: { role: Role; isActive: boolean },
  change: AccountChange,
  otherAdmins: number,
): AdminDecision {
  const isKey = user.role === 'admin' && user.isActive
  const staysKey = (change.role ?? user.role) === 'admin' && (change.isActive ?? user.isActive)
  return isKey && !staysKey && otherAdmins === 0 ? { allowed: false, reason: 'last_admin' } : { allowed: true }
}

export const CHANGEABLE_FIELDS = [
  'subscription',
  'role',
  'isActive',
] as const satisfies readonly (keyof AccountChange)[]

/** The fields in which the account is different now, in the order of the audit log. */
export function changedFields(
  before: Required<AccountChange>,
  after: Required<AccountChange>,
): readonly (keyof AccountChange)[] {
  return CHANGEABLE_FIELDS.filter((field) => before[field] !== after[field])
}

/** A search term, normalized for comparison: repeated blanks become one. */
export function collapseBlanks(search: string): string {
  return search.trim().replace(/\s+/g, ' ')
}

/** Percent by which there is more than before; null where there is something and was nothing, of which nothing is a percentage. */
export function growthPercent(now: number, before: number): number | null {
  if (now === before) return 0
  return before > 0 ? ((now - before) / before) * 100 : null
}

/** The month so far, and as much of the month before: what is compared when neither is to look small. Months are in UTC. */
export function comparedMonths(now: Date): { thisMonth: Date; lastMonth: Date; lastMonthUntil: Date } {
  const thisMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  const asFar = lastMonth.getTime() + (now.getTime() - thisMonth.getTime())
  // On the 31st, a shorter month is over.
  return { thisMonth, lastMonth, lastMonthUntil: new Date(Math.min(asFar, thisMonth.getTime())) }
}
