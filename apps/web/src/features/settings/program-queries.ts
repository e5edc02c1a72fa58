import { listApiKeys } from '@kerf/contract/api-keys'
import { listWebhooks } from '@kerf/contract/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../data/session/with-session.ts'

export const keysQuery = queryOptions({
  queryKey: ['user', 'keys'],
  queryFn: async ({ signal }) => (await callApi(listApiKeys, { signal })).keys,
  refetchOnMount: 'always',
})

export const webhooksQuery = queryOptions({
  queryKey: ['user', 'webhooks'],
  queryFn: async ({ signal }) => (await callApi(listWebhooks, { signal })).webhooks,
  refetchOnMount: 'always',
})
