import type { ReadOptions } from './part-reader.ts'

/** The cache holds up to this many recently read bytes: cutting uses packets that planning has looked at. */
const CACHED_BYTES = 96 * 1024 * 1024

export type RecentlyUsed<T extends { heldBytes: number }> = ReturnType<typeof recentlyUsed<T>>

/**
 * Caches what was read, by its number; the least recently used is dropped first. Only callers with the same abort signal
 * share a read in flight: a read belongs to one cut and may be cancelled with it.
 */
export function recentlyUsed<T extends { heldBytes: number }>(
  read: (place: number, options: ReadOptions) => Promise<T>,
) {
  const cached = new Map<number, T>()
  const underWay = new Map<number, { signal: AbortSignal | undefined; result: Promise<T> }>()
  let heldBytes = 0

  function keep(place: number, found: T): void {
    heldBytes += found.heldBytes - (cached.get(place)?.heldBytes ?? 0)
    cached.delete(place)
    cached.set(place, found)
    while (heldBytes > CACHED_BYTES && cached.size > 1) {
      const [oldest, dropped] = cached.entries().next().value!
      cached.delete(oldest)
      heldBytes -= dropped.heldBytes
    }
  }

  return {
    async get(place: number, options: ReadOptions): Promise<T> {
      const known = cached.get(place)
      if (known) {
        cached.delete(place)
        cached.set(place, known)
        return known
      }
      const reading = underWay.get(place)
      if (reading && reading.signal === options.signal) return reading.result
      const entry = { signal: options.signal, result: read(place, options) }
      underWay.set(place, entry)
      try {
        const found = await entry.result
        keep(place, found)
        return found
      } finally {
        if (underWay.get(place) === entry) underWay.delete(place)
      }
    },
    /** Returns what is cached only; reads nothing. */
    peek: (place: number): T | undefined => cached.get(place),
  }
}
