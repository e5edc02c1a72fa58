import { type RefObject, useEffect, useState } from 'react'

/** Minimum visible height of an element. With less of it on the screen, it counts as out of view. */
const MIN_VISIBLE_PX = 96

/** Direction in which an element is off the screen; null while it is visible, and before that is known. */
export function useOutOfView(element: RefObject<HTMLElement | null>): 'above' | 'below' | null {
  const [direction, setDirection] = useState<'above' | 'below' | null>(null)
  useEffect(() => {
    const target = element.current
    if (!target) return
    const onIntersection = ([entry]: readonly IntersectionObserverEntry[]): void => {
      if (!entry || entry.isIntersecting) setDirection(null)
      else setDirection(entry.boundingClientRect.top > 0 ? 'below' : 'above')
    }
    const observer = new IntersectionObserver(onIntersection, { rootMargin: `-${MIN_VISIBLE_PX}px 0px` })
    observer.observe(target)
    return () => observer.disconnect()
  }, [element])
  return direction
}
