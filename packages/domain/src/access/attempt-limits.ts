/** Slows repeated attempts: some are free, then each wait is twice the one before. */
export interface AttemptLimit {
  freeAttempts: number
  firstWaitSeconds: number
  maxWaitSeconds: number
  /** After this long without a try it is as if there had been none. */
  forgetAfterSeconds: number
}

export const ATTEMPT_LIMITS = {
  /** Wrong passwords for one account, from one address or one known browser. */
  sign_in: { freeAttempts: 5, firstWaitSeconds: 5, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** Wrong passwords from one address, whatever the account. */
  sign_in_from_address: { freeAttempts: 30, firstWaitSeconds: 10, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** Wrong passwords for one account from unknown browsers; known ones have their own count. */
  sign_in_to_account: { freeAttempts: 50, firstWaitSeconds: 30, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** The password of a signed-in person, asked for again before a sensitive action. */
  password_check: { freeAttempts: 5, firstWaitSeconds: 5, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** Wrong passwords for one account from all browsers that have been signed in to it. */
  sign_in_from_known: { freeAttempts: 50, firstWaitSeconds: 30, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  sign_up: { freeAttempts: 10, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Mails that anybody can have sent to one mailbox, each kind for itself: asking for one keeps nobody from another. */
  reset_mail: { freeAttempts: 3, firstWaitSeconds: 60, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  confirmation_mail: { freeAttempts: 3, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Emails that say that the password was changed: each follows a change by someone who has the password. */
  password_mail: { freeAttempts: 5, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Emails about new API keys and webhooks; an account has ten of each. */
  access_mail: { freeAttempts: 10, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  newsletter_mail: { freeAttempts: 3, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Emails that one person can trigger in total. */
  mail_from_address: { freeAttempts: 10, firstWaitSeconds: 30, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Tokens from mails, tried one after the other. */
  token_from_address: { freeAttempts: 30, firstWaitSeconds: 10, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  contact: { freeAttempts: 5, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  notice: { freeAttempts: 5, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Orders at the payment provider, begun from one account. */
  payment_order: { freeAttempts: 10, firstWaitSeconds: 30, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  export: { freeAttempts: 10, firstWaitSeconds: 60, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
} as const satisfies Record<string, AttemptLimit>
export type AttemptKind = keyof typeof ATTEMPT_LIMITS

export interface PastAttempts {
  count: number
  lastAt: Date
}

/** How long, in whole seconds, to wait before the next try; 0 when it may be now. */
export function waitBeforeAttempt(limit: AttemptLimit, past: PastAttempts | null, now: Date): number {
  if (past === null || past.count < limit.freeAttempts) return 0
  const since = (now.getTime() - past.lastAt.getTime()) / 1000
  // Also if the last attempt is that far in the future: the clock was set back, and its real time is unknown.
  if (Math.abs(since) >= limit.forgetAfterSeconds) return 0
  const doublings = Math.min(past.count - limit.freeAttempts, 30)
  const wait = Math.min(limit.firstWaitSeconds * 2 ** doublings, limit.maxWaitSeconds)
  return Math.max(0, Math.ceil(wait - Math.max(0, since)))
}
