import { useEffect } from 'react'
import { serverNow } from '../../browser/server-clock.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { INTERACTION } from '../interaction-numbers.ts'

/** A computer that slept wakes up with its timers late; so often it looks at the clock. */
const LOOK_EVERY_MS = 60_000

/**
 * Does something once a time has come, and again, at growing distances up to a minute, for as long as the time stays the
 * same: the server's clock decides, and this computer's may be ahead of it. null: there is no such time.
 */
export function useAtTime(timeMs: number | null, then: () => void): void {
  const latest = useLatest(then)
  useEffect(() => {
    if (timeMs === null) return
    let timer: ReturnType<typeof setTimeout>
    let againMs: number = INTERACTION.statusPollAfterErrorMs
    const look = (): void => {
      const leftMs = timeMs - serverNow()
      if (leftMs > 0) {
        timer = setTimeout(look, Math.min(leftMs, LOOK_EVERY_MS))
        return
      }
      latest.current()
      timer = setTimeout(look, againMs)
      againMs = Math.min(LOOK_EVERY_MS, againMs * 2)
    }
    look()
    return () => clearTimeout(timer)
  }, [timeMs, latest])
}
