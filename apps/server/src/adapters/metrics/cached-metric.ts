import { unlessAborted } from '../shared-work.ts'

/** Prometheus scrapes every 15 s or so, from two or three places. */
const CACHED_MILLISECONDS = 5_000
/** Slow reads are cached longer, so that metrics take at most 1% of a database's time. */
const CACHED_PER_MILLISECOND = 100
/** Longest wait for a read. Prometheus gives up after 10 s, and would then get no metrics at all. */
const TIMEOUT_MILLISECONDS = 1_000

export interface CachedMetricOptions {
  onMissing: (error: unknown) => void
  now?: () => number
  timeoutMilliseconds?: number
}

/** Caches a metric. Runs one read at a time; returns null when a read fails or takes too long. */
export function cachedMetric<T>(read: () => Promise<T>, options: CachedMetricOptions): () => Promise<T | null> {
  const { onMissing, now = () => performance.now(), timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options
  let entry: { value: T; until: number } | null = null
  let pendingRead: Promise<T> | null = null

  async function readIntoCache(): Promise<T> {
    const begunAt = now()
    const value = await read()
    const readMilliseconds = now() - begunAt
    entry = { value, until: now() + Math.max(CACHED_MILLISECONDS, readMilliseconds * CACHED_PER_MILLISECOND) }
    return value
  }

  return async () => {
    if (entry && now() < entry.until) return entry.value
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
