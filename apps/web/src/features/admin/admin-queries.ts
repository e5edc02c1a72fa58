import { testConnection } from '@kerf/contract/admin-address'
import { readAdminHealth, readSettings, readStorage, type SettingsView } from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listUsers } from '@kerf/contract/admin-users'
import { checkAddress } from '@kerf/domain/health/standing'
import type { UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import { keepPreviousData, type QueryKey, queryOptions } from '@tanstack/react-query'
import { clockedFetch } from '../../browser/server-clock.ts'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import { callApi, callApiPage, withSession } from '../../data/session/with-session.ts'

/** Filter, order and page of the list of accounts. Pages count from 1. */
export interface UsersRequest {
  search: string
  filter: UserFilter
  sort: UserSort
  page: number
}

/**
 * Options of all queries of the panel. They read again on every visit, since other people change the data all the time.
 * They also read while the browser reports to be offline, so that a failure is shown.
 */
const REREAD_OPTIONS = { networkMode: 'always', refetchOnMount: 'always', refetchOnReconnect: 'always' } as const

export const adminKeys = {
  stats: ['admin', 'stats'],
  health: ['admin', 'health'],
  address: ['admin', 'address'],
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
  shares: ['admin', 'shares'],
  audit: ['admin', 'audit'],
} as const

export const statsQuery = queryOptions({
  ...REREAD_OPTIONS,
  queryKey: adminKeys.stats,
  queryFn: ({ signal }) => callApi(readAdminStats, { signal }),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

export const healthQuery = queryOptions({
  ...REREAD_OPTIONS,
  queryKey: adminKeys.health,
  queryFn: ({ signal }) => callApi(readAdminHealth, { signal }),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

/** Tests the connection from this browser to the server. It takes a second, or three where a proxy delays answers. */
export const addressQuery = queryOptions({
  ...REREAD_OPTIONS,
  queryKey: adminKeys.address,
  queryFn: async ({ signal }) => {
    const { origin } = location
    const findings = await withSession(() => testConnection({ origin, signal }, clockedFetch))
    const publicUrl = findings.areChangesTaken ? null : (await callApi(readSettings, { signal })).publicUrl
    return checkAddress(findings, publicUrl)
  },
})

export const settingsQuery = queryOptions({
  ...REREAD_OPTIONS,
  queryKey: adminKeys.settings,
  queryFn: async ({ signal }) => followPlans(await callApi(readSettings, { signal })),
})

/**
 * Applies the settings of plans to pages that are opened in this tab. Other tabs apply them when they load the page
 * again.
 */
export function followPlans(settings: SettingsView): SettingsView {
  document.documentElement.dataset.plans = settings.plans
  return settings
}

export const storageQuery = queryOptions({
  ...REREAD_OPTIONS,
  queryKey: adminKeys.storage,
  queryFn: ({ signal }) => callApi(readStorage, { signal }),
})

/** Query of one page of a list. The filter is part of the key. Undefined values of the filter are not sent. */
export const listQuery = <Item>(
  key: QueryKey,
  endpoint: Parameters<typeof callApiPage<Item>>[0],
  page: number,
  filter: Record<string, string | undefined> = {},
) =>
  queryOptions({
    ...REREAD_OPTIONS,
    // The last page stays visible while the next page is loading.
    placeholderData: keepPreviousData,
    queryKey: [...key, filter, page],
    queryFn: ({ signal }) => callApiPage(endpoint, { query: { ...filter, page }, signal }),
  })

export const usersQuery = ({ search, filter, sort, page }: UsersRequest) =>
  listQuery(adminKeys.users, listUsers, page, { search: search || undefined, filter, sort })
