import { setTimeout as delay } from 'node:timers/promises'
import { SourceReadError } from '../../ports/sources.ts'

/** YouTube has never required a longer wait. A URL that requires one is refused. */
const MAX_WAIT_MILLISECONDS = 30_000
/** Enough URLs for a few hundred videos. The oldest URLs are dropped first. */
const MAX_REMEMBERED = 10_000

export interface WaitingClock {
  now(): number
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

const REAL_CLOCK: WaitingClock = {
  now: Date.now,
  wait: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
}

/** Some URLs start to work only seconds after YouTube returned them. A read waits until then. */
export function createUrlWaits(clock: WaitingClock = REAL_CLOCK) {
  const waitUntilByUrl = new Map<string, number>()
  return {
    remember(availableAt: ReadonlyMap<string, number>): void {
      for (const [url, time] of waitUntilByUrl) {
        if (time <= clock.now()) waitUntilByUrl.delete(url)
      }
      for (const [url, time] of availableAt) {
        if (time > clock.now()) waitUntilByUrl.set(url, time)
      }
      for (const url of [...waitUntilByUrl.keys()].slice(0, -MAX_REMEMBERED)) waitUntilByUrl.delete(url)
    },
    /** Resolves when the URL works. Throws SourceReadError, or the signal's reason. */
    async untilAvailable(url: string, signal: AbortSignal): Promise<void> {
      const waitMilliseconds = (waitUntilByUrl.get(url) ?? 0) - clock.now()
      if (waitMilliseconds <= 0) return
      if (waitMilliseconds > MAX_WAIT_MILLISECONDS) {
        throw new SourceReadError('source_timeout', 'The source serves this file much later only.')
      }
      await clock.wait(waitMilliseconds, signal).catch((error: unknown) => {
        signal.throwIfAborted()
        throw error
      })
    },
  }
}
