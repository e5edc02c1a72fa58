import { useRef, useState } from 'react'

/**
 * Runs what a button asks for, one at a time: a second press while the first is under way does nothing, however fast it
 * comes. The work tells its own failures.
 */
export function useOneAtATime(): { busy: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const running = useRef(false)
  const [busy, setBusy] = useState(false)
  async function run(work: () => Promise<void>): Promise<void> {
    if (running.current) return
    running.current = true
    setBusy(true)
    try {
      await work()
    } finally {
      running.current = false
      setBusy(false)
    }
  }
  return { busy, run }
}
