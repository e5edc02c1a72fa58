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
import { askedChoice, type ClipChoice, optionsInAddress } from '../../data/ranges/clip-choice.ts'
import type { Fit } from '../../data/ranges/fit.ts'
import { type RangeList, withEdited } from '../../data/ranges/range-list.ts'
import { askedList, askedRange } from '../../data/ranges/result-address.ts'
import { rangeView, type View, viewSeconds, viewShowing } from './drawing/timeline-view.ts'
import { type End, type MovedBy, moveTrimEnd } from './timeline/move-trim-end.ts'
import { type History, useHistory } from './use-history.ts'
import { askedInAddress, useRangeInAddress } from './use-range-in-address.ts'

export interface Trim {
  /** What the timeline shows. */
  range: TimeRange
  /** The timeline shows another range than the one saved on the server. */
  changed: boolean
  applying: boolean
  /** The ranges that are cut in one go, once there are several. */
  list: RangeList
  changeList: (list: RangeList) => void
  /** Audio track, captions and subtitles. */
  choice: ClipChoice
  changeChoice: (choice: ClipChoice) => void
  /** What the address asks for by what is said, until it is known where that is. */
  phrase: string | null
  forgetPhrase: () => void
  /** Sets both ends, and scrolls them or the start alone into view. */
  jumpTo: (range: TimeRange, what?: Jump['to']) => void
  jump: Jump
  /** Sets an end or both to times that a chapter, words or the address name, and brings them into view. Answers the new range. */
  setTimes: (what: End | 'range', wanted: TimeRange) => TimeRange
  /** Moves one end as far as the rules allow. Answers the new range. */
  moveEnd: (end: End, toSeconds: number, by: MovedBy) => TimeRange
  /** Saves the range on the server and says so. */
  apply: () => void
  /** Earlier ranges, lists and fits. */
  history: History
}

/** What undo takes back. */
interface Undoable {
  range: TimeRange
  listed: RangeList
  fit: Fit
}

/** What differs between two steps, by name; null: nothing. */
function changedPart(one: Undoable, other: Undoable): string | null {
  const parts = [
    one.range.startTime !== other.range.startTime && 'start',
    one.range.endTime !== other.range.endTime && 'end',
    JSON.stringify(one.listed) !== JSON.stringify(other.listed) && 'list',
    JSON.stringify(one.fit) !== JSON.stringify(other.fit) && 'fit',
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join(' ') : null
}

/** A range that takes less of the timeline is hardly seen. */
const LEAST_RANGE_SHARE = 1 / 24

interface Jump {
  /** How often the handles were brought somewhere at once. */
  count: number
  /** What is to be seen of it. */
  to: 'range' | 'start'
}

export function useTrim(video: Video): Trim {
  const queryClient = useQueryClient()
  const applied = useMemo(
    () => ({ startTime: video.startTime, endTime: video.endTime }),
    [video.startTime, video.endTime],
  )
  const [asked] = useState(() => askedInAddress(video))
  const [range, setRange] = useState<TimeRange>(() => askedRange(asked, video.duration) ?? applied)
  const [listed, changeList] = useState(() => askedList(asked, video.duration))
  const list = useMemo(() => withEdited(listed, range), [listed, range])
  const [choice, changeChoice] = useState(() => askedChoice(asked, video))
  const [phrase, setPhrase] = useState(asked.words ?? null)
  const options = useMemo(
    () => ({ ...optionsInAddress(choice, video), words: phrase ?? undefined }),
    [choice, video, phrase],
  )
  const [jump, setJump] = useState<Jump>({ count: 0, to: 'range' })
  useRangeInAddress(video, range, list, options, (wanted, address) => {
    jumpTo(wanted)
    changeList(askedList(address, video.duration))
    changeChoice(askedChoice(address, video))
    setPhrase(address.words ?? null)
  })

  const { mutate, isPending } = useMutation({
    mutationFn: (wanted: TimeRange) => setTrim(video.id, wanted),
    onSuccess: (updated, { startTime, endTime }) => {
      queryClient.setQueryData(queryKeys.video(video.id), updated)
      const words = toolWords.trim
      const text = words.updated(formatTimecode(startTime, 3), formatTimecode(endTime, 3))
      toasts.show({ title: words.updatedTitle, text })
    },
    onError: (error) => {
      const blocked = error instanceof ApiError && error.code === 'link_blocked'
      // The page says so itself, once it has asked.
      if (blocked) void queryClient.invalidateQueries({ queryKey: queryKeys.video(video.id) })
      const text = blocked ? failureSentence(error) : toolWords.trim.failed
      toasts.show({ title: messages.processing.errorTitle, text, tone: 'fault' })
    },
  })

  // A drag goes on with the function it began with, and may move more than once before the page is drawn.
  const latest = useLatest(range)
  function moveEnd(end: End, toSeconds: number, by: MovedBy): TimeRange {
    latest.current = moveTrimEnd(latest.current, end, toSeconds, video.duration, by)
    setRange(latest.current)
    // The words that it was to open at may be found later: this is what is wanted now.
    setPhrase(null)
    return latest.current
  }
  const jumpTo = useCallback((wanted: TimeRange, to: Jump['to'] = 'range') => {
    setRange(wanted)
    setPhrase(null)
    setJump(({ count }) => ({ count: count + 1, to }))
  }, [])

  const step = useMemo((): Undoable => ({ range, listed, fit: choice.fit }), [range, listed, choice.fit])
  const history = useHistory(step, changedPart, (earlier) => {
    jumpTo(earlier.range)
    changeList(earlier.listed)
    changeChoice((now) => ({ ...now, fit: earlier.fit }))
  })

  function setTimes(what: End | 'range', wanted: TimeRange): TimeRange {
    const taken = namedRange(range, what, wanted, video.duration)
    jumpTo(taken, what === 'start' ? 'start' : 'range')
    return taken
  }

  return {
    range,
    changed: !isSameRange(range, applied),
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

/** The range with an end or both at times that something else names, by the rules of typed times: less than a second grows. */
export function namedRange(
  range: TimeRange,
  what: End | 'range',
  { startTime, endTime }: TimeRange,
  durationSeconds: number,
): TimeRange {
  if (what !== 'range')
    return moveTrimEnd(range, what, what === 'start' ? startTime : endTime, durationSeconds, 'typed')
  const grown = moveEnd({ startTime, endTime }, 'end', endTime, durationSeconds, MIN_TRIM_SECONDS)
  return moveEnd(grown, 'start', startTime, durationSeconds, MIN_TRIM_SECONDS)
}

/** What is shown of a range that the handles were brought to at once: the same as before while that shows it well. */
export function jumpedView(view: View, range: TimeRange, to: 'range' | 'start', durationSeconds: number): View {
  if (to === 'start') return viewShowing(view, range.startTime, durationSeconds)
  const isIn = range.startTime >= view.fromSeconds && range.endTime <= view.toSeconds
  const isSeen = range.endTime - range.startTime >= LEAST_RANGE_SHARE * viewSeconds(view)
  return isIn && isSeen ? view : rangeView(range, durationSeconds)
}
