import { QueryClient } from '@tanstack/react-query'

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
