import type { Chapter } from '@kerf/domain/captions/transcript'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { chapterWords as words } from '#messages/clips/choices.ts'
import { trimTools } from '#messages/clips/tool.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { spokenTime } from '../../../data/formatting/spoken-time.ts'
import { type ChapterSpan, chapterAt, chaptersIn, rangeWithChapter } from './chapter-ranges.ts'

export interface ChapterProps {
  chapters: readonly Chapter[]
  range: TimeRange
  durationSeconds: number
  /** Moves both ends to these times. Returns the new range. */
  onTake: (times: TimeRange) => TimeRange
}

/**
 * Buttons of chapters. A press selects a chapter as the range; with Shift it extends the range. Arrows move the focus.
 */
export function useChapters(props: ChapterProps, onReveal?: (place: number) => void) {
  const { chapters, range, durationSeconds, onTake } = props
  const id = useId()
  const [announcement, setAnnouncement] = useState('')
  const [focusedPlace, setFocusedPlace] = useState<number | null>(null)
  const isFocusPending = useRef(false)
  const stop = focusedPlace ?? chapterAt(chapters, range.startTime)
  const span: ChapterSpan | null = chaptersIn(chapters, range, durationSeconds)

  // A chapter out of view has a button to focus only after it has scrolled into view.
  useEffect(() => {
    if (isFocusPending.current) isFocusPending.current = !focus(stop)
  })
  /** @returns whether the chapter has a button */
  function focus(place: number): boolean {
    const button = document.getElementById(id)?.querySelector<HTMLElement>(`[data-chapter="${place}"]`)
    button?.focus()
    return button != null
  }

  function take({ startTime, endTime }: TimeRange): void {
    const newRange = onTake({ startTime, endTime })
    setAnnouncement(trimTools.ranged(spokenTime(newRange.startTime, LOCALE), spokenTime(newRange.endTime, LOCALE)))
  }
  const add = (chapter: TimeRange): void => take(rangeWithChapter(range, chapter))
  const press = (place: number, isExtending: boolean): void => {
    setFocusedPlace(place)
    if (isExtending) add(chapters[place]!)
    else take(chapters[place]!)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const placeText = (event.target as HTMLElement).dataset.chapter
    if (placeText === undefined) return
    // The key is handled before the click that follows it, because not every browser reports Shift with that click.
    if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault()
      press(Number(placeText), true)
      return
    }
    const newPlace = placeAfter(event.key, Number(placeText), chapters.length)
    if (newPlace === null) return
    event.preventDefault()
    // The focus moves at once, because the next key may come before the next render.
    isFocusPending.current = !focus(newPlace)
    setFocusedPlace(newPlace)
    onReveal?.(newPlace)
  }

  return {
    toolbar: { id, role: 'toolbar', 'aria-label': words.title, 'aria-description': words.keys, onKeyDown },
    stop,
    span,
    stateOf: (place: number, tabStop: number) => ({
      'data-chapter': place,
      'aria-pressed': span !== null && place >= span.first && place <= span.last,
      tabIndex: place === tabStop ? 0 : -1,
    }),
    onPress: (place: number) => (event: MouseEvent) => press(place, event.shiftKey),
    add,
    announcement,
  }
}

function placeAfter(key: string, place: number, count: number): number | null {
  switch (key) {
    case 'ArrowLeft':
    case 'ArrowUp':
      return Math.max(0, place - 1)
    case 'ArrowRight':
    case 'ArrowDown':
      return Math.min(count - 1, place + 1)
    case 'Home':
      return 0
    case 'End':
      return count - 1
    default:
      return null
  }
}
