import { type RefObject, useEffect } from 'react'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const MARGIN = 8
const LOOK_EVERY_MS = 100

const overlap = (one: Box, other: Box): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom

/** Where the toast has to begin to cover none of `next`; null where it covers none as it is, or there is no such place. */
export function freeTop(toast: Box, next: readonly Box[], screenHeight: number): number | null {
  if (!next.some((box) => overlap(toast, box))) return null
  const { left, right } = toast
  const height = toast.bottom - toast.top
  const isFree = (top: number): boolean =>
    top >= MARGIN &&
    top + height <= screenHeight - MARGIN &&
    !next.some((box) => overlap({ left, right, top, bottom: top + height }, box))
  const besides = next.flatMap(({ top, bottom }) => [bottom + MARGIN, top - height - MARGIN])
  return [MARGIN, screenHeight - height - MARGIN, ...besides].find(isFree) ?? null
}

/**
 * What a person does next: the button that stands out, and whatever has the focus. A whole part of the page is none. A
 * player's controls are at its bottom, which a toast at the top leaves free.
 */
function nextBoxes(viewport: Element): Box[] {
  const { activeElement, body } = document
  const things = [...document.querySelectorAll('.btn-primary'), activeElement ?? body]
  const boxes = things.filter((thing) => !viewport.contains(thing)).map((thing) => thing.getBoundingClientRect())
  return boxes.filter(({ height }) => height < innerHeight / 3)
}

/** Keeps a toast off what comes next, which may change while it is open: pages scroll, and buttons arrive. It returns when its own place is free. */
export function useToastPlace(viewport: RefObject<HTMLElement | null>, toast: number | undefined): void {
  useEffect(() => {
    const list = viewport.current
    if (!list || toast === undefined) return
    const look = (): void => {
      list.style.top = ''
      list.style.bottom = ''
      const top = freeTop(list.getBoundingClientRect(), nextBoxes(list), innerHeight)
      if (top === null) return
      list.style.top = `${top}px`
      list.style.bottom = 'auto'
    }
    look()
    const timer = setInterval(look, LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [viewport, toast])
}
