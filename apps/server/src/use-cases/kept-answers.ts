/** Nothing depends on it but how much lies around: what is written meanwhile is seen at once. */
const KEPT_MILLISECONDS = 5000
const MOST_KEPT = 5000

interface Kept<T> {
  answer: Promise<T>
  writes: number
  since: number
}

/**
 * Keeps what was read for whoever asks the same again, until something has been written of what it was made of. `writes` is one
 * of Database.writes: where it does not count, everything is read anew each time.
 */
export function keepAnswers<T>(writes: () => number | null) {
  const kept = new Map<string, Kept<T>>()
  return async (key: string, read: () => Promise<T>): Promise<T> => {
    const now = writes()
    if (now === null) return read()
    const found = kept.get(key)
    const at = performance.now()
    if (found?.writes === now && at - found.since < KEPT_MILLISECONDS) return found.answer
    const answer = read()
    kept.delete(key)
    kept.set(key, { answer, writes: now, since: at })
    forgetOldest()
    // Whoever waits for it hears of the trouble; the next one tries again.
    answer.catch(() => kept.get(key)?.answer === answer && kept.delete(key))
    return answer
  }

  function forgetOldest(): void {
    if (kept.size <= MOST_KEPT) return
    for (const [oldest] of kept) {
      kept.delete(oldest)
      return
    }
  }
}
