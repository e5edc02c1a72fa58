/** Who may process and download: everybody, people with an account, or people with an account that somebody invited them to make. */
export const ACCESS_MODES = ['public', 'accounts', 'closed'] as const
export type AccessMode = (typeof ACCESS_MODES)[number]

export const DEFAULT_ACCESS: AccessMode = 'public'

/** How long the link works that makes the first admin. */
export const SETUP_LINK_SECONDS = 3600
export const INVITATION_DAYS = 7
/** Whoever opens an old invitation within this time is told what became of it. */
export const ENDED_INVITATION_DAYS = 30

export const INVITATION_STATES = ['open', 'used', 'revoked', 'expired', 'unknown'] as const
export type InvitationState = (typeof INVITATION_STATES)[number]

export interface InvitationFacts {
  expiresAt: Date
  usedAt: Date | null
  revokedAt: Date | null
}

/** null is an invitation that never was, or that was forgotten. */
export function invitationState(invitation: InvitationFacts | null, now: Date): InvitationState {
  if (invitation === null) return 'unknown'
  if (invitation.usedAt) return 'used'
  if (invitation.revokedAt) return 'revoked'
  return invitation.expiresAt <= now ? 'expired' : 'open'
}
