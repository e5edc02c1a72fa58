import type { Video } from '@kerf/contract/video'
import { isSameRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { messages } from '#messages/site.ts'
import { toolWords } from '#messages/tool.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError, setTrim } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { type RangeList, withHeld } from '../../data/ranges/range-list.ts'
import { type End, type MovedBy, moveTrimEnd } from './timeline/move-trim-end.ts'
import { listInAddress, rangeInAddress, useRangeInAddress } from './use-range-in-address.ts'

export interface Trim {
  /** What the timeline shows. */
  range: TimeRange
  /** The timeline shows another range than the one saved on the server. */
  changed: boolean
  applying: boolean
  /** How often going back or forward has brought another range. */
  historyChanges: number
  /** The ranges that are cut in one go, once there are several. */
  list: RangeList
  changeList: (list: RangeList) => void
  /** Brings the handles to another range at once, and into view: both, or the start alone. */
  show: (range: TimeRange, what?: Jump['to']) => void
  jump: Jump
  move: (end: End, toSeconds: number, by: MovedBy) => void
  /** Saves the range on the server and says so. */
  apply: () => void
}

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
  const [range, setRange] = useState<TimeRange>(() => rangeInAddress(video) ?? applied)
  const [listed, changeList] = useState(() => listInAddress(video))
  const list = useMemo(() => withHeld(listed, range), [listed, range])
  const [historyChanges, setHistoryChanges] = useState(0)
  const [jump, setJump] = useState<Jump>({ count: 0, to: 'range' })
  useRangeInAddress(video, range, list, (asked) => {
    setRange(asked)
    changeList(listInAddress(video))
    setHistoryChanges((count) => count + 1)
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

  const move = useCallback(
    (end: End, toSeconds: number, by: MovedBy) =>
      setRange((now) => moveTrimEnd(now, end, toSeconds, video.duration, by)),
    [video.duration],
  )
  const show = useCallback((wanted: TimeRange, to: Jump['to'] = 'range') => {
    setRange(wanted)
    setJump(({ count }) => ({ count: count + 1, to }))
  }, [])

  return {
    range,
    changed: !isSameRange(range, applied),
    applying: isPending,
    historyChanges,
    list,
    changeList,
    show,
    jump,
    move,
    apply: () => mutate(range),
  }
}
