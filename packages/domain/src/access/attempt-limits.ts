/** Limit on repeated attempts: the first ones are free, then each wait is twice as long as the previous one. */
export interface AttemptLimit {
  freeAttempts: number
  firstWaitSeconds: number
  maxWaitSeconds: number
  /** Seconds without an attempt after which the count starts at zero. */
  forgetAfterSeconds: number
}

export const ATTEMPT_LIMITS = {
  /** Wrong passwords for one account from one address or one known browser. */
  sign_in: { freeAttempts: 5, firstWaitSeconds: 5, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** Wrong passwords from one address, whatever the account. */
  sign_in_from_address: { freeAttempts: 30, firstWaitSeconds: 10, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** Wrong passwords for one account from all unknown browsers together. */
  sign_in_to_account: { freeAttempts: 50, firstWaitSeconds: 30, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** Password checks of a signed-in person before a sensitive action. */
  password_check: { freeAttempts: 5, firstWaitSeconds: 5, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  /** Wrong passwords for one account from all browsers that were signed in to it before. */
  sign_in_from_known: { freeAttempts: 50, firstWaitSeconds: 30, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  sign_up: { freeAttempts: 10, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Emails to one mailbox that anybody can trigger. Each kind has its own count, so none blocks another kind. */
  reset_mail: { freeAttempts: 3, firstWaitSeconds: 60, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  confirmation_mail: { freeAttempts: 3, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Emails about a changed password. */
  password_mail: { freeAttempts: 5, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Emails about new API keys and webhooks. */
  access_mail: { freeAttempts: 10, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  newsletter_mail: { freeAttempts: 3, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Emails of all kinds that one address can trigger. */
  mail_from_address: { freeAttempts: 10, firstWaitSeconds: 30, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Tokens from emails and invitations, tried from one address. */
  token_from_address: { freeAttempts: 30, firstWaitSeconds: 10, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  contact: { freeAttempts: 5, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  notice: { freeAttempts: 5, firstWaitSeconds: 60, maxWaitSeconds: 3600, forgetAfterSeconds: 3600 },
  /** Orders at the payment provider, opened from one account. */
  payment_order: { freeAttempts: 10, firstWaitSeconds: 30, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
  export: { freeAttempts: 10, firstWaitSeconds: 60, maxWaitSeconds: 900, forgetAfterSeconds: 3600 },
} as const satisfies Record<string, AttemptLimit>
export type AttemptKind = keyof typeof ATTEMPT_LIMITS

export interface PastAttempts {
  count: number
  lastAt: Date
}

/** Seconds to wait before the next attempt, rounded up; 0 if it is allowed now. */
export function waitBeforeAttempt(limit: AttemptLimit, pastAttempts: PastAttempts | null, now: Date): number {
  if (pastAttempts === null || pastAttempts.count < limit.freeAttempts) return 0
  const secondsSince = (now.getTime() - pastAttempts.lastAt.getTime()) / 1000
  // A last attempt far in the future is forgotten, too: the clock was set back, and the real time is unknown.
  if (Math.abs(secondsSince) >= limit.forgetAfterSeconds) return 0
  const doublings = Math.min(pastAttempts.count - limit.freeAttempts, 30)
  const waitSeconds = Math.min(limit.firstWaitSeconds * 2 ** doublings, limit.maxWaitSeconds)
  return Math.max(0, Math.ceil(waitSeconds - Math.max(0, secondsSince)))
}
