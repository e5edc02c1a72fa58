import type { Quota } from '@kerf/contract/viewer'
import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { ApiError, OfflineError } from '../../api/calls.ts'
import { failureSentence } from '../../api/failure-sentence.ts'
import { queryKeys } from '../../api/query-keys.ts'
import { toasts } from '../../app/toasts.ts'
import { LOCALE } from '../../formatting/interface-locale.ts'
import { type DownloadRefusal, downloadFailureToast } from './download-failure.ts'
import { resetWords } from './quota-reading.ts'

export function refusalOf(error: unknown): DownloadRefusal {
  if (error instanceof ApiError)
    return { code: error.code, details: error.details, sentence: error.sentence ?? failureSentence(error) }
  return error instanceof OfflineError ? { sentence: failureSentence(error) } : {}
}

/** Says why a download was refused; a limit with the moment it starts again, as far as that is known. */
export function useRefusalToast(): (refusal: DownloadRefusal) => void {
  const queryClient = useQueryClient()
  return useCallback(
    (refusal) => {
      const resetsAt = queryClient.getQueryData<Quota>(queryKeys.quota)?.resetsAt
      const reset = refusal.code === 'monthly_limit' ? resetsAt?.monthly : resetsAt?.daily
      toasts.show(downloadFailureToast(refusal, reset ? resetWords(new Date(reset), new Date(), LOCALE) : null))
      queryClient.invalidateQueries({ queryKey: queryKeys.quota })
    },
    [queryClient],
  )
}
