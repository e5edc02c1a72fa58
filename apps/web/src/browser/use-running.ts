import { useCallback, useRef, useState } from 'react'

export interface Running {
  /** Whether something is being done with this. */
  has: (key: string) => boolean
  /** Does the work unless something is being done with this already. The work reports its own failures. */
  run: (key: string, work: () => Promise<void>) => Promise<void>
}

/** The key where there is one thing to do. */
const ONLY = ''
const NONE: ReadonlySet<string> = new Set()

/** What is under way, by key: a row's id, say. A second click finds the first one there, however fast it comes. */
export function useRunning(): Running {
  const inFlight = useRef(new Set<string>())
  const [shown, setShown] = useState(NONE)
  const run = useCallback(async (key: string, work: () => Promise<void>) => {
    if (inFlight.current.has(key)) return
    inFlight.current.add(key)
    setShown(new Set(inFlight.current))
    try {
      await work()
    } finally {
      inFlight.current.delete(key)
      setShown(new Set(inFlight.current))
    }
  }, [])
  return { has: (key) => shown.has(key), run }
}

/**
 * Runs what a button asks for, one at a time: a second press while the first is under way does nothing, however fast it
 * comes. The work reports its own failures.
 */
export function useOneAtATime(): { busy: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const { has, run } = useRunning()
  return { busy: has(ONLY), run: (work) => run(ONLY, work) }
}
