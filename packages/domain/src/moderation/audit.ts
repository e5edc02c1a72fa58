/** Everything an admin does that changes something, or that shows them what is somebody else's. */
export const AUDIT_ACTIONS = [
  'admin_made',
  'user_updated',
  'user_deleted',
  'users_exported',
  'job_retried',
  'job_cancelled',
  'job_file_opened',
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

/** What an action was done to. Accounts are stored by id alone, and shown with their current name. */
export const AUDIT_TARGETS = ['account', 'job', 'notice', 'block', 'message', 'invitation'] as const
export type AuditTargetKind = (typeof AUDIT_TARGETS)[number]
