/** A session that nobody has used for this long has ended. */
export const SESSION_IDLE_DAYS = 14
/** However much it is used: now and then everybody says again who they are. */
export const SESSION_ABSOLUTE_DAYS = 90
/** Of one account. With one more, the one that was unused for the longest ends. */
export const MOST_SESSIONS = 100

const DAY_MS = 24 * 3_600_000

/** When a session that is used now ends, unless it is used again. */
export function sessionEnd(openedAt: Date, usedAt: Date): Date {
  const idle = usedAt.getTime() + SESSION_IDLE_DAYS * DAY_MS
  const absolute = openedAt.getTime() + SESSION_ABSOLUTE_DAYS * DAY_MS
  return new Date(Math.min(idle, absolute))
}

/** After signing in, nobody has to confirm for so long who they are before they add a key or a webhook. */
export const FRESH_SIGN_IN_MINUTES = 10

/** After signing in, people without a password may change for so long what others confirm by theirs. */
export const RECENT_SIGN_IN_MINUTES = 15
