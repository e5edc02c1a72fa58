/**
 * Who comes when among those of one class (queue-turns.ts): by laps. In each lap everybody who waits has one job, so that a
 * hundred jobs of one asker stand before another's second one, but not before their first.
 */
export interface Laps {
  /** The highest lap of which a worker has taken a job so far; null where none is remembered. */
  lastServed: number | null
  lowestWaiting: number | null
  /** The highest one in which this asker has a job that waits. */
  lastOfAsker: number | null
}

/**
 * The lap of a job that joins its class now; it stands behind all others of that lap. A lap that has begun takes nobody in any
 * more: newcomers, however many, never keep waiting whoever is in the next but one.
 */
export function nextLap({ lastServed, lowestWaiting, lastOfAsker }: Laps): number {
  const begun = Math.max(lastServed ?? 0, (lowestWaiting ?? 1) - 1)
  return Math.max(begun, lastOfAsker ?? 0) + 1
}
