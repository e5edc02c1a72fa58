import { QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.ts'
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

const planOf = (now = session.current()): string | null =>
  now.state === 'signed_in' ? `${now.user.subscription} ${now.user.subscriptionExpiresAt}` : null

const personOf = (now = session.current()): string | null => (now.state === 'signed_in' ? now.user.id : null)

// What was read for one person is not for the next: ending or beginning a session needs no more than that. Not known yet is
// nobody new. Where a page stays open it reads again for its new person; a stranger is sent on by its guard.
let person = personOf()
let plan = planOf()
session.subscribe(() => {
  if (session.current().state === 'unknown') return
  const before = plan
  plan = planOf()
  if (personOf() === person) {
    // A plan that was bought or has ended changes what may be downloaded, how often, and what is billed.
    if (plan !== before) void queryClient.invalidateQueries({ predicate: (query) => !isForPayment(query) })
    return
  }
  person = personOf()
  if (person === null) queryClient.clear()
  else void queryClient.resetQueries()
})
