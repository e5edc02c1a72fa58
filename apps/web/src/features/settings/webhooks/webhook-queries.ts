import * as calls from '@kerf/contract/webhooks'
import { queryOptions } from '@tanstack/react-query'
import { callApi } from '../../../data/session/with-session.ts'

export const deliveriesQuery = (id: string) =>
  queryOptions({
    queryKey: ['user', 'webhook-deliveries', id],
    queryFn: async ({ signal }) => (await callApi(calls.listWebhookDeliveries, { params: { id }, signal })).deliveries,
    refetchOnMount: 'always',
    // The list is fetched again until all deliveries have ended.
    refetchInterval: ({ state }) => (state.data?.some(({ status }) => status === 'waiting') ? 2000 : false),
  })
