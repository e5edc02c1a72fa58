import { setTimeout as delay } from 'node:timers/promises'

/** Waits for the work, but no longer than that. */
export async function endsWithin(work: Promise<void>, milliseconds: number): Promise<void> {
  const patience = new AbortController()
  await Promise.race([work, delay(milliseconds, undefined, { signal: patience.signal }).catch(() => undefined)])
  patience.abort()
}
