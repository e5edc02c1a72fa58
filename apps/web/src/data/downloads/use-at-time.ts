import { useEffect } from 'react'
import { serverNow } from '../../browser/server-clock.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { INTERACTION } from '../interaction-numbers.ts'

/** Longest interval between checks of the clock. After a computer has slept, one long timer would be late. */
const MAX_CHECK_INTERVAL_MILLISECONDS = 60_000

/**
 * Calls `onTime` once a time has come. It repeats the call at growing intervals of up to a minute, until `timeMs`
 * changes: the server decides, and this page's clock may be ahead of the server's. null: no call.
 */
export function useAtTime(timeMs: number | null, onTime: () => void): void {
  const latestCallback = useLatest(onTime)
  useEffect(() => {
    if (timeMs === null) return
    let timer: ReturnType<typeof setTimeout>
    let retryMs: number = INTERACTION.statusPollAfterErrorMs
    const check = (): void => {
      const leftMs = timeMs - serverNow()
      if (leftMs > 0) {
        timer = setTimeout(check, Math.min(leftMs, MAX_CHECK_INTERVAL_MILLISECONDS))
        return
      }
      latestCallback.current()
      timer = setTimeout(check, retryMs)
      retryMs = Math.min(MAX_CHECK_INTERVAL_MILLISECONDS, retryMs * 2)
    }
    check()
    return () => clearTimeout(timer)
  }, [timeMs, latestCallback])
}
