import { unlessAborted } from '../shared-work.ts'

/** Prometheus scrapes every 15 s or so, from two or three places. */
const CACHED_MILLISECONDS = 5_000
/** Slow reads are cached longer: metrics may take a hundredth of a database's time. */
const CACHED_PER_MILLISECOND = 100
/** Prometheus gives up after 10 s, and then has no metric at all. */
const TIMEOUT_MILLISECONDS = 1_000

export interface CachedMetricOptions {
  onMissing: (error: unknown) => void
  now?: () => number
  timeoutMilliseconds?: number
}

/** A cached metric: one read at a time, null when it is not there in time. */
export function cachedMetric<T>(read: () => Promise<T>, options: CachedMetricOptions): () => Promise<T | null> {
  const { onMissing, now = () => performance.now(), timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options
  let cached: { value: T; until: number } | null = null
  let reading: Promise<T> | null = null

  async function readAndKeep(): Promise<T> {
    const begunAt = now()
    const value = await read()
    const took = now() - begunAt
    cached = { value, until: now() + Math.max(CACHED_MILLISECONDS, took * CACHED_PER_MILLISECOND) }
    return value
  }

  return async () => {
    if (cached && now() < cached.until) return cached.value
    reading ??= readAndKeep().finally(() => {
      reading = null
    })
    try {
      return await unlessAborted(reading, AbortSignal.timeout(timeoutMilliseconds))
    } catch (error) {
      onMissing(error)
      return null
    }
  }
}
