import { useEffect, useRef } from 'react'

/** A new page begins at its top. Going back and forth is left to the browser, which remembers where it was. */
export function useScrollToTop(path: string): void {
  const shown = useRef(path)
  const travelled = useRef(false)
  useEffect(() => {
    const onTravel = (): void => {
      travelled.current = true
    }
    addEventListener('popstate', onTravel)
    return () => removeEventListener('popstate', onTravel)
  }, [])
  useEffect(() => {
    if (shown.current !== path && !travelled.current && location.hash === '') scrollTo({ top: 0, behavior: 'instant' })
    shown.current = path
    travelled.current = false
  }, [path])
}
