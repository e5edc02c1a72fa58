import * as userCalls from '@kerf/contract/user'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '../session/with-session.ts'

/**
 * These data also change through a payment, through a cut on the home page, or in another browser. So cached data is
 * shown at once, and read again whenever its page is opened.
 */
const refetchOnOpen = { refetchOnMount: 'always' } as const

export const profileQuery = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }) => callApi(userCalls.readProfile, { signal }),
  ...refetchOnOpen,
})

export const subscriptionQuery = queryOptions({
  queryKey: ['user', 'subscription'],
  queryFn: ({ signal }) => callApi(userCalls.readSubscription, { signal }),
  ...refetchOnOpen,
})

export const paymentsQuery = queryOptions({
  queryKey: ['user', 'payments'],
  queryFn: async ({ signal }) => (await callApi(userCalls.listPayments, { signal })).payments,
  ...refetchOnOpen,
})

export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: async ({ signal }) => (await callApi(userCalls.listSessions, { signal })).sessions,
  ...refetchOnOpen,
})

export const ownDownloadsQuery = infiniteQueryOptions({
  queryKey: ['user', 'downloads'],
  queryFn: ({ pageParam, signal }) => callApi(userCalls.listOwnDownloads, { query: { before: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (lastPage) => lastPage.next ?? undefined,
  ...refetchOnOpen,
})
