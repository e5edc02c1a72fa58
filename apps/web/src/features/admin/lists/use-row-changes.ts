import type { ListPage } from '@kerf/contract/protocol/client'
import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRunning } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { restartReads } from '../../../data/queries/restart-reads.ts'
import { adminKeys } from '../admin-queries.ts'
import { reportFailure } from './report-failure.ts'

export interface RowChanges<Item> {
  isRunning: (id: string) => boolean
  /**
   * Replaces a row with the answer of the call. Without an answer the list is read again. A failure is shown as a
   * toast.
   */
  change: <Answer extends Item | undefined>(
    id: string,
    call: () => Promise<Answer>,
    toast: ToastMessage | ((newRow: Answer) => ToastMessage),
    failureTitle?: string,
  ) => Promise<void>
}

/** Changes rows of a list, each with one change at a time, and shows toasts. The `relatedQueries` are read again. */
export function useRowChanges<Item extends { id: string }>(
  queryKey: QueryKey,
  relatedQueries: readonly QueryKey[] = [adminKeys.stats],
): RowChanges<Item> {
  const queryClient = useQueryClient()
  const runningChanges = useRunning()
  return {
    isRunning: runningChanges.has,
    change: (id, call, toast, failureTitle) =>
      runningChanges.run(id, async () => {
        try {
          const newRow = await call()
          // The row stays even if it no longer fits the filter, so that no row moves under the pointer.
          if (newRow) {
            queryClient.setQueriesData<ListPage<Item>>({ queryKey }, (page) =>
              page ? { ...page, items: page.items.map((item) => (item.id === newRow.id ? newRow : item)) } : page,
            )
            restartReads(queryClient, queryKey)
          }
          toasts.show(typeof toast === 'function' ? toast(newRow) : toast)
          for (const key of relatedQueries) void queryClient.invalidateQueries({ queryKey: key })
          if (!newRow) await queryClient.invalidateQueries({ queryKey })
        } catch (error) {
          reportFailure(error, failureTitle)
        }
      }),
  }
}
