import { type RefObject, useCallback, useLayoutEffect, useMemo, useRef, useState } from 'react'
import { useLatest } from '../../../browser/use-latest.ts'
import { openRowHeights, type RowHeights } from './row-heights.ts'

interface RowWindow {
  heights: RowHeights
  /** First and last rendered row. */
  from: number
  to: number
  /** Scrolls a row or a word of it into view: `near` by the least distance, `well` to the upper third of the list. */
  show: (row: number, showDistance: 'near' | 'well', word?: number | null) => void
}

/** Rendered height above and below the view, so that a fast scroll shows no gap. */
const OVERSCAN_PX = 500
/** Tolerance for scroll positions, which the browser rounds. */
const SCROLL_TOLERANCE_PX = 2
const EDGE_MARGIN_PX = 12

interface RowWindowOptions {
  /** Element that scrolls. The rows in it are positioned absolutely and have `data-row`. */
  scroller: RefObject<HTMLElement | null>
  count: number
  /** Estimates the height of a row that is not measured yet, in a list of this width. */
  estimate: (row: number, widthPx: number) => number
  /** Called when the viewer scrolls. Scrolls by `show` do not count. */
  onScrolled: () => void
}

/**
 * Renders only the rows near the view. When measured heights differ from the estimates, the rows in view stay in place.
 */
export function useRowWindow({ scroller, count, estimate, onScrolled }: RowWindowOptions): RowWindow {
  const [widthPx, setWidth] = useState(0)
  const heights = useMemo(
    () => openRowHeights(Float64Array.from({ length: count }, (_, row) => estimate(row, widthPx))),
    [count, estimate, widthPx],
  )
  const [{ from, to }, setWindow] = useState({ from: 0, to: 0 })
  const [measurementCount, setMeasurements] = useState(0)
  const latestOptions = useLatest({ heights, onScrolled })
  /** Position to which this hook has scrolled the list. */
  const ownScrollTop = useRef(0)
  const scrollTarget = useRef<{ row: number; how: 'near' | 'well'; word: number | null } | null>(null)

  const updateWindow = useCallback(() => {
    const element = scroller.current
    if (!element) return
    const rowAt = latestOptions.current.heights.rowAt
    const newWindow = {
      from: rowAt(element.scrollTop - OVERSCAN_PX),
      to: rowAt(element.scrollTop + element.clientHeight + OVERSCAN_PX),
    }
    setWindow((current) => (current.from === newWindow.from && current.to === newWindow.to ? current : newWindow))
  }, [scroller, latestOptions])

  const scrollTo = useCallback((element: HTMLElement, px: number) => {
    element.scrollTop = px
    ownScrollTop.current = element.scrollTop
  }, [])

  const scrollToTarget = useCallback(() => {
    const element = scroller.current
    if (!element || !scrollTarget.current) return
    const { row, how, word } = scrollTarget.current
    const viewTop = element.scrollTop
    const viewHeight = element.clientHeight
    // A word has a box of its own, because its row may be taller than the list.
    const box = word === null ? undefined : element.querySelector(`[data-word="${word}"]`)?.getBoundingClientRect()
    const { topOf } = latestOptions.current.heights
    const listTop = element.getBoundingClientRect().top - viewTop
    const [top, bottom] = box ? [box.top - listTop, box.bottom - listTop] : [topOf(row), topOf(row + 1)]
    const lowestBottom = how === 'near' ? viewHeight - EDGE_MARGIN_PX : viewHeight * 0.7
    const isInView = top >= viewTop + EDGE_MARGIN_PX && bottom <= viewTop + lowestBottom
    if (isInView) return
    if (how === 'well') scrollTo(element, top - viewHeight / 3)
    else scrollTo(element, top < viewTop + EDGE_MARGIN_PX ? top - EDGE_MARGIN_PX : bottom + EDGE_MARGIN_PX - viewHeight)
  }, [scroller, latestOptions, scrollTo])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each change of the rendered rows needs a new measurement.
  useLayoutEffect(() => {
    const element = scroller.current
    if (!element || widthPx === 0) return
    const anchor = heights.rowAt(element.scrollTop)
    const topBefore = heights.topOf(anchor)
    let hasChanged = false
    for (const row of element.querySelectorAll<HTMLElement>('[data-row]'))
      hasChanged = heights.measure(Number(row.dataset.row), row.offsetHeight) || hasChanged
    const shiftPixels = heights.topOf(anchor) - topBefore
    if (shiftPixels !== 0) scrollTo(element, element.scrollTop + shiftPixels)
    scrollToTarget()
    if (hasChanged) setMeasurements((times) => times + 1)
    else scrollTarget.current = null
    updateWindow()
  }, [heights, from, to, measurementCount])

  useLayoutEffect(() => {
    const element = scroller.current
    if (!element) return
    setWidth(element.clientWidth)
    const observer = new ResizeObserver(() => {
      setWidth(element.clientWidth)
      updateWindow()
    })
    observer.observe(element)
    const onScroll = (): void => {
      if (Math.abs(element.scrollTop - ownScrollTop.current) > SCROLL_TOLERANCE_PX) {
        ownScrollTop.current = element.scrollTop
        scrollTarget.current = null
        latestOptions.current.onScrolled()
      }
      updateWindow()
    }
    element.addEventListener('scroll', onScroll, { passive: true })
    // Rows change their height when the font has loaded.
    let isMounted = true
    document.fonts?.ready.then(() => isMounted && setMeasurements((times) => times + 1))
    return () => {
      isMounted = false
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [scroller, updateWindow, latestOptions])

  const show = useCallback(
    (row: number, distance: 'near' | 'well', word: number | null = null) => {
      scrollTarget.current = { row, how: distance, word }
      scrollToTarget()
      updateWindow()
      setMeasurements((times) => times + 1)
    },
    [scrollToTarget, updateWindow],
  )

  return { heights, from, to: Math.min(to, count - 1), show }
}
