import type { Quota } from '@kerf/contract/user'
import type { Video } from '@kerf/contract/video'
import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { serverDate } from '../../browser/server-clock.ts'
import { type DownloadRefusal, downloadFailureToast } from '../../data/downloads/download-failure.ts'
import { failureSentence } from '../../data/feedback/failure-sentence.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { LOCALE } from '../../data/formatting/interface-locale.ts'
import { ApiError, OfflineError } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { bestFreeQuality } from './option-row.ts'
import { describeReset } from './quota-reading.ts'

/** Error codes that mean that the options on this page are out of date. */
const STALE_OPTION_CODES: readonly (ErrorCode | null | undefined)[] = [
  'needs_account',
  'needs_pro',
  'quality_unavailable',
]

export function downloadRefusalOf(error: unknown): DownloadRefusal {
  if (error instanceof ApiError) return error
  return error instanceof OfflineError ? { sentence: failureSentence(error) } : {}
}

/** Shows a toast with the reason of a refusal. For a limit, it includes the time of the reset if that is known. */
export function useRefusalToast(videoId: string): (refusal: DownloadRefusal, title: string) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (refusal, title) => {
      const resetsAt = queryClient.getQueryData<Quota>(queryKeys.quota)?.resetsAt
      const reset = refusal.code === 'monthly_limit' ? resetsAt?.monthly : resetsAt?.daily
      const resetText = reset ? describeReset(new Date(reset), serverDate(), LOCALE) : null
      queryClient.invalidateQueries({ queryKey: queryKeys.quota })
      // The page shows the block once the video is fetched again.
      if (refusal.code === 'link_blocked') void queryClient.invalidateQueries({ queryKey: queryKeys.video(videoId) })
      if (!STALE_OPTION_CODES.includes(refusal.code)) {
        toasts.show(downloadFailureToast(refusal, resetText, title))
        return
      }
      // The toast names the best free quality, so the options are fetched first.
      const videoKey = queryKeys.video(videoId)
      void queryClient.invalidateQueries({ queryKey: videoKey }).finally(() => {
        const options = queryClient.getQueryData<Video>(videoKey)?.options
        const detailedRefusal = options ? { ...refusal, freeBest: bestFreeQuality(options) } : refusal
        toasts.show(downloadFailureToast(detailedRefusal, resetText, title))
      })
    },
    [queryClient, videoId],
  )
}
