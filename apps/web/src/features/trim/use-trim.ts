import type { Video } from '@kerf/contract/video'
import { isSameRange, type TimeRange } from '@kerf/domain/ranges/time-range'
import { formatTimecode } from '@kerf/domain/ranges/timecode'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { toolWords } from '#messages/clips/tool.ts'
import { messages } from '#messages/site.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { ApiError, setTrim } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { optionsInAddress, readChoice } from '../../data/ranges/clip-choice.ts'
import { readRange, readRangeList } from '../../data/ranges/result-address.ts'
import type { UrlTrim } from '../../data/ranges/trim-address.ts'
import { readOwnAddress, useRangeInAddress } from './use-range-in-address.ts'
import { type TrimStart, type TrimState, useTrimState } from './use-trim-state.ts'

/** Trim of a video of the server, which saves its range. */
export interface Trim extends TrimState {
  /** Whether the range differs from the one that is saved on the server. */
  changed: boolean
  applying: boolean
  /** Saves the range on the server and shows a toast. */
  apply: () => void
}

export function useTrim(video: Video): Trim {
  const queryClient = useQueryClient()
  const savedRange = useMemo(
    () => ({ startTime: video.startTime, endTime: video.endTime }),
    [video.startTime, video.endTime],
  )
  const valuesOf = (part: UrlTrim, range: TimeRange): TrimStart => ({
    range,
    list: readRangeList(part, video.duration),
    choice: readChoice(part, video),
    phrase: part.words ?? null,
  })
  const state = useTrimState(video.duration, () => {
    const addressPart = readOwnAddress(video)
    return valuesOf(addressPart, readRange(addressPart, video.duration) ?? savedRange)
  })
  const { range, list, choice, phrase } = state
  const options = useMemo(
    () => ({ ...optionsInAddress(choice, video), words: phrase ?? undefined }),
    [choice, video, phrase],
  )
  useRangeInAddress(video, range, list, options, (addressRange, part) => state.adopt(valuesOf(part, addressRange)))

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

  return {
    ...state,
    changed: !isSameRange(range, savedRange),
    applying: isPending,
    apply: () => isPending || mutate(range),
  }
}
