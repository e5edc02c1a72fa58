import type { RowChanges } from '../../ports/database.ts'

/** Longest time that an unchanged answer is cached, and most cached answers of one kind, by default. */
const CACHED_MILLISECONDS = 10 * 60_000
const MOST_CACHED = 10_000

interface Cached<T> {
  answer: T
  rows: readonly string[]
  until: number
}

/** Caches each answer until one of its rows changes; `rowsOf` returns the row ids. Null answers are not cached. */
export function cacheAnswers<T>(
  changes: RowChanges | null,
  rowsOf: (answer: T) => readonly string[],
  { milliseconds = CACHED_MILLISECONDS, most = MOST_CACHED }: { milliseconds?: number; most?: number } = {},
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
    const entry = cached.get(key)
    if (entry && Date.now() < entry.until) return entry.answer
    const changesBefore = changesSeen
    const answer = await read()
    forget(key)
    // A write during the read may be missing from the answer.
    if (answer !== null && changesSeen === changesBefore) store(key, answer)
    return answer
  }

  function store(key: string, answer: T): void {
    const rows = rowsOf(answer)
    // Random expiry spreads the next reads of answers that were cached at the same time, such as after a start.
    cached.set(key, { answer, rows, until: Date.now() + milliseconds * (1 - Math.random() / 2) })
    for (const row of rows) {
      const keys = keysOfRow.get(row)
      if (keys) keys.add(key)
      else keysOfRow.set(row, new Set([key]))
    }
    const [oldest] = cached.keys()
    if (cached.size > most && oldest !== undefined) forget(oldest)
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

/** Shares one answer among all calls within a second. A failed answer is not shared with later calls. */
export function onceASecond<T>(ask: () => Promise<T>, now: () => number = () => performance.now()): () => Promise<T> {
  let cached: { answer: Promise<T>; until: number } | null = null
  return () => {
    if (cached !== null && now() < cached.until) return cached.answer
    const entry = { answer: ask(), until: now() + ONE_SECOND }
    cached = entry
    entry.answer.catch(() => {
      if (cached === entry) cached = null
    })
    return entry.answer
  }
}
