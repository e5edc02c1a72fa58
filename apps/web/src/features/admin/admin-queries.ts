import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import * as calls from './admin-calls.ts'

/**
 * What the panel reads. Unlike elsewhere it is asked for again whenever somebody comes to look, since other people change it
 * all the time; and asked for also while the browser takes itself for offline, so that a failure is told instead of waited out.
 */
const fresh = { networkMode: 'always', refetchOnMount: 'always', refetchOnReconnect: 'always' } as const
/** While the next page of a list is on its way, the last one stays. */
const paged = { ...fresh, placeholderData: keepPreviousData }

const ADMIN_KEY = ['admin'] as const
const keyOf = <Parts extends readonly unknown[]>(...parts: Parts) => [...ADMIN_KEY, ...parts] as const

export const adminKeys = {
  stats: keyOf('stats'),
  health: keyOf('health'),
  users: keyOf('users'),
  jobs: keyOf('jobs'),
  subscriptions: keyOf('subscriptions'),
  settings: keyOf('settings'),
  storage: keyOf('storage'),
  messages: keyOf('messages'),
  subscribers: keyOf('subscribers'),
  notices: keyOf('notices'),
  blocklist: keyOf('blocklist'),
  audit: keyOf('audit'),
}

export const statsQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.stats,
  queryFn: ({ signal }) => calls.loadStats(signal),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

export const healthQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.health,
  queryFn: ({ signal }) => calls.loadAdminHealth(signal),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

export const usersQuery = (request: calls.UsersRequest) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.users, request],
    queryFn: ({ signal }) => calls.loadUsers(request, signal),
  })

export const jobsQuery = (status: JobFilter, page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.jobs, status, page],
    queryFn: ({ signal }) => calls.loadJobs(status, page, signal),
    refetchInterval: INTERACTION.adminJobsRefreshMs,
  })

export const subscriptionsQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.subscriptions, page],
    queryFn: ({ signal }) => calls.loadSubscriptions(page, signal),
  })

export const settingsQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.settings,
  queryFn: ({ signal }) => calls.loadSettings(signal),
})

export const storageQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.storage,
  queryFn: ({ signal }) => calls.loadStorage(signal),
})

export const messagesQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.messages, page],
    queryFn: ({ signal }) => calls.loadContactMessages(page, signal),
  })

export const subscribersQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.subscribers, page],
    queryFn: ({ signal }) => calls.loadSubscribers(page, signal),
  })

export const noticesQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.notices, page],
    queryFn: ({ signal }) => calls.loadNotices(page, signal),
  })

export const blocklistQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.blocklist, page],
    queryFn: ({ signal }) => calls.loadBlockedLinks(page, signal),
  })

export const auditQuery = (request: calls.AuditRequest) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.audit, request],
    queryFn: ({ signal }) => calls.loadAuditEntries(request, signal),
  })
