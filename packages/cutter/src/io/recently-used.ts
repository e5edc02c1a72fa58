import type { ReadOptions } from './part-reader.ts'

/** Size limit of the cache in bytes. Cutting reads packets again that planning has read. */
const CACHED_BYTES = 96 * 1024 * 1024

export type RecentlyUsedCache<T extends { memoryBytes: number }> = ReturnType<typeof createRecentlyUsedCache<T>>

/**
 * Caches read results by number, and drops the least recently used first. Only callers with the same abort signal share
 * a read in flight, because a read belongs to one cut and may be cancelled with it.
 */
export function createRecentlyUsedCache<T extends { memoryBytes: number }>(
  read: (key: number, options: ReadOptions) => Promise<T>,
) {
  const results = new Map<number, T>()
  const reads = new Map<number, { signal: AbortSignal | undefined; result: Promise<T> }>()
  let cachedBytes = 0

  function store(key: number, result: T): void {
    cachedBytes += result.memoryBytes - (results.get(key)?.memoryBytes ?? 0)
    results.delete(key)
    results.set(key, result)
    while (cachedBytes > CACHED_BYTES && results.size > 1) {
      const [oldestKey, oldestResult] = results.entries().next().value!
      results.delete(oldestKey)
      cachedBytes -= oldestResult.memoryBytes
    }
  }

  return {
    async get(key: number, options: ReadOptions): Promise<T> {
      const cachedResult = results.get(key)
      if (cachedResult) {
        results.delete(key)
        results.set(key, cachedResult)
        return cachedResult
      }
      const runningRead = reads.get(key)
      if (runningRead && runningRead.signal === options.signal) return runningRead.result
      const newRead = { signal: options.signal, result: read(key, options) }
      reads.set(key, newRead)
      try {
        const result = await newRead.result
        store(key, result)
        return result
      } finally {
        if (reads.get(key) === newRead) reads.delete(key)
      }
    },
    /** Returns a cached result and reads nothing. */
    peek: (key: number): T | undefined => results.get(key),
  }
}
