import type { Video } from '@kerf/contract/video'
import { isSameRange, MIN_TRIM_SECONDS, moveEnd, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { messages } from '#messages/site.ts'
import { useLatest } from '../../browser/use-latest.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError, setTrim } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { type ClipChoice, optionsInAddress, readChoice } from '../../data/ranges/clip-choice.ts'
import type { Fit } from '../../data/ranges/fit.ts'
import { type RangeList, withEdited } from '../../data/ranges/range-list.ts'
import { readRange, readRangeList } from '../../data/ranges/result-address.ts'
import { rangeView, type View, viewSeconds, viewShowing } from './drawing/timeline-view.ts'
import { type End, type MovedBy, moveTrimEnd } from './timeline/move-trim-end.ts'
import { type History, useHistory } from './use-history.ts'
import { readOwnAddress, useRangeInAddress } from './use-range-in-address.ts'

export interface Trim {
  /** Range between the handles of the timeline. */
  range: TimeRange
  /** Whether the range differs from the one that is saved on the server. */
  changed: boolean
  applying: boolean
  /** Ranges that are cut together, if there are several. */
  list: RangeList
  changeList: (list: RangeList) => void
  /** Audio track, captions, subtitles and fit. */
  choice: ClipChoice
  changeChoice: (choice: ClipChoice) => void
  /** Spoken words that the address names instead of times, until the transcript has located them; else null. */
  phrase: string | null
  forgetPhrase: () => void
  /** Sets both ends, and scrolls them or the start alone into view. */
  jumpTo: (range: TimeRange, what?: Jump['to']) => void
  jump: Jump
  /** Sets one end or both to the times of a chapter or of words, and scrolls them into view. Returns the new range. */
  setTimes: (what: End | 'range', times: TimeRange) => TimeRange
  /** Moves one end as far as the rules allow. Returns the new range. */
  moveEnd: (end: End, toSeconds: number, by: MovedBy) => TimeRange
  /** Saves the range on the server and shows a toast. */
  apply: () => void
  /** Undo and redo of range, list and fit. */
  history: History
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

export function useTrim(video: Video): Trim {
  const queryClient = useQueryClient()
  const savedRange = useMemo(
    () => ({ startTime: video.startTime, endTime: video.endTime }),
    [video.startTime, video.endTime],
  )
  const [addressPart] = useState(() => readOwnAddress(video))
  const [range, setRange] = useState<TimeRange>(() => readRange(addressPart, video.duration) ?? savedRange)
  const [storedList, changeList] = useState(() => readRangeList(addressPart, video.duration))
  const list = useMemo(() => withEdited(storedList, range), [storedList, range])
  const [choice, changeChoice] = useState(() => readChoice(addressPart, video))
  const [phrase, setPhrase] = useState(addressPart.words ?? null)
  const options = useMemo(
    () => ({ ...optionsInAddress(choice, video), words: phrase ?? undefined }),
    [choice, video, phrase],
  )
  const [jump, setJump] = useState<Jump>({ count: 0, to: 'range' })
  useRangeInAddress(video, range, list, options, (addressRange, newPart) => {
    jumpTo(addressRange)
    changeList(readRangeList(newPart, video.duration))
    changeChoice(readChoice(newPart, video))
    setPhrase(newPart.words ?? null)
  })

  const { mutate, isPending } = useMutation({
    mutationFn: (newRange: TimeRange) => setTrim(video.id, newRange),
    onSuccess: (updatedVideo, { startTime, endTime }) => {
      queryClient.setQueryData(queryKeys.video(video.id), updatedVideo)
      const words = toolWords.trim
      const text = words.updated(formatTimecode(startTime, 3), formatTimecode(endTime, 3))
      toasts.show({ title: words.updatedTitle, text })
    },
    onError: (error) => {
      const isBlocked = error instanceof ApiError && error.code === 'link_blocked'
      // The page shows the block once the video is fetched again.
      if (isBlocked) void queryClient.invalidateQueries({ queryKey: queryKeys.video(video.id) })
      const text = isBlocked ? failureSentence(error) : toolWords.trim.failed
      toasts.show({ title: messages.processing.errorTitle, text, tone: 'fault' })
    },
  })

  // A drag keeps calling the function of its first render, and may move several times before the next render.
  const latest = useLatest(range)
  function moveEnd(end: End, toSeconds: number, by: MovedBy): TimeRange {
    latest.current = moveTrimEnd(latest.current, end, toSeconds, video.duration, by)
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
    const newRange = namedRange(range, what, times, video.duration)
    jumpTo(newRange, what === 'start' ? 'start' : 'range')
    return newRange
  }

  return {
    range,
    changed: !isSameRange(range, savedRange),
    applying: isPending,
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
    apply: () => isPending || mutate(range),
    history,
  }
}

/**
 * The range with one end or both set to times, by the rules of typed times. It grows to `MIN_TRIM_SECONDS` at least.
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
