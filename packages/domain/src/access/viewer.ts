import type { PlanId } from '../plans/plans.ts'

/** Who is looking: everybody who is not signed in is anonymous, everybody else is as good as their plan. */
export const VIEWER_KINDS = ['anonymous', 'free', 'pro', 'lifetime', 'admin'] as const
export type ViewerKind = (typeof VIEWER_KINDS)[number]

export function isPaying(kind: ViewerKind): boolean {
  return kind === 'pro' || kind === 'lifetime' || kind === 'admin'
}

/** What a signed-in person may do: an admin everything, anybody else what their plan gives. */
export function viewerKindOf(role: Role, plan: PlanId): ViewerKind {
  if (role === 'admin') return 'admin'
  if (plan === 'lifetime') return 'lifetime'
  return plan === 'free' ? 'free' : 'pro'
}

/** What viewers may do where the operator has no plans: everybody as much as the best of them gives. */
export function kindWithoutPlans(kind: ViewerKind): ViewerKind {
  return kind === 'admin' ? 'admin' : 'lifetime'
}

/** What an account may do besides using the product. Stored in lower case; both casings were in use. */
export const ROLES = ['user', 'admin'] as const
export type Role = (typeof ROLES)[number]

/** `ADMIN`, `admin`, `USER`, `user`; anything else has no rights beyond a user's. */
export function parseRole(spelling: string | null | undefined): Role {
  return spelling?.trim().toLowerCase() === 'admin' ? 'admin' : 'user'
}
