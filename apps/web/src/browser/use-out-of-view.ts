import { type RefObject, useEffect, useState } from 'react'

/** A sliver at the edge of the screen is not in view. */
const SLIVER_PX = 96

/** Whether an element is off the screen; not before it is known. */
export function useOutOfView(element: RefObject<HTMLElement | null>): boolean {
  const [away, setAway] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (!watched) return
    const observer = new IntersectionObserver(([entry]) => setAway(entry !== undefined && !entry.isIntersecting), {
      rootMargin: `-${SLIVER_PX}px 0px`,
    })
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element])
  return away
}
