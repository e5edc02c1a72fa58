import { useCallback, useRef, useState } from 'react'

export interface Running {
  /** Whether work for this key is under way. */
  has: (key: string) => boolean
  /** Runs the work unless work for this key is under way. The work reports its own failures. */
  run: (key: string, work: () => Promise<void>) => Promise<void>
}

/** Key of work that has no other key. */
const ONLY = ''
const NONE: ReadonlySet<string> = new Set()

/** Work under way by key, such as a row's id. Even a fast second click does not run the work twice. */
export function useRunning(): Running {
  const inFlight = useRef(new Set<string>())
  const [runningKeys, setRunningKeys] = useState(NONE)
  const run = useCallback(async (key: string, work: () => Promise<void>) => {
    if (inFlight.current.has(key)) return
    inFlight.current.add(key)
    setRunningKeys(new Set(inFlight.current))
    try {
      await work()
    } finally {
      inFlight.current.delete(key)
      setRunningKeys(new Set(inFlight.current))
    }
  }, [])
  return { has: (key) => runningKeys.has(key), run }
}

/**
 * Runs the work of a button, one at a time. Even a fast second press does nothing while the work is under way. The work
 * reports its own failures.
 */
export function useOneAtATime(): { busy: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const { has, run } = useRunning()
  return { busy: has(ONLY), run: (work) => run(ONLY, work) }
}
