/**
 * Safari takes a hundred changes of the address in thirty seconds and throws at the next one. This allows eight at once, so
 * that what is typed is there immediately, and then one every 400 ms, so that a drag never comes near.
 */
const AT_ONCE = 8
const REFILL_MS = 400

export interface WriteBudget {
  /** How long to wait before the next write, given the time now. */
  pauseMs: (nowMs: number) => number
  spend: (nowMs: number) => void
}

export function createWriteBudget(): WriteBudget {
  // The moment at which all eight would be there again: every write moves it on.
  let fullAtMs = Number.NEGATIVE_INFINITY
  return {
    pauseMs: (nowMs) => Math.max(0, fullAtMs - nowMs - (AT_ONCE - 1) * REFILL_MS),
    spend(nowMs) {
      fullAtMs = Math.max(fullAtMs, nowMs) + REFILL_MS
    },
  }
}
