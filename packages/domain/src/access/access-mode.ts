/** Access modes: open to everybody, to people with an account, or to accounts made by invitation only. */
export const ACCESS_MODES = ['public', 'accounts', 'closed'] as const
export type AccessMode = (typeof ACCESS_MODES)[number]

export const DEFAULT_ACCESS: AccessMode = 'public'

/** Lifetime of the link that makes the first admin, in seconds. */
export const SETUP_LINK_SECONDS = 3600
export const INVITATION_DAYS = 7
/** Days for which an invitation is stored after it expires, so that its link still shows its state. */
export const ENDED_INVITATION_DAYS = 30

export const INVITATION_STATES = ['open', 'used', 'revoked', 'expired', 'unknown'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

export interface InvitationFacts {
  expiresAt: Date
  usedAt: Date | null
  revokedAt: Date | null
}

/** State of an invitation. `unknown` for null: the invitation never existed, or its row is deleted. */
export function invitationState(invitation: InvitationFacts | null, now: Date): InvitationState {
  if (invitation === null) return 'unknown'
  if (invitation.usedAt) return 'used'
  if (invitation.revokedAt) return 'revoked'
  return invitation.expiresAt <= now ? 'expired' : 'open'
}
