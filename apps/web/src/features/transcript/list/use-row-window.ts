import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLatest } from '../../../browser/use-latest.ts'
import { openRowHeights, type RowHeights } from './row-heights.ts'

interface RowWindow {
  heights: RowHeights
  /** The rows that are drawn, both inclusive. */
  from: number
  to: number
  /** Brings a row, or a word of it, into view: just so, or to the upper third unless it is well in view. */
  show: (row: number, how: 'near' | 'well', word?: number | null) => void
}

/** Above and below what is seen, so that a swipe shows no gap. */
const OVERSCAN_PX = 500
/** The browser rounds where it scrolls to. */
const SAME_PX = 2
const NEAR_EDGE_PX = 12

interface RowWindowOptions {
  /** What scrolls. The rows in it are placed absolutely and have `data-row`. */
  scroller: RefObject<HTMLElement | null>
  count: number
  /** The height of a row nobody has seen yet, in a list of this width. */
  estimate: (row: number, widthPx: number) => number
  /** Somebody scrolls: it was not `show`. */
  onScrolled: () => void
}

/** Draws of a long list what is in view. Rows are as tall as they are; what lies above those that turn out taller stays in place. */
export function useRowWindow({ scroller, count, estimate, onScrolled }: RowWindowOptions): RowWindow {
  const [widthPx, setWidth] = useState(0)
  const heights = useMemo(
    () => openRowHeights(Float64Array.from({ length: count }, (_, row) => estimate(row, widthPx))),
    [count, estimate, widthPx],
  )
  const [{ from, to }, setDrawn] = useState({ from: 0, to: 0 })
  const [measured, setMeasured] = useState(0)
  const latest = useLatest({ heights, onScrolled })
  /** Where this list scrolled to by itself. */
  const expected = useRef(0)
  const wanted = useRef<{ row: number; how: 'near' | 'well'; word: number | null } | null>(null)

  const look = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const rowAt = latest.current.heights.rowAt
    const next = {
      from: rowAt(element.scrollTop - OVERSCAN_PX),
      to: rowAt(element.scrollTop + element.clientHeight + OVERSCAN_PX),
    }
    setDrawn((now) => (now.from === next.from && now.to === next.to ? now : next))
  }, [scroller, latest])

  const scrollTo = useCallback((element: HTMLElement, px: number) => {
    element.scrollTop = px
    expected.current = element.scrollTop
  }, [])

  const goToWanted = useCallback(() => {
    const element = scroller.current
    if (!element || !wanted.current) return
    const { row, how, word } = wanted.current
    const seenTop = element.scrollTop
    const seen = element.clientHeight
    // A row may be taller than the list.
    const box = word === null ? undefined : element.querySelector(`[data-word="${word}"]`)?.getBoundingClientRect()
    const { topOf } = latest.current.heights
    const listTop = element.getBoundingClientRect().top - seenTop
    const [top, bottom] = box ? [box.top - listTop, box.bottom - listTop] : [topOf(row), topOf(row + 1)]
    const lowest = how === 'near' ? seen - NEAR_EDGE_PX : seen * 0.7
    const isSeen = top >= seenTop + NEAR_EDGE_PX && bottom <= seenTop + lowest
    if (isSeen) return
    if (how === 'well') scrollTo(element, top - seen / 3)
    else scrollTo(element, top < seenTop + NEAR_EDGE_PX ? top - NEAR_EDGE_PX : bottom + NEAR_EDGE_PX - seen)
  }, [scroller, latest, scrollTo])

  // biome-ignore lint/correctness/useExhaustiveDependencies: what is drawn, and what was measured, change what there is to measure.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || widthPx === 0) return
    const anchor = heights.rowAt(element.scrollTop)
    const before = heights.topOf(anchor)
    let isNews = false
    for (const row of element.querySelectorAll<HTMLElement>('[data-row]'))
      isNews = heights.measure(Number(row.dataset.row), row.offsetHeight) || isNews
    const shift = heights.topOf(anchor) - before
    if (shift !== 0) scrollTo(element, element.scrollTop + shift)
    goToWanted()
    if (isNews) setMeasured((times) => times + 1)
    else wanted.current = null
    look()
  }, [heights, from, to, measured])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth)
      look()
    })
    observer.observe(element)
    const onScroll = (): void => {
      if (Math.abs(element.scrollTop - expected.current) > SAME_PX) {
        expected.current = element.scrollTop
        wanted.current = null
        latest.current.onScrolled()
      }
      look()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    // Text is set once more when its font arrives.
    let isOpen = true
    document.fonts?.ready.then(() => isOpen && setMeasured((times) => times + 1))
    return () => {
      isOpen = false
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, look, latest])

  const show = useCallback(
    (row: number, how: 'near' | 'well', word: number | null = null) => {
      wanted.current = { row, how, word }
      goToWanted()
      look()
      setMeasured((times) => times + 1)
    },
    [goToWanted, look],
  )

  return { heights, from, to: Math.min(to, count - 1), show }
}
