import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { loadOwnDownloads, loadPayments, loadProfile, loadSessions, loadSubscription } from './user-calls.ts'

/**
 * These change elsewhere: by a payment, by a cut on the home page, in another browser. So what is known is shown at once,
 * and asked for anew whenever its page is opened.
 */
const askedAgain = { refetchOnMount: 'always' } as const

type Asking = { signal: AbortSignal }

export const profileQuery = queryOptions({
  queryKey: ['user', 'profile'],
  queryFn: ({ signal }: Asking) => loadProfile(signal),
  ...askedAgain,
})

export const subscriptionQuery = queryOptions({
  queryKey: ['user', 'subscription'],
  queryFn: ({ signal }: Asking) => loadSubscription(signal),
  ...askedAgain,
})

export const paymentsQuery = queryOptions({
  queryKey: ['user', 'payments'],
  queryFn: ({ signal }: Asking) => loadPayments(signal),
  ...askedAgain,
})

export const sessionsQuery = queryOptions({
  queryKey: ['user', 'sessions'],
  queryFn: ({ signal }: Asking) => loadSessions(signal),
  ...askedAgain,
})

export const ownDownloadsQuery = infiniteQueryOptions({
  queryKey: ['user', 'downloads'],
  queryFn: ({ pageParam, signal }) => loadOwnDownloads(pageParam, signal),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: (last) => last.next ?? undefined,
  ...askedAgain,
})
