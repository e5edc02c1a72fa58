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
import { rowAtTime, rowOfWord, rowsOf, type SpokenRow } from './spoken-rows.ts'
import { TranscriptRow } from './TranscriptRow.tsx'
import { type Place, placeAfter, setBy } from './transcript-keys.ts'
import { useRowWindow } from './use-row-window.ts'
import { useWordDrag, wordOf } from './use-word-drag.ts'

export type Setting = 'start' | 'end' | 'range'

interface TranscriptListProps {
  words: readonly TranscriptWord[]
  language: string
  range: TimeRange
  /** The words of the range. */
  chosen: WordHit | null
  hits: readonly WordHit[]
  /** The hit that somebody has gone to, and how often they went anywhere; null while nothing is searched for. */
  hitNow: { hit: number; visits: number } | null
  playheadSeconds: number
  /** Words were chosen: sets the range, and answers it. */
  onSet: (what: Setting, words: WordHit) => TimeRange
}

/** About as wide as a letter of the list, its lines, and what is around them in a row. */
const LETTER_PX = 8
const LINE_PX = 26
const ROW_PAD_PX = 12
/** The column of times, with its gap and the edges of a row. */
const BESIDE_TEXT_PX = 96

/**
 * All that is said, to be read and chosen from. Only what is in view is in the page, so that hours of it stay quick. It opens at
 * the range, and follows the playhead until somebody scrolls.
 */
