import type { WriteCounter } from '../ports/database.ts'

/** Nothing depends on these but how much lies around: what is written meanwhile is seen at once. */
const KEPT_MILLISECONDS = 10 * 60_000
const MOST_KEPT = 10_000

interface Kept<T> {
  answer: Promise<T>
  /** The last write when reading began. */
  writes: number
  since: number
  keptMilliseconds: number
  /** What it is made of; null while it is not known, and of what was not found. */
  rows: readonly string[] | null
}

/**
 * Keeps what was read for whoever asks the same again, until something has been written of what it was made of: `rowsOf` tells
 * the ids of its rows, null where any write may change it. `writes` is one of Database.writes: where it does not count,
 * everything is read anew each time.
 */
export function cacheAnswers<T>(
  writes: WriteCounter,
  rowsOf: (answer: T) => readonly string[] | null,
  keptMilliseconds = KEPT_MILLISECONDS,
) {
  const kept = new Map<string, Kept<T>>()
  return async (key: string, read: () => Promise<T>): Promise<T> => {
    const now = writes(null)
    if (now === null) return read()
    const found = kept.get(key)
    // A clock that was set anew may have ended something, too.
    const at = Date.now()
    if (found && stands(found, now) && Math.abs(at - found.since) < found.keptMilliseconds) return found.answer
    const reading: Kept<T> = {
      answer: read(),
      writes: now,
      since: at,
      // What was read in one moment, as by a thousand pages after a start, is not all read anew in one.
      keptMilliseconds: keptMilliseconds * (1 - Math.random() / 2),
      rows: null,
    }
    kept.delete(key)
    kept.set(key, reading)
    forgetOldest()
    reading.answer.then(
      (answer) => {
        reading.rows = rowsOf(answer)
      },
      // Whoever waits for it hears of the trouble; the next one tries again.
      () => kept.get(key) === reading && kept.delete(key),
    )
    return reading.answer
  }

  function stands(found: Kept<T>, now: number): boolean {
    return found.writes === now || (found.rows !== null && (writes(found.rows) ?? now) <= found.writes)
  }

  function forgetOldest(): void {
    if (kept.size <= MOST_KEPT) return
    for (const [oldest] of kept) {
      kept.delete(oldest)
      return
    }
  }
}
