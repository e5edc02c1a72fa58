import { type RefObject, useEffect, useState } from 'react'

/** A sliver at the edge of the screen is not in view. */
const SLIVER_PX = 96

/** Where an element is when it is off the screen; null while it is not, and until that is known. */
export function useOutOfView(element: RefObject<HTMLElement | null>): 'above' | 'below' | null {
  const [away, setAway] = useState<'above' | 'below' | null>(null)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const look = ([entry]: readonly IntersectionObserverEntry[]): void => {
      if (!entry || entry.isIntersecting) setAway(null)
      else setAway(entry.boundingClientRect.top > 0 ? 'below' : 'above')
    }
    const observer = new IntersectionObserver(look, { rootMargin: `-${SLIVER_PX}px 0px` })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return away
}
