import type { Chapter } from '@kerf/domain/captions/transcript'
import type { TimeRange } from '@kerf/domain/ranges/time-range'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useRef, useState } from 'react'
import { chapterWords as words } from '#messages/clips/choices.ts'
import { trimTools } from '#messages/clips/tool.ts'
import { LOCALE } from '../../../data/formatting/interface-locale.ts'
import { spokenTime } from '../../../data/formatting/spoken-time.ts'
import { type ChapterSpan, chapterAt, chaptersIn, rangeWithChapter } from './chapter-ranges.ts'

export interface NamedRange {
  chapters: readonly Chapter[]
  range: TimeRange
  durationSeconds: number
  /** Brings both ends to these times, and answers the range there is then. */
  onTake: (wanted: TimeRange) => TimeRange
}

/** Buttons of chapters: a press takes one as the range, with Shift it adds all up to it. Tab comes to one, arrows go to the others. */
export function useChapters(named: NamedRange, onReveal?: (place: number) => void) {
  const { chapters, range, durationSeconds, onTake } = named
  const id = useId()
  const [announced, setAnnounced] = useState('')
  const [went, setWent] = useState<number | null>(null)
  const isGoing = useRef(false)
  const stop = went ?? chapterAt(chapters, range.startTime)
  const span: ChapterSpan | null = chaptersIn(chapters, range, durationSeconds)

  // It may have to come into view before it can have the focus.
  useEffect(() => {
    if (isGoing.current) isGoing.current = !focus(stop)
  })
  /** Answers whether the chapter is there. */
  function focus(place: number): boolean {
    const button = document.getElementById(id)?.querySelector<HTMLElement>(`[data-chapter="${place}"]`)
    button?.focus()
    return button != null
  }

  function take({ startTime, endTime }: TimeRange): void {
    const taken = onTake({ startTime, endTime })
    setAnnounced(trimTools.ranged(spokenTime(taken.startTime, LOCALE), spokenTime(taken.endTime, LOCALE)))
  }
  const add = (chapter: TimeRange): void => take(rangeWithChapter(range, chapter))
  const press = (place: number, isMore: boolean): void => {
    setWent(place)
    if (isMore) add(chapters[place]!)
    else take(chapters[place]!)
  }
  function onKeyDown(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const here = (event.target as HTMLElement).dataset.chapter
    if (here === undefined) return
    // Not left to the click that follows: browsers differ in what they say of Shift then.
    if (event.key === 'Enter' && event.shiftKey) {
      event.preventDefault()
      press(Number(here), true)
      return
    }
    const to = placeAfter(event.key, Number(here), chapters.length)
    if (to === null) return
    event.preventDefault()
    // At once: the next key may come before the page is drawn.
    isGoing.current = !focus(to)
    setWent(to)
    onReveal?.(to)
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
    announced,
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
