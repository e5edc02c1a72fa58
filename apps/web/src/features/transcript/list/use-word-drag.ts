import { type RefObject, useEffect, useState } from 'react'
import { useLatest } from '../../../browser/use-latest.ts'

/** From the word where it began to the word where it is; either may be the first. */
interface WordDrag {
  from: number
  to: number
}

interface WordDragOptions {
  /** What scrolls. Words in it have `data-word`, their rows `data-row`. */
  scroller: RefObject<HTMLElement | null>
  onSelected: (drag: WordDrag) => void
}

/** A finger that stays for so long begins a selection; one that moves before scrolls. */
const LONG_PRESS_MS = 400
/** No finger is quite still. */
const STILL_PX = 10
/** Near the upper and lower edge the list scrolls along. */
const EDGE_PX = 36
const EDGE_PX_PER_SECOND = 480

/** Selects words by dragging: with a mouse or pen at once, with a finger after a long press. Answers the drag that is going on. */
export function useWordDrag({ scroller, onSelected }: WordDragOptions): WordDrag | null {
  const [drag, setDrag] = useState<WordDrag | null>(null)
  const latest = useLatest(onSelected)

  useEffect(() => {
    const list = scroller.current
    if (!list) return
    const listening = new AbortController()
    const { signal } = listening
    let now: WordDrag | null = null
    let isDragging = false
    let at = { x: 0, y: 0 }
    let pointerId: number | null = null
    let timer: ReturnType<typeof setTimeout> | undefined
    let frame = 0

    const put = (next: WordDrag | null): void => {
      now = next
      setDrag(next)
    }
    function begin(): void {
      isDragging = true
      if (now) put(now)
      try {
        // Let go outside of the window is let go, too.
        if (pointerId !== null) list!.setPointerCapture(pointerId)
      } catch {
        // The pointer has gone meanwhile.
        end()
        return
      }
      let before = performance.now()
      frame = requestAnimationFrame(function scroll(time) {
        frame = requestAnimationFrame(scroll)
        const box = list!.getBoundingClientRect()
        const pull = at.y < box.top + EDGE_PX ? -1 : at.y > box.bottom - EDGE_PX ? 1 : 0
        list!.scrollTop += (pull * EDGE_PX_PER_SECOND * (time - before)) / 1000
        before = time
        if (pull !== 0) extend()
      })
    }
    function extend(): void {
      const word = wordNear(list!, at)
      if (now && word !== null && word !== now.to) put({ from: now.from, to: word })
    }
    function end(): void {
      clearTimeout(timer)
      cancelAnimationFrame(frame)
      pointerId = null
      isDragging = false
      put(null)
    }

    function onDown(event: PointerEvent): void {
      if (event.button !== 0 || pointerId !== null || event.shiftKey) return
      const word = wordOf(event.target)
      if (word === null) return
      pointerId = event.pointerId
      at = { x: event.clientX, y: event.clientY }
      now = { from: word, to: word }
      if (event.pointerType === 'touch') timer = setTimeout(begin, LONG_PRESS_MS)
    }
    function onMove(event: PointerEvent): void {
      if (event.pointerId !== pointerId || !now) return
      const moved = Math.hypot(event.clientX - at.x, event.clientY - at.y)
      if (event.pointerType === 'touch' && !isDragging) {
        if (moved > STILL_PX) end()
        return
      }
      at = { x: event.clientX, y: event.clientY }
      if (!isDragging) {
        const word = wordNear(list!, at)
        if (word === null || word === now.from) return
        begin()
      }
      extend()
    }
    function onUp(event: PointerEvent): void {
      if (event.pointerId !== pointerId) return
      const selected = isDragging ? now : null
      end()
      if (!selected) return
      // The click that follows would set the start once more.
      addEventListener('click', swallow, { capture: true, once: true })
      setTimeout(() => removeEventListener('click', swallow, { capture: true }))
      latest.current(selected)
    }
    list.addEventListener('pointerdown', onDown, { signal })
    addEventListener('pointermove', onMove, { signal })
    addEventListener('pointerup', onUp, { signal })
    addEventListener('pointercancel', (event) => event.pointerId === pointerId && end(), { signal })
    addEventListener('keydown', (event) => event.key === 'Escape' && isDragging && end(), { signal })
    // A finger that selects does not scroll, and opens no menu.
    list.addEventListener('touchmove', (event) => isDragging && event.preventDefault(), { signal, passive: false })
    list.addEventListener('contextmenu', (event) => pointerId !== null && event.preventDefault(), { signal })
    return () => {
      end()
      listening.abort()
    }
  }, [scroller, latest])

  return drag
}

function swallow(event: Event): void {
  event.stopPropagation()
  event.preventDefault()
}

/** The index of the word that an event is about. */
export function wordOf(target: EventTarget | null): number | null {
  const word = target instanceof Element ? target.closest<HTMLElement>('[data-word]')?.dataset.word : undefined
  return word === undefined ? null : Number(word)
}

/** The word at a place on the screen, or the nearest one of the row there. Above and below the list it is that of its edge. */
function wordNear(list: HTMLElement, { x, y }: { x: number; y: number }): number | null {
  const box = list.getBoundingClientRect()
  const inside = { x: within(x, box.left + 1, box.right - 1), y: within(y, box.top + 1, box.bottom - 1) }
  const element = document.elementFromPoint(inside.x, inside.y)
  const hit = wordOf(element)
  if (hit !== null) return hit
  const row = element?.closest('[data-row]')
  let nearest: { word: number; distance: number } | null = null
  for (const word of row?.querySelectorAll('[data-word]') ?? []) {
    for (const { left, right, top, bottom } of word.getClientRects()) {
      // Lines first: what is beside the end of one belongs to it.
      const distance = 1e4 * away(inside.y, top, bottom) + away(inside.x, left, right)
      if (!nearest || distance < nearest.distance) nearest = { word: wordOf(word) ?? 0, distance }
    }
  }
  return nearest?.word ?? null
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value))
const away = (value: number, low: number, high: number): number => Math.max(low - value, value - high, 0)
