import { useEffect } from 'react'
import { serverNow } from '../../browser/server-clock.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { INTERACTION } from '../interaction-numbers.ts'

/** Longest interval between looks at the clock, because timers are late after a computer has slept. */
const LOOK_EVERY_MS = 60_000

/**
 * Calls `then` once a time has come. It repeats the call at growing intervals of up to a minute for as long as the
 * time stays the same, because the server's clock decides and this computer's may be ahead of it. null: there is no
 * time.
 */
export function useAtTime(timeMs: number | null, then: () => void): void {
  const latest = useLatest(then)
  useEffect(() => {
    if (timeMs === null) return
    let timer: ReturnType<typeof setTimeout>
    let retryMs: number = INTERACTION.statusPollAfterErrorMs
    const look = (): void => {
      const leftMs = timeMs - serverNow()
      if (leftMs > 0) {
        timer = setTimeout(look, Math.min(leftMs, LOOK_EVERY_MS))
        return
      }
      latest.current()
      timer = setTimeout(look, retryMs)
      retryMs = Math.min(LOOK_EVERY_MS, retryMs * 2)
    }
    look()
    return () => clearTimeout(timer)
  }, [timeMs, latest])
}
