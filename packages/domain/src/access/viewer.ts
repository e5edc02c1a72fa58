import type { PlanId } from '../plans/plans.ts'

/** Kinds of viewer: `anonymous` is not signed in; all others follow from role and plan. */
export const VIEWER_KINDS = ['anonymous', 'free', 'pro', 'lifetime', 'admin'] as const
export type ViewerKind = (typeof VIEWER_KINDS)[number]

export function isPaying(kind: ViewerKind): boolean {
  return kind === 'pro' || kind === 'lifetime' || kind === 'admin'
}

/** Kind of a signed-in viewer: admins are `admin`, everybody else follows the plan. */
export function viewerKindOf(role: Role, plan: PlanId): ViewerKind {
  if (role === 'admin') return 'admin'
  if (plan === 'lifetime') return 'lifetime'
  return plan === 'free' ? 'free' : 'pro'
}

/** Kind of a viewer where nothing is sold: everybody has the rights of the best plan. */
export function kindWithoutPlans(kind: ViewerKind): ViewerKind {
  return kind === 'admin' ? 'admin' : 'lifetime'
}

interface ViewerKinds {
  kind: ViewerKind
  /** Set where nothing is sold: the kind that the viewer would have with plans. */
  kindWithPlans?: ViewerKind
}

/** Kind that the viewer has, or would have, where plans are sold. null: a visitor without a viewer record. */
export const kindWithPlans = (viewer: ViewerKinds | null): ViewerKind =>
  viewer?.kindWithPlans ?? viewer?.kind ?? 'anonymous'

/** Whether the viewer has no account. */
export const isStranger = (viewer: ViewerKinds | null): boolean => kindWithPlans(viewer) === 'anonymous'

/** Roles of an account. Stored in lower case. */
export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** Reads a role in any case; anything but `admin` is `user`. */
export function parseRole(spelling: string | null | undefined): Role {
  return spelling?.trim().toLowerCase() === 'admin' ? 'admin' : 'user'
}
