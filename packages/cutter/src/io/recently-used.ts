import type { ReadOptions } from './part-reader.ts'

/** Size limit of the cache in bytes. Cutting reads packets again that planning has read. */
const CACHED_BYTES = 96 * 1024 * 1024

export type RecentlyUsed<T extends { heldBytes: number }> = ReturnType<typeof recentlyUsed<T>>

/**
 * Caches read results by number, and drops the least recently used first. Only callers with the same abort signal share
 * a read in flight, because a read belongs to one cut and may be cancelled with it.
 */
export function recentlyUsed<T extends { heldBytes: number }>(
  read: (place: number, options: ReadOptions) => Promise<T>,
) {
  const results = new Map<number, T>()
  const reads = new Map<number, { signal: AbortSignal | undefined; result: Promise<T> }>()
  let cachedBytes = 0

  function store(place: number, result: T): void {
    cachedBytes += result.heldBytes - (results.get(place)?.heldBytes ?? 0)
    results.delete(place)
    results.set(place, result)
    while (cachedBytes > CACHED_BYTES && results.size > 1) {
      const [oldestPlace, oldestResult] = results.entries().next().value!
      results.delete(oldestPlace)
      cachedBytes -= oldestResult.heldBytes
    }
  }

  return {
    async get(place: number, options: ReadOptions): Promise<T> {
      const cachedResult = results.get(place)
      if (cachedResult) {
        results.delete(place)
        results.set(place, cachedResult)
        return cachedResult
      }
      const runningRead = reads.get(place)
      if (runningRead && runningRead.signal === options.signal) return runningRead.result
      const ownRead = { signal: options.signal, result: read(place, options) }
      reads.set(place, ownRead)
      try {
        const result = await ownRead.result
        store(place, result)
        return result
      } finally {
        if (reads.get(place) === ownRead) reads.delete(place)
      }
    },
    /** Returns a cached result and reads nothing. */
    peek: (place: number): T | undefined => results.get(place),
  }
}
