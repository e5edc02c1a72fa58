import { QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.ts'
import type { Session } from '../session/session-store.ts'
import { queryKeys } from './query-keys.ts'

const once = {
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const

/**
 * What the page knows of the server. Reads happen once: no retries, no refetch on focus, never stale; what changes on the
 * server is written in here by the code that changes it. Pages that read from the server load it; the landing does without.
 */
export const queryClient = new QueryClient({ defaultOptions: { queries: once, mutations: { retry: false } } })

/** What was asked for to pay, and must not change under the hands of somebody who pays. */
const isForPayment = ({ queryKey }: { queryKey: readonly unknown[] }): boolean =>
  queryKey[0] === queryKeys.paymentSetup[0]

const planOf = (of: Session): string | null =>
  of.state === 'signed_in' ? `${of.user.subscription} ${of.user.subscriptionExpiresAt}` : null

const personOf = (of: Session): string | null => (of.state === 'signed_in' ? of.user.id : null)

// What was read for one person is not for the next: ending or beginning a session needs no more than that. Not known yet is
// nobody new, and the first to be known is who everything before was read for. Where a page stays open it reads again for
// its new person; a stranger is sent on by its guard.
let known = session.current()
session.subscribe(() => {
  const before = known
  const now = session.current()
  if (now.state === 'unknown') return
  known = now
  if (before.state === 'unknown') return
  if (personOf(now) === personOf(before)) {
    // A plan that was bought or has ended changes what may be downloaded, how often, and what is billed.
    if (planOf(now) !== planOf(before))
      void queryClient.invalidateQueries({ predicate: (query) => !isForPayment(query) })
  } else if (personOf(now) === null) queryClient.clear()
  else void queryClient.resetQueries()
})
