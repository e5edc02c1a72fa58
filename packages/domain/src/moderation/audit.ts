/** Actions of admins that change something or show private data of others, and what anybody makes public. */
export const AUDIT_ACTIONS = [
  'admin_made',
  'user_updated',
  'user_deleted',
  'users_exported',
  'job_retried',
  'job_cancelled',
  'job_file_opened',
  'clip_shared',
  'share_ended',
  'settings_changed',
  'invitation_made',
  'invitation_revoked',
  'invitation_used',
  'cleanup_run',
  'message_marked',
  'newsletter_exported',
  'newsletter_sent',
  'notice_decided',
  'link_blocked',
  'link_unblocked',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/** Kinds of targets of an action. Accounts are stored by id only, and shown with their current name. */
export const AUDIT_TARGETS = ['account', 'job', 'notice', 'block', 'message', 'invitation'] as const
export type AuditTargetKind = (typeof AUDIT_TARGETS)[number]
