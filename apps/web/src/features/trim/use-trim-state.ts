import { MIN_TRIM_SECONDS, moveEnd, type TimeRange } from '@kerf/domain/ranges/time-range'
import { useCallback, useMemo, useState } from 'react'
import { useLatest } from '../../browser/use-latest.ts'
import type { ClipChoice } from '../../data/ranges/clip-choice.ts'
import type { Fit } from '../../data/ranges/fit.ts'
import { type RangeList, withEdited } from '../../data/ranges/range-list.ts'
import { rangeView, type View, viewSeconds, viewShowing } from './drawing/timeline-view.ts'
import { type End, type MovedBy, moveTrimEnd } from './timeline/move-trim-end.ts'
import { type History, useHistory } from './use-history.ts'

/** Values that a trim begins with. */
export interface TrimStart {
  range: TimeRange
  list: RangeList
  choice: ClipChoice
  phrase: string | null
}

/** State of a trim, wherever its video comes from. */
export interface TrimState {
  /** Range between the handles of the timeline. */
  range: TimeRange
  /** Ranges that are cut together, if there are several. */
  list: RangeList
  changeList: (list: RangeList) => void
  /** Audio track, captions, subtitles and fit. */
  choice: ClipChoice
  changeChoice: (choice: ClipChoice) => void
  /** Spoken words that the address names instead of times, until the transcript has located them; else null. */
  phrase: string | null
  forgetPhrase: () => void
  /** Sets both ends, and scrolls them or only the start into view. */
  jumpTo: (range: TimeRange, what?: Jump['to']) => void
  jump: Jump
  /** Sets one end or both to the times of a chapter or of words, and scrolls them into view. Returns the new range. */
  setTimes: (what: End | 'range', times: TimeRange) => TimeRange
  /** Moves one end as far as the rules allow. Returns the new range. */
  moveEnd: (end: End, toSeconds: number, by: MovedBy) => TimeRange
  /** Undo and redo of range, list and fit. */
  history: History
  /** Replaces all values, as when a person goes back to an earlier address. */
  adopt: (values: TrimStart) => void
}

/** Values that undo restores. */
interface Undoable {
  range: TimeRange
  list: RangeList
  fit: Fit
}

/** Names of the parts that differ between two steps; null where none differs. */
function changedPartNames(a: Undoable, b: Undoable): string | null {
  const parts = [
    a.range.startTime !== b.range.startTime && 'start',
    a.range.endTime !== b.range.endTime && 'end',
    JSON.stringify(a.list) !== JSON.stringify(b.list) && 'list',
    JSON.stringify(a.fit) !== JSON.stringify(b.fit) && 'fit',
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' ') : null
}

/** Smallest share of the timeline at which a range is easy to see. */
const MIN_RANGE_SHARE = 1 / 24

/** Move of both handles at once that does not come from the timeline. */
interface Jump {
  /** Number of jumps so far. */
  count: number
  /** Part of the range that the view shows. */
  to: 'range' | 'start'
}

/** @param initialValues is called once */
export function useTrimState(durationSeconds: number, initialValues: () => TrimStart): TrimState {
  const [initial] = useState(initialValues)
  const [range, setRange] = useState(initial.range)
  const [storedList, changeList] = useState(initial.list)
  const list = useMemo(() => withEdited(storedList, range), [storedList, range])
  const [choice, changeChoice] = useState(initial.choice)
  const [phrase, setPhrase] = useState(initial.phrase)
  const [jump, setJump] = useState<Jump>({ count: 0, to: 'range' })

  // A drag keeps calling the function of its first render, and may move several times before the next render.
  const latest = useLatest(range)
  function moveEnd(end: End, toSeconds: number, by: MovedBy): TimeRange {
    latest.current = moveTrimEnd(latest.current, end, toSeconds, durationSeconds, by)
    setRange(latest.current)
    // The transcript may locate the words of the address later. A moved end takes precedence.
    setPhrase(null)
    return latest.current
  }
  const jumpTo = useCallback((targetRange: TimeRange, to: Jump['to'] = 'range') => {
    setRange(targetRange)
    setPhrase(null)
    setJump(({ count }) => ({ count: count + 1, to }))
  }, [])

  const step = useMemo((): Undoable => ({ range, list: storedList, fit: choice.fit }), [range, storedList, choice.fit])
  const history = useHistory(step, changedPartNames, (earlierStep) => {
    jumpTo(earlierStep.range)
    changeList(earlierStep.list)
    changeChoice((current) => ({ ...current, fit: earlierStep.fit }))
  })

  function setTimes(what: End | 'range', times: TimeRange): TimeRange {
    const newRange = namedRange(range, what, times, durationSeconds)
    jumpTo(newRange, what === 'start' ? 'start' : 'range')
    return newRange
  }

  return {
    range,
    list,
    changeList,
    choice,
    changeChoice,
    phrase,
    forgetPhrase: useCallback(() => setPhrase(null), []),
    jumpTo,
    jump,
    setTimes,
    moveEnd,
    history,
    adopt(values) {
      jumpTo(values.range)
      changeList(values.list)
      changeChoice(values.choice)
      setPhrase(values.phrase)
    },
  }
}

/**
 * The range with one end or both set to times, under the rules of typed times. It grows to `MIN_TRIM_SECONDS` at least.
 */
export function namedRange(
  range: TimeRange,
  what: End | 'range',
  { startTime, endTime }: TimeRange,
  durationSeconds: number,
): TimeRange {
  if (what !== 'range')
    return moveTrimEnd(range, what, what === 'start' ? startTime : endTime, durationSeconds, 'typed')
  const grownRange = moveEnd({ startTime, endTime }, 'end', endTime, durationSeconds, MIN_TRIM_SECONDS)
  return moveEnd(grownRange, 'start', startTime, durationSeconds, MIN_TRIM_SECONDS)
}

/** View after a jump: unchanged if it shows the range well, else a view that does. */
export function jumpedView(view: View, range: TimeRange, to: 'range' | 'start', durationSeconds: number): View {
  if (to === 'start') return viewShowing(view, range.startTime, durationSeconds)
  const isInside = range.startTime >= view.fromSeconds && range.endTime <= view.toSeconds
  const isLargeEnough = range.endTime - range.startTime >= MIN_RANGE_SHARE * viewSeconds(view)
  return isInside && isLargeEnough ? view : rangeView(range, durationSeconds)
}
