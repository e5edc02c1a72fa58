import type { Role } from '../access/viewer.ts'
import type { PlanId } from '../plans/plans.ts'

/** Rows per page in lists of the admin panel. */
export const ADMIN_PAGE_SIZE = 25
/** Days in the panel's charts, today included. */
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

/** Whether a user may be deleted. Admins must be demoted first. */
export function mayDeleteUser(user: { role: Role }): AdminDecision {
  return user.role === 'admin' ? { allowed: false, reason: 'admin_protected' } : { allowed: true }
}

/** Whether an active admin remains after the change. @param otherAdmins number of other active admins */
export function mayChangeUser(
  user: { role: Role; isActive: boolean },
  change: AccountChange,
  otherAdmins: number,
): AdminDecision {
  const isActiveAdmin = user.role === 'admin' && user.isActive
  const staysActiveAdmin = (change.role ?? user.role) === 'admin' && (change.isActive ?? user.isActive)
  return isActiveAdmin && !staysActiveAdmin && otherAdmins === 0
    ? { allowed: false, reason: 'last_admin' }
    : { allowed: true }
}

export const CHANGEABLE_FIELDS = [
  'subscription',
  'role',
  'isActive',
] as const satisfies readonly (keyof AccountChange)[]

/** Changed fields, in the order of the audit log. */
export function changedFields(
  before: Required<AccountChange>,
  changedAccount: Required<AccountChange>,
): readonly (keyof AccountChange)[] {
  return CHANGEABLE_FIELDS.filter((field) => before[field] !== changedAccount[field])
}

/** A search term without repeated white space. */
export function collapseBlanks(search: string): string {
  return search.trim().replace(/\s+/g, ' ')
}

/** Growth in percent; null if the earlier value is 0 and the current one is not. */
export function growthPercent(now: number, before: number): number | null {
  if (now === before) return 0
  return before > 0 ? ((now - before) / before) * 100 : null
}

/** Start of this month, and last month up to the same time of the month, for comparison. Months are in UTC. */
export function comparedMonths(now: Date): { thisMonth: Date; lastMonth: Date; lastMonthUntil: Date } {
  const thisMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1))
  const lastMonth = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 1))
  const sameTimeLastMonth = lastMonth.getTime() + (now.getTime() - thisMonth.getTime())
  // A shorter last month is compared as a whole.
  return { thisMonth, lastMonth, lastMonthUntil: new Date(Math.min(sameTimeLastMonth, thisMonth.getTime())) }
}
