import { PRODUCT_SLUG } from '@kerf/domain/site/product'
import type { Caller, SessionToken } from '../../ports/accounts.ts'

/** better-auth speaks in cookies; we carry what is in them, in cookies of our own. */
const SESSION_COOKIE = `${PRODUCT_SLUG}.session_token`
const CHALLENGE_COOKIE = `${PRODUCT_SLUG}.two_factor`

/** What a request of this caller would look like to better-auth. */
export function callerHeaders(caller: Caller): Headers {
  const headers = new Headers()
  if (caller.userAgent !== null) headers.set('user-agent', caller.userAgent)
  return headers
}

export function sessionHeaders(sessionToken: SessionToken): Headers {
  return new Headers({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(sessionToken)}` })
}

/** The signed value of the session's cookie; throws when there is none. */
export function sessionTokenFrom(headers: Headers): SessionToken {
  const sessionToken = cookieIn(headers, SESSION_COOKIE)
  if (!sessionToken) throw new Error('A session was opened without a session token.')
  return sessionToken
}

/** A request that answers the challenge for a second factor. */
export function challengeHeaders(challenged: Headers, caller: Caller): Headers {
  const headers = callerHeaders(caller)
  const challenge = cookieIn(challenged, CHALLENGE_COOKIE)
  if (challenge) headers.set('cookie', `${CHALLENGE_COOKIE}=${encodeURIComponent(challenge)}`)
  return headers
}

function cookieIn(headers: Headers, name: string): string | null {
  // The last one counts: a session may be opened and closed again within one call.
  const set = headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`))
  const value = set?.slice(name.length + 1).split(';')[0]
  return value ? decodeURIComponent(value) : null
}
