import { unlessAborted } from '../shared-work.ts'

/** Minimum time for which a metric is cached. Prometheus scrapes about every 15 s, possibly from several hosts. */
const MIN_TTL_MILLISECONDS = 5_000
/**
 * A value is cached for at least this many times the duration of its read, so that reads take at most 1% of the time.
 */
const CACHE_TO_READ_RATIO = 100
/** Maximum wait for a read. Prometheus gives up after 10 s, and would then get no metrics at all. */
const READ_TIMEOUT_MILLISECONDS = 1_000

export interface CachedMetricOptions {
  onMissing: (error: unknown) => void
  now?: () => number
  timeoutMilliseconds?: number
}

/** Caches a metric. Runs one read at a time; returns null when a read fails or takes too long. */
export function cachedMetric<T>(read: () => Promise<T>, options: CachedMetricOptions): () => Promise<T | null> {
  const { onMissing, now = () => performance.now(), timeoutMilliseconds = READ_TIMEOUT_MILLISECONDS } = options
  let cacheEntry: { value: T; until: number } | null = null
  let pendingRead: Promise<T> | null = null

  async function readIntoCache(): Promise<T> {
    const begunAt = now()
    const value = await read()
    const readMilliseconds = now() - begunAt
    cacheEntry = { value, until: now() + Math.max(MIN_TTL_MILLISECONDS, readMilliseconds * CACHE_TO_READ_RATIO) }
    return value
  }

  return async () => {
    if (cacheEntry && now() < cacheEntry.until) return cacheEntry.value
    pendingRead ??= readIntoCache().finally(() => {
      pendingRead = null
    })
    try {
      return await unlessAborted(pendingRead, AbortSignal.timeout(timeoutMilliseconds))
    } catch (error) {
      onMissing(error)
      return null
    }
  }
}
