import { readAdminHealth, readSettings, readStorage } from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listUsers } from '@kerf/contract/admin-users'
import type { UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import { callApi, callApiPage } from '../../data/session/with-session.ts'

/** Which accounts are shown. Pages count from 1. */
export interface UsersRequest {
  search: string
  filter: UserFilter
  sort: UserSort
  page: number
}

/**
 * Unlike elsewhere, the panel reads again on every visit, since other people change its data all the time. It also reads while
 * the browser believes to be offline, so that a failure is shown.
 */
const fresh = { networkMode: 'always', refetchOnMount: 'always', refetchOnReconnect: 'always' } as const

export const adminKeys = {
  stats: ['admin', 'stats'],
  health: ['admin', 'health'],
  users: ['admin', 'users'],
  invitations: ['admin', 'invitations'],
  jobs: ['admin', 'jobs'],
  subscriptions: ['admin', 'subscriptions'],
  settings: ['admin', 'settings'],
  storage: ['admin', 'storage'],
  messages: ['admin', 'messages'],
  subscribers: ['admin', 'subscribers'],
  notices: ['admin', 'notices'],
  blocklist: ['admin', 'blocklist'],
  audit: ['admin', 'audit'],
} as const

export const statsQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.stats,
  queryFn: ({ signal }) => callApi(readAdminStats, { signal }),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

export const healthQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.health,
  queryFn: ({ signal }) => callApi(readAdminHealth, { signal }),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

export const settingsQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.settings,
  queryFn: ({ signal }) => callApi(readSettings, { signal }),
})

export const storageQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.storage,
  queryFn: ({ signal }) => callApi(readStorage, { signal }),
})

/** One page of a list. The filter is part of the key; what is undefined in it is not sent. */
export const listQuery = <Item>(
  key: QueryKey,
  endpoint: Parameters<typeof callApiPage<Item>>[0],
  page: number,
  filter: Record<string, string | undefined> = {},
) =>
  queryOptions({
    ...fresh,
    // While the next page is loading, the last one stays.
    placeholderData: keepPreviousData,
    queryKey: [...key, filter, page],
    queryFn: ({ signal }) => callApiPage(endpoint, { query: { ...filter, page }, signal }),
  })

export const usersQuery = ({ search, filter, sort, page }: UsersRequest) =>
  listQuery(adminKeys.users, listUsers, page, { search: search || undefined, filter, sort })
