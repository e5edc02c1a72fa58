import type { Session, SessionStore } from './session-store.ts'

/** Timers hold no longer than 24 days. */
const LONGEST_WAIT_MS = 20 * 24 * 3_600_000
/** The server has the last word on when a plan ends: by a clock that runs a little ahead it is asked a little too early. */
const AFTER_MS = 500

/** How long until the plan of the signed-in user ends, null when it does not, or has. */
export function untilPlanEnd(session: Session, now: number): number | null {
  const endsAt = session.state === 'signed_in' ? session.user.subscriptionExpiresAt : null
  const left = endsAt === null ? Number.NaN : Date.parse(endsAt) - now
  return left > 0 ? left : null
}

/** Asks who somebody is at the time at which their plan ends, so that an open page falls back with it. Answers what ends it. */
export function followPlanEnd(store: Pick<SessionStore, 'current' | 'subscribe' | 'refreshAfterChange'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wait(): void {
    clearTimeout(timer)
    const left = untilPlanEnd(store.current(), Date.now())
    if (left === null) return
    timer =
      left > LONGEST_WAIT_MS
        ? setTimeout(wait, LONGEST_WAIT_MS)
        : setTimeout(() => void store.refreshAfterChange(), left + AFTER_MS)
  }
  const stop = store.subscribe(wait)
  wait()
  return () => {
    stop()
    clearTimeout(timer)
  }
}
