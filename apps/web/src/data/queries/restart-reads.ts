import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Repeats running reads after a write into the cache, because their answers may be older than the written data. */
export function restartReads(queryClient: QueryClient, queryKey: QueryKey): void {
  if (queryClient.isFetching({ queryKey })) void queryClient.invalidateQueries({ queryKey })
}