export function TranscriptList(props: TranscriptListProps) {
  const { words, language, range, chosen, hits, hitNow, playheadSeconds, onSet } = props
  const id = useId()
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useMemo(() => rowsOf(words), [words])
  const estimate = useMemo(() => estimateOf(rows, words), [rows, words])
  const [isFollowing, setFollowing] = useState(true)
  const stopFollowing = useCallback(() => setFollowing(false), [])
  const { heights, from, to, show } = useRowWindow({
    scroller,
    count: rows.length,
    estimate,
    onScrolled: stopFollowing,
  })

  const isTouch = useMediaQuery('(hover: none)')
  const rowNow = rowAtTime(rows, playheadSeconds)
  const said = wordAt(words, playheadSeconds)
  const [place, setPlace] = useState<Place>(() => ({ row: rowNow, word: null }))
  /** The word that was pressed for the start, and the start it made: the next press is for the end. */
  const [started, setStarted] = useState<{ word: number; range: TimeRange } | null>(null)
  const waits = started !== null && isSameRange(started.range, range) ? started : null
  const own = useRef(range)

  function set(what: Setting, first: number, last: number): void {
    own.current = onSet(what, { first, last })
    setStarted(what === 'start' ? { word: first, range: own.current } : null)
  }
  const drag = useWordDrag({
    scroller,
    onSelected: ({ from: one, to: other }) => set('range', Math.min(one, other), Math.max(one, other)),
  })
  const shown = drag ? { first: Math.min(drag.from, drag.to), last: Math.max(drag.from, drag.to) } : chosen

  /** Nothing of it is cut off: to mark every word would say nothing. */
  const isWhole = shown !== null && shown.first === 0 && shown.last === words.length - 1

  useEffect(() => {
    if (isFollowing) show(rowNow, 'well')
  }, [isFollowing, rowNow, show])

  // A handle was moved elsewhere: that end is shown, also while nothing plays.
  const before = useRef(range)
  useEffect(() => {
    const was = before.current
    before.current = range
    if (!isFollowing || isSameRange(range, was) || isSameRange(range, own.current)) return
    show(rowAtTime(rows, range.startTime === was.startTime ? range.endTime : range.startTime), 'near')
  }, [range, isFollowing, rows, show])

  const visits = hitNow?.visits
  const isSought = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: one run each time somebody goes to a hit.
  useEffect(() => {
    const hit = hitNow && hits[hitNow.hit]
    isSought.current = Boolean(hit)
    if (!hit) return
    const row = rowOfWord(rows, hit.first)
    setPlace({ row, word: hit.first })
    stopFollowing()
    show(row, 'well', hit.first)
  }, [visits, hits])

  // A hit may be drawn only now. On a phone the keyboard covers where it is, unless the search goes to the top.
  useLayoutEffect(() => {
    const mark = isSought.current && scroller.current?.querySelector('mark[data-now]')
    if (!mark) return
    isSought.current = false
    const { offsetTop, height } = visualViewport ?? { offsetTop: 0, height: innerHeight }
    if (mark.getBoundingClientRect().bottom > offsetTop + height)
      mark.closest('section')?.querySelector('search')?.scrollIntoView()
  })

  const isKeyed = useRef(false)
  // What the keyboard has gone to may be drawn only now.
  useLayoutEffect(() => {
    if (!isKeyed.current) return
    const target = scroller.current?.querySelector<HTMLElement>(
      place.word === null ? `[data-row="${place.row}"]` : `[data-word="${place.word}"]`,
    )
    if (!target) return
    isKeyed.current = false
    target.focus({ preventScroll: true })
  })

  function onKeyDown(event: KeyboardEvent): void {
    const row = rows[place.row]
    const what = setBy(event)
    if (event.key === 'Escape') setStarted(null)
    if (what && row) {
      event.preventDefault()
      set(what, place.word ?? row.first, place.word ?? row.last)
      return
    }
    const text = scroller.current?.querySelector(`[data-row="${place.row}"] .transcript-text`)
    const next = placeAfter(event, place, rows, text !== null && text !== undefined && isRightToLeft(text))
    if (!next) return
    event.preventDefault()
    isKeyed.current = true
    setPlace(next)
    stopFollowing()
    show(next.row, 'near', next.word)
  }
  function onFocus(event: FocusEvent): void {
    const word = wordOf(event.target)
    const row = rowUnder(event.target)
    if (row !== null) setPlace((now) => (now.row === row && now.word === word ? now : { row, word }))
  }
  function onClick(event: MouseEvent): void {
    const index = rowUnder(event.target)
    const word = wordOf(event.target)
    const row = index === null ? undefined : rows[index]
    if (!row || (word === null && !isTime(event.target))) return
    const first = word ?? row.first
    const last = word ?? row.last
    if (event.shiftKey || (waits && last >= waits.word)) set('end', first, last)
    else set('start', first, last)
  }

  const drawn = new Set<number>()
  for (let row = from; row <= to; row++) drawn.add(row)
  // Where the keyboard is, and what a finger lies on, stays in the page wherever the list has been scrolled to.
  drawn.add(place.row)
  if (drag) drawn.add(rowOfWord(rows, drag.from))

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
          {[...drawn]
            .sort((one, other) => one - other)
            .map((index) => {
              const row = rows[index]!
              const isIn = (word: number): boolean => word >= row.first && word <= row.last
              const first = shown ? Math.max(row.first, shown.first) : -1
              const last = shown ? Math.min(row.last, shown.last) : -2
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
                  said={isIn(said) ? said : -1}
                  isNow={index === rowNow}
                  tabStop={place.row === index ? (place.word ?? 'row') : null}
                />
              )
            })}
        </div>
      </div>
      {/* Above the note, however many lines that takes. */}
      <div className="relative mt-1.5">
        {/* Whoever sees the place need not be led there. */}
        {!isFollowing && (rowNow < from || rowNow > to) && (
          <Button size="small" className="transcript-follow" onClick={() => setFollowing(true)}>
            {messages.follow}
          </Button>
        )}
        <p className="note">{waits ? messages.pressEnd : isTouch ? messages.tapStart : messages.pressStart}</p>
      </div>
      <p id={id} hidden>
        {messages.keys}
      </p>
    </div>
  )
}

/** Estimates the height of a row, in pixels, in a list of some width. */
function estimateOf(rows: readonly SpokenRow[], words: readonly TranscriptWord[]) {
  const letters = rows.map(({ first, last }) => {
    let count = 0
    for (let word = first; word <= last; word++) count += words[word]!.text.length + 1
    return count
  })
  return (row: number, widthPx: number): number => {
    const lineLetters = Math.max(8, (widthPx - BESIDE_TEXT_PX) / LETTER_PX)
    return Math.ceil(letters[row]! / lineLetters) * LINE_PX + ROW_PAD_PX
  }
}

/** The word that is being said; -1 in a pause. */
function wordAt(words: readonly TranscriptWord[], seconds: number): number {
  const last = firstWordFrom(words, seconds + 0.0005) - 1
  return last >= 0 && words[last]!.endTime > seconds ? last : -1
}

function rowUnder(target: EventTarget): number | null {
  const row = target instanceof Element ? target.closest<HTMLElement>('[data-row]')?.dataset.row : undefined
  return row === undefined ? null : Number(row)
}

const isTime = (target: EventTarget): boolean =>
  target instanceof Element && target.closest('[role="rowheader"]') !== null
const isRightToLeft = (text: Element): boolean => getComputedStyle(text).direction === 'rtl'
