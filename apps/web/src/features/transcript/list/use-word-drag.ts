import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '../../../browser/use-latest.ts'

/** Words at which the drag began and at which it is now. Either may come first in the text. */
interface WordDrag {
  from: number
  to: number
}

interface WordDragOptions {
  /** Element that scrolls. Words in it have `data-word`, and their rows `data-row`. */
  scroller: RefObject<HTMLElement | null>
  onSelected: (drag: WordDrag) => void
}

/** Time for which a touch must stay still to begin a selection. A touch that moves earlier scrolls. */
const LONG_PRESS_MILLISECONDS = 400
/** Movement up to which a touch counts as still. */
const STILL_PX = 10
/** Distance from the upper and lower edge within which a drag scrolls the list. */
const EDGE_PX = 36
const EDGE_PX_PER_SECOND = 480

/**
 * Selects words by a drag: at once with a mouse or pen, after a long press with touch.
 * @returns the running drag, or null
 */
export function useWordDrag({ scroller, onSelected }: WordDragOptions): WordDrag | null {
  const [drag, setDrag] = useState<WordDrag | null>(null)
  const latestOnSelected = useLatest(onSelected)

  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const controller = new AbortController()
    const { signal } = controller
    let currentDrag: WordDrag | null = null
    let isDragging = false
    let pointer = { x: 0, y: 0 }
    let pointerId: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let animationFrame = 0

    const setCurrentDrag = (newDrag: WordDrag | null): void => {
      currentDrag = newDrag
      setDrag(newDrag)
    }
    function beginDrag(): void {
      isDragging = true
      if (currentDrag) setCurrentDrag(currentDrag)
      try {
        // A captured pointer also reports its release outside of the window.
        if (pointerId !== null) list!.setPointerCapture(pointerId)
      } catch {
        // The pointer does not exist any more.
        endDrag()
        return
      }
      let previousTime = performance.now()
      animationFrame = requestAnimationFrame(function scroll(time) {
        animationFrame = requestAnimationFrame(scroll)
        const box = list!.getBoundingClientRect()
        const scrollDirection = pointer.y < box.top + EDGE_PX ? -1 : pointer.y > box.bottom - EDGE_PX ? 1 : 0
        list!.scrollTop += (scrollDirection * EDGE_PX_PER_SECOND * (time - previousTime)) / 1000
        previousTime = time
        if (scrollDirection !== 0) extendDrag()
      })
    }
    function extendDrag(): void {
      const word = wordNear(list!, pointer)
      if (currentDrag && word !== null && word !== currentDrag.to) setCurrentDrag({ from: currentDrag.from, to: word })
    }
    function endDrag(): void {
      clearTimeout(timer)
      cancelAnimationFrame(animationFrame)
      pointerId = null
      isDragging = false
      setCurrentDrag(null)
    }

    function onDown(event: PointerEvent): void {
      if (event.button !== 0 || pointerId !== null || event.shiftKey) return
      const word = wordOf(event.target)
      if (word === null) return
      pointerId = event.pointerId
      pointer = { x: event.clientX, y: event.clientY }
      currentDrag = { from: word, to: word }
      if (event.pointerType === 'touch') timer = setTimeout(beginDrag, LONG_PRESS_MILLISECONDS)
    }
    function onMove(event: PointerEvent): void {
      if (event.pointerId !== pointerId || !currentDrag) return
      const distance = Math.hypot(event.clientX - pointer.x, event.clientY - pointer.y)
      if (event.pointerType === 'touch' && !isDragging) {
        if (distance > STILL_PX) endDrag()
        return
      }
      pointer = { x: event.clientX, y: event.clientY }
      if (!isDragging) {
        const word = wordNear(list!, pointer)
        if (word === null || word === currentDrag.from) return
        beginDrag()
      }
      extendDrag()
    }
    function onUp(event: PointerEvent): void {
      if (event.pointerId !== pointerId) return
      const finishedDrag = isDragging ? currentDrag : null
      endDrag()
      if (!finishedDrag) return
      // The click that follows the release would set the start again.
      addEventListener('click', cancelEvent, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', cancelEvent, { capture: true }))
      latestOnSelected.current(finishedDrag)
    }
    list.addEventListener('pointerdown', onDown, { signal })
    addEventListener('pointermove', onMove, { signal })
    addEventListener('pointerup', onUp, { signal })
    addEventListener('pointercancel', (event) => event.pointerId === pointerId && endDrag(), { signal })
    addEventListener('keydown', (event) => event.key === 'Escape' && isDragging && endDrag(), { signal })
    // A touch that selects does not scroll, and does not open the context menu.
    list.addEventListener('touchmove', (event) => isDragging && event.preventDefault(), { signal, passive: false })
    list.addEventListener('contextmenu', (event) => pointerId !== null && event.preventDefault(), { signal })
    return () => {
      endDrag()
      controller.abort()
    }
  }, [scroller, latestOnSelected])

  return drag
}

function cancelEvent(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}

/** Index of the word that an event target belongs to; null outside of words. */
export function wordOf(target: EventTarget | null): number | null {
  const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]')?.dataset.word : undefined
  return word === undefined ? null : Number(word)
}

/** Index of the word at a position, else of the nearest word in the row there. Positions are limited to the list. */
function wordNear(list: HTMLElement, { x, y }: { x: number; y: number }): number | null {
  const box = list.getBoundingClientRect()
  const point = { x: clamp(x, box.left + 1, box.right - 1), y: clamp(y, box.top + 1, box.bottom - 1) }
  const element = document.elementFromPoint(point.x, point.y)
  const wordElement = wordOf(element)
  if (wordElement !== null) return wordElement
  const row = element?.closest('[data-row]')
  let nearestWord: { word: number; distance: number } | null = null
  for (const word of row?.querySelectorAll('[data-word]') ?? []) {
    for (const { left, right, top, bottom } of word.getClientRects()) {
      // The vertical distance counts first, so that a position beside the end of a line belongs to that line.
      const distance = 1e4 * distanceTo(point.y, top, bottom) + distanceTo(point.x, left, right)
      if (!nearestWord || distance < nearestWord.distance) nearestWord = { word: wordOf(word) ?? 0, distance }
    }
  }
  return nearestWord?.word ?? null
}

const clamp = (value: number, min: number, max: number): number => Math.min(max, Math.max(min, value))
const distanceTo = (value: number, min: number, max: number): number => Math.max(min - value, value - max, 0)
