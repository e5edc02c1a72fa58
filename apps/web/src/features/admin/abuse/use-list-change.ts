import type { Page } from '@kerf/contract/protocol/client'
import type { ToastMessage } from '@kerf/ui/toast-store'
import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useRunning } from '../../../browser/use-running.ts'
import { toasts } from '../../../data/feedback/toasts.ts'
import { adminKeys } from '../admin-queries.ts'
import { reportFailure } from '../lists/report-failure.ts'

interface ListChange<Item> {
  isRunning: (id: string) => boolean
  /** Changes one row: by what the call answers, or by reading the list again where it answers nothing. */
  change: (id: string, call: () => Promise<Item | undefined>, toast: ToastMessage) => Promise<void>
}

/** Rows of a list that are changed one at a time, with the toasts that tell of it. */
export function useListChange<Item extends { id: string }>(queryKey: QueryKey): ListChange<Item> {
  const queryClient = useQueryClient()
  const running = useRunning()
  return {
    isRunning: running.has,
    change: (id, call, toast) =>
      running.run(id, async () => {
        try {
          const changed = await call()
          if (changed)
            queryClient.setQueriesData<Page<Item>>({ queryKey }, (page) =>
              page ? { ...page, items: page.items.map((item) => (item.id === changed.id ? changed : item)) } : page,
            )
          else await queryClient.invalidateQueries({ queryKey })
          toasts.show(toast)
          void queryClient.invalidateQueries({ queryKey: adminKeys.stats })
        } catch (error) {
          reportFailure(error)
        }
      }),
  }
}
