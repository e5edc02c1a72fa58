import { QueryClient } from '@tanstack/react-query'
import { session } from '../session/session.ts'

const once = {
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  refetchInterval: false,
  staleTime: Number.POSITIVE_INFINITY,
} as const

/**
 * What the page knows of the server. Reads happen once: no retries, no refetch on focus, never stale; what changes on the
 * server is written in here by whoever changes it. Pages that read from the server load it; the landing does without.
 */
export const queryClient = new QueryClient({ defaultOptions: { queries: once, mutations: { retry: false } } })

const personOf = (now = session.current()): string | null => (now.state === 'signed_in' ? now.user.id : null)

// What was read for one person is not for the next: whoever ends or begins a session need not think of it. Not known yet is
// nobody new. Where a page stays open it reads anew for its new person; a stranger is sent on by its guard.
let person = personOf()
session.subscribe(() => {
  if (session.current().state === 'unknown' || personOf() === person) return
  person = personOf()
  if (person === null) queryClient.clear()
  else void queryClient.resetQueries()
})
