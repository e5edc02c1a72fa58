import type { RowChanges } from '../../ports/database.ts'

/** Longest time that an unchanged answer is cached, and maximum number of cached answers of one kind, by default. */
const ANSWER_TTL_MILLISECONDS = 10 * 60_000
const MAX_CACHED_ANSWERS = 10_000

interface CacheEntry<T> {
  answer: T
  rows: readonly string[]
  until: number
}

/** Caches each answer until one of its rows changes; `rowsOf` returns the row ids. Null answers are not cached. */
export function cacheAnswers<T>(
  changes: RowChanges | null,
  rowsOf: (answer: T) => readonly string[],
  { milliseconds = ANSWER_TTL_MILLISECONDS, most = MAX_CACHED_ANSWERS }: { milliseconds?: number; most?: number } = {},
) {
  const entries = new Map<string, CacheEntry<T>>()
  const keysOfRow = new Map<string, Set<string>>()
  let changeCount = 0
  changes?.subscribe((row) => {
    changeCount += 1
    for (const key of [...(keysOfRow.get(row) ?? [])]) forget(key)
  })
  return async (key: string, read: () => Promise<T | null>): Promise<T | null> => {
    if (changes === null) return read()
    const entry = entries.get(key)
    if (entry && Date.now() < entry.until) return entry.answer
    const changesBefore = changeCount
    const answer = await read()
    forget(key)
    // A write during the read may be missing from the answer.
    if (answer !== null && changeCount === changesBefore) store(key, answer)
    return answer
  }

  function store(key: string, answer: T): void {
    const rows = rowsOf(answer)
    // Random expiry spreads the next reads of answers that were cached at the same time, such as after a start.
    entries.set(key, { answer, rows, until: Date.now() + milliseconds * (1 - Math.random() / 2) })
    for (const row of rows) {
      const keys = keysOfRow.get(row)
      if (keys) keys.add(key)
      else keysOfRow.set(row, new Set([key]))
    }
    const [oldestKey] = entries.keys()
    if (entries.size > most && oldestKey !== undefined) forget(oldestKey)
  }

  function forget(key: string): void {
    for (const row of entries.get(key)?.rows ?? []) {
      const keys = keysOfRow.get(row)
      keys?.delete(key)
      if (keys?.size === 0) keysOfRow.delete(row)
    }
    entries.delete(key)
  }
}

const SHARED_ANSWER_TTL_MILLISECONDS = 1000

/** Shares one answer among all calls within a second. A failed answer is not shared with later calls. */
export function shareForASecond<T>(
  ask: () => Promise<T>,
  now: () => number = () => performance.now(),
): () => Promise<T> {
  let currentEntry: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (currentEntry !== null && now() < currentEntry.until) return currentEntry.answer
    const entry = { answer: ask(), until: now() + SHARED_ANSWER_TTL_MILLISECONDS }
    currentEntry = entry
    entry.answer.catch(() => {
      if (currentEntry === entry) currentEntry = null
    })
    return entry.answer
  }
}
