import { setTimeout as delay } from 'node:timers/promises'
import { SourceReadError } from '../../ports/sources.ts'

/** Longer than YouTube has ever asked for; what asks for more is refused instead of waited for. */
const MAX_WAIT_MILLISECONDS = 30_000
/** Of some hundred videos; who says that his will never work is forgotten first. */
const MOST_REMEMBERED = 10_000

export interface WaitingClock {
  now(): number
  wait(milliseconds: number, signal: AbortSignal): Promise<void>
}

const REAL_CLOCK: WaitingClock = {
  now: Date.now,
  wait: (milliseconds, signal) => delay(milliseconds, undefined, { signal }),
}

/** Some addresses work only seconds after YouTube returned them: waits when bytes are read. */
export function createAddressWaits(clock: WaitingClock = REAL_CLOCK) {
  const waits = new Map<string, number>()
  return {
    remember(availableAt: ReadonlyMap<string, number>): void {
      for (const [address, time] of waits) {
        if (time <= clock.now()) waits.delete(address)
      }
      for (const [address, time] of availableAt) {
        if (time > clock.now()) waits.set(address, time)
      }
      for (const address of [...waits.keys()].slice(0, -MOST_REMEMBERED)) waits.delete(address)
    },
    /** Resolves when the address works. Throws SourceReadError, or the signal's reason. */
    async untilAvailable(address: string, signal: AbortSignal): Promise<void> {
      const waitMilliseconds = (waits.get(address) ?? 0) - clock.now()
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
