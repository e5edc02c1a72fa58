import { useEffect, useSyncExternalStore } from 'react'

const never = (): (() => void) => () => {}

/** Whether the page answers to what is done on it: not while it is still as it was built beforehand. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}

/**
 * Shows the style sheet, and those who watch the page from outside, that it answers. Lies beside the page's own content: that
 * may come to life later than what surrounds it.
 */
export function MarkHydrated(): null {
  useEffect(() => {
    document.documentElement.dataset.alive = ''
  }, [])
  return null
}
