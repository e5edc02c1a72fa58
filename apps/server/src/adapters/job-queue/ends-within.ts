import { setTimeout as delay } from 'node:timers/promises'

/** Waits for the work, but no longer than that. */
export async function endsWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([work, delay(milliseconds, undefined, { signal: timeout.signal }).catch(() => undefined)])
  timeout.abort()
}
