/**
 * In which order waiting clips are cut: those of paying viewers first, but never more than so many of them while somebody
 * else waits.
 */
export const PAID_PER_ORDINARY = 4

export const QUEUE_CLASSES = ['paid', 'ordinary'] as const
export type QueueClass = (typeof QUEUE_CLASSES)[number]

/** The turns of a queue that is served in ascending order; null where there is no such job. */
export interface QueueLine {
  /** The highest turn that a worker has taken so far. */
  lastServed: number | null
  lowestWaiting: number | null
  lastWaitingPaid: number | null
  lastWaitingOrdinary: number | null
}

/**
 * The turn of a job that joins the queue now: an integer that no waiting job has. Paid jobs stand one round apart, ordinary
 * ones as many rounds as paid ones may go between them. All of them join from the round that is being served, so that nobody
 * gets ahead for having been away.
 */
export function nextTurn(kind: QueueClass, line: QueueLine): number {
  const served = line.lastServed === null ? 0 : roundOf(line.lastServed)
  // What was served is forgotten after a while; what waits is never further away than this.
  const earliest = line.lowestWaiting === null ? served : roundOf(line.lowestWaiting) - PAID_PER_ORDINARY
  const now = Math.max(served, earliest)
  const last = kind === 'paid' ? line.lastWaitingPaid : line.lastWaitingOrdinary
  const joinsAfter = last === null ? now : Math.max(now, roundOf(last))
  return turnIn(joinsAfter + turnsApart(kind) / 2, kind)
}

/** Two turns a round: the paid one's is first. */
function turnIn(round: number, kind: QueueClass): number {
  return 2 * round + (kind === 'paid' ? 0 : 1)
}

function roundOf(turn: number): number {
  return Math.floor(turn / 2)
}

/** Every turn tells whose it is. */
export function classOfTurn(turn: number): QueueClass {
  return turn % 2 === 0 ? 'paid' : 'ordinary'
}

/** How far the turns of one class stand apart. */
export function turnsApart(kind: QueueClass): number {
  return 2 * (kind === 'paid' ? 1 : PAID_PER_ORDINARY)
}
