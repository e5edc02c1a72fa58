/** The nearest cause of a refusal, where its code has several. Published names never change. */
export type RefusalReason =
  // Between this machine and the source
  | 'dns'
  | 'network'
  | 'proxy'
  | 'refused'
  | 'tls'
  | 'broken'
  | 'status'
  /** Answered to admins only: strangers see `dns`, as for a name that does not exist. */
  | 'not_allowed'
  // The video itself
  | 'starts_at'
  | 'restricted_mode'
  | 'content_warning'
  | 'sign_in'
  /** Reason of `begins_later`: when the first frame is. */
  | 'begins_at'

/** The reason, and what its sentence names: a host, a status, what to allow, an ISO date and time, seconds, or nothing. */
export interface ReasonedCause {
  reason: RefusalReason
  about: string
}
