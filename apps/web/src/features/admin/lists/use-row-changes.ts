import type { Page } from '@kerf/contract/protocol/client'
import type { ToastMessage } from '@kerf/ui/toasts/toast-store'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRunning } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { restartReads } from '../../../data/queries/restart-reads.ts'
import { adminKeys } from '../admin-queries.ts'
import { reportFailure } from './report-failure.ts'

export interface RowChanges<Item> {
  isRunning: (id: string) => boolean
  /** Replaces the row by what the call returns; loads the list again where it returns nothing. Reports failures itself. */
  change: <Answer extends Item | undefined>(
    id: string,
    call: () => Promise<Answer>,
    toast: ToastMessage | ((changed: Answer) => ToastMessage),
    failureTitle?: string,
  ) => Promise<void>
}

/** Changes rows of a list one at a time, with toasts. The `related` queries are loaded again after a change. */
export function useRowChanges<Item extends { id: string }>(
  queryKey: QueryKey,
  related: readonly QueryKey[] = [adminKeys.stats],
): RowChanges<Item> {
  const queryClient = useQueryClient()
  const running = useRunning()
  return {
    isRunning: running.has,
    change: (id, call, toast, failureTitle) =>
      running.run(id, async () => {
        try {
          const changed = await call()
          // The row stays also where it no longer fits the filter: nothing moves under the pointer.
          if (changed) {
            queryClient.setQueriesData<Page<Item>>({ queryKey }, (page) =>
              page ? { ...page, items: page.items.map((item) => (item.id === changed.id ? changed : item)) } : page,
            )
            restartReads(queryClient, queryKey)
          }
          toasts.show(typeof toast === 'function' ? toast(changed) : toast)
          for (const key of related) void queryClient.invalidateQueries({ queryKey: key })
          if (!changed) await queryClient.invalidateQueries({ queryKey })
        } catch (error) {
          reportFailure(error, failureTitle)
        }
      }),
  }
}
