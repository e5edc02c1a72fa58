import { type RefObject, useEffect } from 'react'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const MARGIN = 8
const LOOK_EVERY_MS = 100

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** New top of a toast that covers one of the boxes; null if it covers none, or if no place is free. */
export function freeTop(toast: Box, boxes: readonly Box[], screenHeight: number): number | null {
  if (!boxes.some((box) => overlap(toast, box))) return null
  const { left, right } = toast
  const height = toast.bottom - toast.top
  const isFree = (top: number): boolean =>
    top >= MARGIN &&
    top + height <= screenHeight - MARGIN &&
    !boxes.some((box) => overlap({ left, right, top, bottom: top + height }, box))
  const candidates = boxes.flatMap(({ top, bottom }) => [bottom + MARGIN, top - height - MARGIN])
  return [MARGIN, screenHeight - height - MARGIN, ...candidates].find(isFree) ?? null
}

/**
 * Boxes that a toast must not cover: primary buttons and the focused element. Elements that are higher than a third of
 * the window do not count, such as a focused section or player.
 */
function nextBoxes(viewport: Element): Box[] {
  const { activeElement, body } = document
  const things = [...document.querySelectorAll('.btn-primary'), activeElement ?? body]
  const boxes = things.filter((thing) => !viewport.contains(thing)).map((thing) => thing.getBoundingClientRect())
  return boxes.filter(({ height }) => height < innerHeight / 3)
}

/** Moves an open toast away from the next controls, and back. Checks repeatedly, since pages scroll. */
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
