import type { Batch } from '@kerf/contract/batch'
import * as batchCalls from '@kerf/contract/batch'
import type { BodyInput } from '@kerf/contract/protocol/endpoint'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { batchWords } from '#messages/clips/batch.ts'
import { reportServerAnswers } from '../../browser/connection.ts'
import { store } from '../../browser/storage.ts'
import { toasts } from '../../data/feedback/toasts.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import { ApiError } from '../../data/queries/calls.ts'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { restartReads } from '../../data/queries/restart-reads.ts'
import { callApi } from '../../data/session/with-session.ts'

const words = batchWords.status

/** Whether the error says that this viewer has no batch with this id. A retry does not help. */
export const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** Batch that is polled while one of its clips is being cut. */
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
  const isUnanswered = error !== null && !(error instanceof ApiError)
  useEffect(() => {
    reportServerAnswers(!isUnanswered)
    return () => reportServerAnswers(true)
  }, [isUnanswered])

  const wasProcessing = useRef(false)
  const status = data?.status
  const completedCount = data?.completed ?? 0
  useEffect(() => {
    if (status === undefined) return
    const hasEnded = wasProcessing.current && status !== 'processing'
    wasProcessing.current = status === 'processing'
    if (!hasEnded) return
    void queryClient.invalidateQueries({ queryKey: queryKeys.quota })
    if (completedCount > 0) toasts.show({ title: words.endedTitle, text: words.endedText(completedCount) })
    else if (status === 'failed') toasts.show({ title: words.noneTitle, text: words.noneText, tone: 'fault' })
  }, [status, completedCount, queryClient])

  function put(batch: Batch): void {
    queryClient.setQueryData(queryKeys.batch(id), batch)
    restartReads(queryClient, queryKeys.batch(id))
  }
  return {
    batch: data,
    error,
    retrying: query.isFetching,
    retry: () => void refetch(),
    /** Reads the batch from the server again. Throws as callApi does. */
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

export type BatchRequest = BodyInput<typeof batchCalls.createBatch>

const createBatch = (request: BatchRequest) => callApi(batchCalls.createBatch, { body: request })

const loadBatch = (id: string, signal: AbortSignal) => callApi(batchCalls.readBatch, { params: { id }, signal })

const cancelBatch = (id: string) => callApi(batchCalls.cancelBatch, { params: { id }, body: {} })

const ID_BYTES = 16

/**
 * Requests a batch, and caches the answer for the page that shows it. If the answer was lost, a repeated request
 * returns the same batch, not a second one. Rejects as callApi does.
 */
export function useCreateBatch(): (items: BatchRequest['items']) => Promise<Batch> {
  const queryClient = useQueryClient()
  const unansweredRequest = useRef<{ request: string; requestId: string } | null>(null)
  return async (items) => {
    const request = JSON.stringify(items)
    if (unansweredRequest.current?.request !== request)
      unansweredRequest.current = { request, requestId: newRequestId() }
    const batch = await createBatch({ items, requestId: unansweredRequest.current.requestId })
    unansweredRequest.current = null
    store('clips', batch.createdAt)
    queryClient.setQueryData(queryKeys.batch(batch.id), batch)
    return batch
  }
}

/** Random id in hexadecimal digits. Browsers offer `randomUUID` only to pages with https. */
const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
