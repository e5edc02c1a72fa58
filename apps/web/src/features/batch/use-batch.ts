import type { Batch } from '@kerf/contract/batch'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { batchWords } from '#messages/batch.ts'
import { reportServerAnswers } from '../../browser/connection.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { cancelBatch, loadBatch } from './batch-calls.ts'

const words = batchWords.status

/** There is no such batch, or it is somebody else's: asking again does not help. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** A batch, watched for as long as one of its clips is being cut. */
export function useBatch(id: string) {
  const queryClient = useQueryClient()
  const query = useQuery({
    queryKey: queryKeys.batch(id),
    queryFn: ({ signal }) => loadBatch(id, signal),
    refetchOnMount: 'always',
    refetchInterval({ state }) {
      if (state.status === 'error') return isGone(state.error) ? false : INTERACTION.statusPollAfterErrorMs
      return state.data?.status === 'processing' ? INTERACTION.statusPollMs : false
    },
  })
  const { data, error, refetch } = query
  const unanswered = error !== null && !(error instanceof ApiError)
  useEffect(() => {
    reportServerAnswers(!unanswered)
    return () => reportServerAnswers(true)
  }, [unanswered])

  const watched = useRef(false)
  const status = data?.status
  const completed = data?.completed ?? 0
  useEffect(() => {
    if (status === undefined) return
    const ended = watched.current && status !== 'processing'
    watched.current = status === 'processing'
    if (!ended) return
    void queryClient.invalidateQueries({ queryKey: queryKeys.quota })
    if (completed > 0) toasts.show({ title: words.endedTitle, text: words.endedText(completed) })
    else if (status === 'failed') toasts.show({ title: words.noneTitle, text: words.noneText, tone: 'fault' })
  }, [status, completed, queryClient])

  const put = (batch: Batch): void => void queryClient.setQueryData(queryKeys.batch(id), batch)
  return {
    batch: data,
    error,
    retrying: query.isFetching,
    retry: () => void refetch(),
    /** What the server says of it at this moment. Throws as callApi does. */
    async look(): Promise<Batch> {
      const batch = await loadBatch(id, new AbortController().signal)
      put(batch)
      return batch
    },
    async cancel(): Promise<void> {
      put(await cancelBatch(id))
    },
  }
}
