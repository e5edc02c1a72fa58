import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** After something was written into what is known: a read that is on its way may be older than that, and is made again. */
export function restartReads(queryClient: QueryClient, queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey })) void queryClient.invalidateQueries({ queryKey })
}
