import { serverNow } from '../../browser/server-clock.ts'
import type { Session, SessionStore } from './session-store.ts'

/** Longest timer. Browsers support at most 24 days. */
const MAX_TIMER_DELAY_MILLISECONDS = 20 * 24 * 3_600_000
/**
 * Delay after the end of a plan. If this computer's clock is a little ahead, the plan has not ended on the server
 * yet.
 */
const DELAY_AFTER_END_MILLISECONDS = 500

/** Milliseconds until the plan of the signed-in user ends; null where it has no end or has ended. */
export function millisecondsUntilPlanEnd(session: Session, now: number): number | null {
  const endsAt = session.state === 'signed_in' ? session.user.subscriptionExpiresAt : null
  const leftMs = endsAt === null ? Number.NaN : Date.parse(endsAt) - now
  return leftMs > 0 ? leftMs : null
}

/**
 * Reads the user again when their plan ends, so that an open page shows it. Returns a function that cancels the timer.
 */
export function followPlanEnd(store: Pick<SessionStore, 'current' | 'subscribe' | 'refreshAfterChange'>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  function wait(): void {
    clearTimeout(timer)
    const leftMs = millisecondsUntilPlanEnd(store.current(), serverNow())
    if (leftMs === null) return
    timer =
      leftMs > MAX_TIMER_DELAY_MILLISECONDS
        ? setTimeout(wait, MAX_TIMER_DELAY_MILLISECONDS)
        : setTimeout(() => void store.refreshAfterChange(), leftMs + DELAY_AFTER_END_MILLISECONDS)
  }
  const stop = store.subscribe(wait)
  wait()
  return () => {
    stop()
    clearTimeout(timer)
  }
}
