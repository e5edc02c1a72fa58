/** Days without use after which a session ends. */
export const SESSION_IDLE_DAYS = 14
/** Days after which a session ends even if it is used. */
export const SESSION_ABSOLUTE_DAYS = 90
/** Maximum number of sessions of one account. A new session beyond that ends the one unused for the longest time. */
export const MAX_SESSIONS = 100

const DAY_MILLISECONDS = 24 * 3_600_000

/** End of a session that is used at `usedAt` and not used again. */
export function sessionEnd(openedAt: Date, usedAt: Date): Date {
  const idleEnd = usedAt.getTime() + SESSION_IDLE_DAYS * DAY_MILLISECONDS
  const absoluteEnd = openedAt.getTime() + SESSION_ABSOLUTE_DAYS * DAY_MILLISECONDS
  return new Date(Math.min(idleEnd, absoluteEnd))
}

/** Minutes after sign-in in which adding a key or a webhook needs no confirmation. */
export const SIGN_IN_COVERS_KEYS_MINUTES = 10

/** Minutes after sign-in in which an account without a password may do what other accounts confirm by password. */
export const SIGN_IN_REPLACES_PASSWORD_MINUTES = 15
