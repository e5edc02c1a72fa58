import type { Video } from '@kerf/contract/video'
import { formatTimecode } from '@kerf/domain/timecode'
import type { TrimRange } from '@kerf/domain/trim-range'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo, useState } from 'react'
import { messages } from '#messages/site.ts'
import { toolWords } from '#messages/tool.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError, setTrim } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { type RangeList, withHeld } from '../../data/ranges/range-list.ts'
import { isSameRange } from '../../data/ranges/range-sums.ts'
import { type End, type MovedBy, moveTrimEnd } from './timeline/move-trim-end.ts'
import { listInAddress, rangeInAddress, useRangeInAddress } from './use-range-in-address.ts'

export interface Trim {
  /** What the timeline shows. */
  range: TrimRange
  /** The timeline shows something else than what the server would cut. */
  changed: boolean
  applying: boolean
  /** How often going back or forward has brought another range. */
  travels: number
  /** The ranges that are cut in one go, once there are several. */
  list: RangeList
  changeList: (list: RangeList) => void
  /** Brings the handles to another range at once. */
  show: (range: TrimRange) => void
  /** How often that has been done. */
  shows: number
  move: (end: End, toSeconds: number, by: MovedBy) => void
  /** Sends the range to the server and says so. */
  apply: () => void
  /** The same without a word when it works; answers whether it did. */
  applyQuietly: () => Promise<boolean>
}

export function useTrim(video: Video): Trim {
  const queryClient = useQueryClient()
  const applied = useMemo(
    () => ({ startSeconds: video.startTime, endSeconds: video.endTime }),
    [video.startTime, video.endTime],
  )
  const [range, setRange] = useState<TrimRange>(() => rangeInAddress(video) ?? applied)
  const [kept, changeList] = useState(() => listInAddress(video))
  const list = useMemo(() => withHeld(kept, range), [kept, range])
  const [travels, setTravels] = useState(0)
  const [shows, setShows] = useState(0)
  useRangeInAddress(video, range, list, (asked) => {
    setRange(asked)
    changeList(listInAddress(video))
    setTravels((count) => count + 1)
  })

  const { mutateAsync, isPending } = useMutation({
    mutationFn: (wanted: TrimRange) => setTrim(video.id, wanted),
    onSuccess: (updated) => queryClient.setQueryData(queryKeys.video(video.id), updated),
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
  const show = useCallback((wanted: TrimRange) => {
    setRange(wanted)
    setShows((count) => count + 1)
  }, [])
  const applyQuietly = useCallback(
    () =>
      mutateAsync(range).then(
        () => true,
        () => false,
      ),
    [mutateAsync, range],
  )
  const apply = useCallback(async () => {
    if (!(await applyQuietly())) return
    const words = toolWords.trim
    const text = words.updated(formatTimecode(range.startSeconds, 3), formatTimecode(range.endSeconds, 3))
    toasts.show({ title: words.updatedTitle, text })
  }, [applyQuietly, range])

  return {
    range,
    changed: !isSameRange(range, applied),
    applying: isPending,
    travels,
    list,
    changeList,
    show,
    shows,
    move,
    apply,
    applyQuietly,
  }
}
