import type { PlanId } from './plans.ts'
import type { Role } from './role.ts'

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
