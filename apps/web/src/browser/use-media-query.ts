import { useCallback, useSyncExternalStore } from 'react'

export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', listener)
      return () => list.removeEventListener('change', listener)
    },
    [query],
  )
  // Prerendered pages are for the smallest screen. The browser's own answer follows before the first paint.
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  )
}

/** Whether the layout for phones applies. The style sheets use the same width. */
export const usePhone = (): boolean => useMediaQuery('(width < 860px)')
