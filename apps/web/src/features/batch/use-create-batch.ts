import type { Batch } from '@kerf/contract/batch'
import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import { queryKeys } from '../../data/queries/query-keys.ts'
import { type BatchWish, createBatch } from './batch-calls.ts'

const ID_BYTES = 16

/**
 * Asks for a batch, and keeps what is answered for whoever shows it. Where the answer was lost on its way, asking for the
 * same again brings the same batch, not a second one. Rejects as callApi does.
 */
export function useCreateBatch(): (items: BatchWish['items']) => Promise<Batch> {
  const queryClient = useQueryClient()
  const unanswered = useRef<{ wish: string; requestId: string } | null>(null)
  return async (items) => {
    const wish = JSON.stringify(items)
    if (unanswered.current?.wish !== wish) unanswered.current = { wish, requestId: newRequestId() }
    const batch = await createBatch({ items, requestId: unanswered.current.requestId })
    unanswered.current = null
    queryClient.setQueryData(queryKeys.batch(batch.id), batch)
    return batch
  }
}

/** Not randomUUID, which browsers keep from pages that came without https. */
const newRequestId = (): string =>
  [...crypto.getRandomValues(new Uint8Array(ID_BYTES))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
