import * as calls from '@kerf/contract/api-keys'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../data/session/with-session.ts'

export const keysQuery = queryOptions({
  queryKey: ['user', 'keys'],
  queryFn: async ({ signal }) => (await callApi(calls.listApiKeys, { signal })).keys,
  refetchOnMount: 'always',
})
