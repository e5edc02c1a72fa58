import { type RefObject, useEffect } from 'react'

interface Box {
  left: number
  right: number
  top: number
  bottom: number
}

const MARGIN_PIXELS = 8
const CHECK_INTERVAL_MILLISECONDS = 100

const doOverlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom

/** New top of a toast that covers one of the boxes; null if it covers none, or if no place is free. */
export function freeTop(toast: Box, boxes: readonly Box[], screenHeight: number): number | null {
  if (!boxes.some((box) => doOverlap(toast, box))) return null
  const { left, right } = toast
  const height = toast.bottom - toast.top
  const isFree = (top: number): boolean =>
    top >= MARGIN_PIXELS &&
    top + height <= screenHeight - MARGIN_PIXELS &&
    !boxes.some((box) => doOverlap({ left, right, top, bottom: top + height }, box))
  const candidates = boxes.flatMap(({ top, bottom }) => [bottom + MARGIN_PIXELS, top - height - MARGIN_PIXELS])
  return [MARGIN_PIXELS, screenHeight - height - MARGIN_PIXELS, ...candidates].find(isFree) ?? null
}

/**
 * Boxes that a toast must not cover: primary buttons and the focused element. Elements that are higher than a third of
 * the window do not count, such as a focused section or player.
 */
function boxesToAvoid(viewport: Element): Box[] {
  const { activeElement, body } = document
  const elements = [...document.querySelectorAll('.btn-primary'), activeElement ?? body]
  const boxes = elements
    .filter((element) => !viewport.contains(element))
    .map((element) => element.getBoundingClientRect())
  return boxes.filter(({ height }) => height < innerHeight / 3)
}

/**
 * Moves an open toast away from the boxes that it must not cover, and back. Checks repeatedly, because pages scroll.
 */
export function useToastPlace(viewport: RefObject<HTMLElement | null>, toastKey: number | undefined): void {
  useEffect(() => {
    const list = viewport.current
    if (!list || toastKey === undefined) return
    const movePastBoxes = (): void => {
      list.style.top = ''
      list.style.bottom = ''
      const top = freeTop(list.getBoundingClientRect(), boxesToAvoid(list), innerHeight)
      if (top === null) return
      list.style.top = `${top}px`
      list.style.bottom = 'auto'
    }
    movePastBoxes()
    const timer = setInterval(movePastBoxes, CHECK_INTERVAL_MILLISECONDS)
    return () => clearInterval(timer)
  }, [viewport, toastKey])
}
