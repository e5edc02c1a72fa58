/** Everything an admin does that changes something, or that shows them what is somebody else's. */
export const AUDIT_ACTIONS = [
  'user_updated',
  'user_deleted',
  'users_exported',
  'job_retried',
  'job_cancelled',
  'job_file_opened',
  'settings_changed',
  'cleanup_run',
  'message_marked',
  'notice_decided',
  'link_blocked',
  'link_unblocked',
] as const
export type AuditAction = (typeof AUDIT_ACTIONS)[number]
