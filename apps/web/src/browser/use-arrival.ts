import { useEffect, useRef } from 'react'

/**
 * A new page begins at its top, and so does the keyboard, unless the page has put it somewhere itself. How far down a page
 * was, when one goes back to it, is left to the browser, which remembers.
 */
export function useArrival(path: string, mainId: string): void {
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
    const main = document.getElementById(mainId)
    if (shown.current !== path && !main?.contains(document.activeElement)) main?.focus({ preventScroll: true })
    shown.current = path
    travelled.current = false
  }, [path, mainId])
}
