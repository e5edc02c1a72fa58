import { useEffect, useSyncExternalStore } from 'react'

const subscribeToNothing = (): (() => void) => () => {}

/** Whether the page reacts to input. A prerendered page does not until React has hydrated it. */
export function useIsHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  )
}

/**
 * Marks the page as hydrated, for the style sheet and for tests. It is rendered next to the page's content, which may
 * be hydrated later than the header and footer.
 */
export function MarkHydrated(): null {
  useEffect(() => {
    document.documentElement.dataset.alive = ''
  }, [])
  return null
}
