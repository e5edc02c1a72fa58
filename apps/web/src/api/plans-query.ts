import { readPlans } from '@kerf/contract/plans'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from './as-person.ts'

/** What the plans are on this server, and whether they can be paid for here. */
export const plansQuery = queryOptions({
  queryKey: ['plans'],
  queryFn: ({ signal }: { signal: AbortSignal }) => callApi(readPlans, { signal }),
})
