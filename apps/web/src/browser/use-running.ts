import { useCallback, useRef, useState } from 'react'

export interface RunningWork {
  /** Whether work for this key is under way. */
  has: (key: string) => boolean
  /** Runs the work unless work for this key is under way. The work reports its own failures. */
  run: (key: string, work: () => Promise<void>) => Promise<void>
}

/** Key of work that has no other key. */
const SINGLE_KEY = ''
const NO_KEYS: ReadonlySet<string> = new Set()

/** Work under way by key, such as a row's id. Even a fast second click does not run the work twice. */
export function useRunning(): RunningWork {
  const inFlight = useRef(new Set<string>())
  const [runningKeys, setRunningKeys] = useState(NO_KEYS)
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
  return { busy: has(SINGLE_KEY), run: (work) => run(SINGLE_KEY, work) }
}
