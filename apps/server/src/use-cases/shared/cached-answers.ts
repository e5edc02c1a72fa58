import type { RowChanges } from '../../ports/database.ts'

/** How long an answer is cached that nobody changes, at most; so many answers of a kind. */
const CACHED_MILLISECONDS = 10 * 60_000
const MOST_CACHED = 10_000

interface Cached<T> {
  answer: T
  rows: readonly string[]
  until: number
}

/** Cached until a row of it changes; `rowsOf` returns their ids. Misses are not cached. */
export function cacheAnswers<T>(
  changes: RowChanges | null,
  rowsOf: (answer: T) => readonly string[],
  cachedMilliseconds = CACHED_MILLISECONDS,
) {
  const cached = new Map<string, Cached<T>>()
  const keysOfRow = new Map<string, Set<string>>()
  let changesSeen = 0
  changes?.subscribe((row) => {
    changesSeen += 1
    for (const key of [...(keysOfRow.get(row) ?? [])]) forget(key)
  })
  return async (key: string, read: () => Promise<T | null>): Promise<T | null> => {
    if (changes === null) return read()
    const found = cached.get(key)
    if (found && Date.now() < found.until) return found.answer
    const seenBefore = changesSeen
    const answer = await read()
    forget(key)
    // What was written meanwhile may be in it or not.
    if (answer !== null && changesSeen === seenBefore) keep(key, answer)
    return answer
  }

  function keep(key: string, answer: T): void {
    const rows = rowsOf(answer)
    // What was read in one second, as by a thousand pages after a start, is not all read again in one.
    cached.set(key, { answer, rows, until: Date.now() + cachedMilliseconds * (1 - Math.random() / 2) })
    for (const row of rows) {
      const keys = keysOfRow.get(row)
      if (keys) keys.add(key)
      else keysOfRow.set(row, new Set([key]))
    }
    const [oldest] = cached.keys()
    if (cached.size > MOST_CACHED && oldest !== undefined) forget(oldest)
  }

  function forget(key: string): void {
    for (const row of cached.get(key)?.rows ?? []) {
      const keys = keysOfRow.get(row)
      keys?.delete(key)
      if (keys?.size === 0) keysOfRow.delete(row)
    }
    cached.delete(key)
  }
}

const ONE_SECOND = 1000

/** The same answer for all who ask within a second; whoever comes later, or after it came to nothing, has it asked again. */
export function onceASecond<T>(ask: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let cached: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (cached !== null && now() < cached.until) return cached.answer
    const asked = { answer: ask(), until: now() + ONE_SECOND }
    cached = asked
    asked.answer.catch(() => {
      if (cached === asked) cached = null
    })
    return asked.answer
  }
}
