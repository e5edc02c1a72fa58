import { QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.ts'
import type { Session } from '../session/session-store.ts'
import { queryKeys } from './query-keys.ts'

const READ_ONCE_OPTIONS = {
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const

/**
 * Cache of the server's answers. Reads happen once: no retries, no refetch on focus, never stale. Code that changes
 * data on the server also writes the change into this cache. Pages that read from the server load it; the landing
 * page does not.
 */
export const queryClient = new QueryClient({
  defaultOptions: { queries: READ_ONCE_OPTIONS, mutations: { retry: false } },
})

/** Whether a query is for a payment. Its data must not change while somebody pays. */
const isForPayment = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === queryKeys.paymentSetup[0]

const planOf = (state: Session): string | null =>
  state.state === 'signed_in' ? `${state.user.subscription} ${state.user.subscriptionExpiresAt}` : null

const signedInUserId = (state: Session): string | null => (state.state === 'signed_in' ? state.user.id : null)

// Cached data belongs to one person, so a change of person clears it. `unknown` is no change, and data from before
// the first known session belongs to that session's person. An open page reads again for its new person; its guard
// redirects strangers.
let lastKnownSession = session.current()
session.subscribe(() => {
  const previousSession = lastKnownSession
  const currentSession = session.current()
  if (currentSession.state === 'unknown') return
  lastKnownSession = currentSession
  if (previousSession.state === 'unknown') return
  if (signedInUserId(currentSession) === signedInUserId(previousSession)) {
    // A plan that was bought or has ended changes what may be downloaded, how often, and what is billed.
    if (planOf(currentSession) !== planOf(previousSession))
      void queryClient.invalidateQueries({ predicate: (query) => !isForPayment(query) })
  } else if (signedInUserId(currentSession) === null) queryClient.clear()
  else void queryClient.resetQueries()
})
