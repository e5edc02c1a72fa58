import { loadQuota } from './calls.ts'
import { queryKeys } from './query-keys.ts'

/** The viewer and what is left of their downloads. Asked for together with the video, so that both are there at once. */
export const quotaQuery = {
  queryKey: queryKeys.quota,
  queryFn: ({ signal }: { signal: AbortSignal }) => loadQuota(signal),
}
