import { firstWordFrom } from '@kerf/domain/captions/spoken-range'
import type { TranscriptWord, WordHit } from '@kerf/domain/captions/transcript-words'
import { isSameRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { Button } from '@kerf/ui/Button'
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import { transcriptWords as messages } from '#messages/clips/transcript.ts'
import { useMediaQuery } from '../../../browser/use-media-query.ts'
import { rowAtTime, rowOfWord, type SpokenRow, spokenRowsOf } from './spoken-rows.ts'
import { TranscriptRow } from './TranscriptRow.tsx'
import { type FocusPlace, focusAfterKey, rangeEndOfKey } from './transcript-keys.ts'
import { useRowWindow } from './use-row-window.ts'
import { useWordDrag, wordOf } from './use-word-drag.ts'

export type RangeTarget = 'start' | 'end' | 'range'

interface TranscriptListProps {
  words: readonly TranscriptWord[]
  language: string
  range: TimeRange
  /** Words of the range; null where it has none. */
  rangeHit: WordHit | null
  hits: readonly WordHit[]
  /** Index of the current hit, and the number of visits to hits so far; null without hits. */
  hitNow: { hit: number; visits: number } | null
  playheadSeconds: number
  /** Sets the range, or one end of it, to words. Returns the new range. */
  onSet: (rangeTarget: RangeTarget, words: WordHit) => TimeRange
}

/** Average width of a letter. */
const LETTER_PX = 8
/** Height of a line. */
const LINE_PX = 26
/** Upper and lower padding of a row. */
const ROW_PAD_PX = 12
/** Width of the column of times, with its gap and the padding of a row. */
const TIME_COLUMN_PX = 96

/**
 * List of all spoken words, to read and select. Only the rows near the view are rendered, so that long transcripts stay
 * fast. The list opens at the playhead, and follows it until the viewer scrolls.
 */
export function TranscriptList(props: TranscriptListProps) {
  const { words, language, range, rangeHit, hits, hitNow, playheadSeconds, onSet } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => spokenRowsOf(words), [words])
  const estimateHeight = useMemo(() => heightEstimator(rows, words), [rows, words])
  const [isFollowing, setFollowing] = useState(true)
  const stopFollowing = useCallback(() => setFollowing(false), [])
  const { heights, from, to, show } = useRowWindow({
    scroller,
    count: rows.length,
    estimate: estimateHeight,
    onScrolled: stopFollowing,
  })

  const isTouch = useMediaQuery('(hover: none)')
  const currentRow = rowAtTime(rows, playheadSeconds)
  const currentWord = wordAt(words, playheadSeconds)
  const [focusPlace, setFocusPlace] = useState<FocusPlace>(() => ({ row: currentRow, word: null }))
  /** Word that was pressed for the start, and the range that this made. The next press is for the end. */
  const [startPress, setStartPress] = useState<{ word: number; range: TimeRange } | null>(null)
  const pendingStart = startPress !== null && isSameRange(startPress.range, range) ? startPress : null
  const lastSetRange = useRef(range)

  function setWordRange(rangeTarget: RangeTarget, first: number, last: number): void {
    lastSetRange.current = onSet(rangeTarget, { first, last })
    setStartPress(rangeTarget === 'start' ? { word: first, range: lastSetRange.current } : null)
  }
  const drag = useWordDrag({
    scroller,
    onSelected: ({ from: a, to: b }) => setWordRange('range', Math.min(a, b), Math.max(a, b)),
  })
  const selection = drag ? { first: Math.min(drag.from, drag.to), last: Math.max(drag.from, drag.to) } : rangeHit

  /** Whether the selection is the whole transcript. Its words are not marked then. */
  const isWhole = selection !== null && selection.first === 0 && selection.last === words.length - 1

  useEffect(() => {
    if (isFollowing) show(currentRow, 'well')
  }, [isFollowing, currentRow, show])

  // If a handle was moved outside the list, the list scrolls to that end, even while nothing plays.
  const previousRange = useRef(range)
  useEffect(() => {
    const lastRange = previousRange.current
    previousRange.current = range
    if (!isFollowing || isSameRange(range, lastRange) || isSameRange(range, lastSetRange.current)) return
    show(rowAtTime(rows, range.startTime === lastRange.startTime ? range.endTime : range.startTime), 'near')
  }, [range, isFollowing, rows, show])

  const visits = hitNow?.visits
  const isHitPending = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run for each visit to a hit.
  useEffect(() => {
    const hit = hitNow && hits[hitNow.hit]
    isHitPending.current = Boolean(hit)
    if (!hit) return
    const row = rowOfWord(rows, hit.first)
    setFocusPlace({ row, word: hit.first })
    stopFollowing()
    show(row, 'well', hit.first)
  }, [visits, hits])

  // A hit may be rendered only after the scroll. If the keyboard of a phone covers it, the search field scrolls to the
  // top.
  useLayoutEffect(() => {
    const markElement = isHitPending.current && scroller.current?.querySelector('mark[data-now]')
    if (!markElement) return
    isHitPending.current = false
    const { offsetTop, height } = visualViewport ?? { offsetTop: 0, height: innerHeight }
    if (markElement.getBoundingClientRect().bottom > offsetTop + height)
      markElement.closest('section')?.querySelector('search')?.scrollIntoView()
  })

  const isFocusPending = useRef(false)
  // The target of a key may be rendered only after the scroll.
  useLayoutEffect(() => {
    if (!isFocusPending.current) return
    const target = scroller.current?.querySelector<HTMLElement>(
      focusPlace.word === null ? `[data-row="${focusPlace.row}"]` : `[data-word="${focusPlace.word}"]`,
    )
    if (!target) return
    isFocusPending.current = false
    target.focus({ preventScroll: true })
  })

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[focusPlace.row]
    const rangeTarget = rangeEndOfKey(event)
    if (event.key === 'Escape') setStartPress(null)
    if (rangeTarget && row) {
      event.preventDefault()
      setWordRange(rangeTarget, focusPlace.word ?? row.first, focusPlace.word ?? row.last)
      return
    }
    const textElement = scroller.current?.querySelector(`[data-row="${focusPlace.row}"] .transcript-text`)
    const nextPlace = focusAfterKey(
      event,
      focusPlace,
      rows,
      textElement !== null && textElement !== undefined && isRightToLeft(textElement),
    )
    if (!nextPlace) return
    event.preventDefault()
    isFocusPending.current = true
    setFocusPlace(nextPlace)
    stopFollowing()
    show(nextPlace.row, 'near', nextPlace.word)
  }
  function onFocus(event: FocusEvent): void {
    const word = wordOf(event.target)
    const row = rowIndexOf(event.target)
    if (row !== null)
      setFocusPlace((current) => (current.row === row && current.word === word ? current : { row, word }))
  }
  function onClick(event: MouseEvent): void {
    const index = rowIndexOf(event.target)
    const word = wordOf(event.target)
    const row = index === null ? undefined : rows[index]
    if (!row || (word === null && !isTimeCell(event.target))) return
    const first = word ?? row.first
    const last = word ?? row.last
    if (event.shiftKey || (pendingStart && last >= pendingStart.word)) setWordRange('end', first, last)
    else setWordRange('start', first, last)
  }

  const renderedRows = new Set<number>()
  for (let row = from; row <= to; row++) renderedRows.add(row)
  // The row with the focus, and the row in which a drag began, stay rendered while they are out of view.
  renderedRows.add(focusPlace.row)
  if (drag) renderedRows.add(rowOfWord(rows, drag.from))

  return (
    <div className="transcript-frame">
      {/* biome-ignore lint/a11y/useSemanticElements: a grid of words that flow like text. */}
      <div
        ref={scroller}
        role="grid"
        className="transcript-list"
        aria-label={messages.list}
        aria-describedby={id}
        aria-rowcount={rows.length}
        aria-multiselectable="true"
        lang={language === 'und' ? undefined : language}
        data-hours={rows.at(-1)!.startTime >= 3600 || undefined}
        data-whole={isWhole || undefined}
        data-dragging={drag !== null || undefined}
        onKeyDown={onKeyDown}
        onFocus={onFocus}
        onClick={onClick}
      >
        <div className="relative" style={{ height: heights.topOf(rows.length) }}>
          {[...renderedRows]
            .sort((a, b) => a - b)
            .map((index) => {
              const row = rows[index]!
              const isInRow = (word: number): boolean => word >= row.first && word <= row.last
              const first = selection ? Math.max(row.first, selection.first) : -1
              const last = selection ? Math.min(row.last, selection.last) : -2
              const hit = hitNow && hits[hitNow.hit]
              const isHitHere = hit && hit.first <= row.last && hit.last >= row.first
              return (
                <TranscriptRow
                  key={index}
                  index={index}
                  row={row}
                  words={words}
                  topPx={heights.topOf(index)}
                  hits={hits}
                  hitNow={isHitHere ? hitNow.hit : -1}
                  chosenFirst={first <= last ? first : -1}
                  chosenLast={first <= last ? last : -2}
                  spokenWord={isInRow(currentWord) ? currentWord : -1}
                  isNow={index === currentRow}
                  tabStop={focusPlace.row === index ? (focusPlace.word ?? 'row') : null}
                />
              )
            })}
        </div>
      </div>
      {/* The button is above the note, however many lines the note takes. */}
      <div className="relative mt-1.5">
        {/* The button is needed only while the row of the playhead is out of view. */}
        {!isFollowing && (currentRow < from || currentRow > to) && (
          <Button size="small" className="transcript-follow" onClick={() => setFollowing(true)}>
            {messages.follow}
          </Button>
        )}
        <p className="note">{pendingStart ? messages.pressEnd : isTouch ? messages.tapStart : messages.pressStart}</p>
      </div>
      <p id={id} hidden>
        {messages.keys}
      </p>
    </div>
  )
}

/** Creates a function that estimates the height of a row, in pixels, for a width of the list. */
function heightEstimator(rows: readonly SpokenRow[], words: readonly TranscriptWord[]) {
  const letters = rows.map(({ first, last }) => {
    let count = 0
    for (let word = first; word <= last; word++) count += words[word]!.text.length + 1
    return count
  })
  return (row: number, widthPx: number): number => {
    const lineLetters = Math.max(8, (widthPx - TIME_COLUMN_PX) / LETTER_PX)
    return Math.ceil(letters[row]! / lineLetters) * LINE_PX + ROW_PAD_PX
  }
}

/** Index of the word that is spoken at the time `seconds`; -1 in a pause. */
function wordAt(words: readonly TranscriptWord[], seconds: number): number {
  const last = firstWordFrom(words, seconds + 0.0005) - 1
  return last >= 0 && words[last]!.endTime > seconds ? last : -1
}

function rowIndexOf(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined
  return row === undefined ? null : Number(row)
}

const isTimeCell = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role="rowheader"]') !== null
const isRightToLeft = (text: Element): boolean => getComputedStyle(text).direction === 'rtl'
