/** Exact cause of a refusal, for error codes that have several causes. Published names never change. */
export type RefusalReason =
  // Causes between this machine and the source
  | 'dns'
  | 'network'
  | 'proxy'
  | 'refused'
  | 'tls'
  | 'broken'
  | 'status'
  /** Sent to admins only. Others get `dns`, as for a name that does not exist. */
  | 'not_allowed'
  // Causes in the video itself
  | 'starts_at'
  | 'restricted_mode'
  | 'content_warning'
  | 'sign_in'
  // Causes in a site, with its name
  | 'site_refuses'
  | 'site_limits'
  | 'site_unopened'
  | 'only_preview'
  // Further causes in the video
  | 'password'
  | 'embed_only'
  | 'drm'
  | 'adults'
  | 'several_videos'
  /** Reason of `invalid_link`, with the names of the sites whose videos can be cut. */
  | 'accepts'
  /** Reason of `invalid_link`, with the name of a site that no source serves. */
  | 'other_site'
  /** Reason of `begins_later`, with the time of the first frame. */
  | 'begins_at'

/**
 * A reason, and the value in its sentence: a host, a status, what to allow, an ISO time, seconds, a site, or an empty
 * text.
 */
export interface ReasonedCause {
  reason: RefusalReason
  about: string
}
