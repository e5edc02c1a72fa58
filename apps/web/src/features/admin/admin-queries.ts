import { listAuditEntries } from '@kerf/contract/admin-audit'
import * as jobCalls from '@kerf/contract/admin-jobs'
import * as messageCalls from '@kerf/contract/admin-messages'
import * as moderationCalls from '@kerf/contract/admin-moderation'
import * as settingsCalls from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import * as userCalls from '@kerf/contract/admin-users'
import type { BodyInput } from '@kerf/contract/protocol/endpoint'
import type { JobFilter } from '@kerf/domain/jobs/admin-job'
import type { AuditAction } from '@kerf/domain/moderation/audit'
import type { AccountChange, UserFilter, UserSort } from '@kerf/domain/people/admin-rules'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { INTERACTION } from '../../data/interaction-numbers.ts'
import { callApi, callApiPage } from '../../data/session/as-person.ts'

/** Which accounts are shown. Pages count from 1. */
export interface UsersRequest {
  search: string
  filter: UserFilter
  sort: UserSort
  page: number
}

export interface AuditRequest {
  action: AuditAction | 'all'
  search: string
  page: number
}

/**
 * What the panel reads. Unlike elsewhere it is asked for again whenever somebody comes to look, since other people change it
 * all the time; and asked for also while the browser takes itself for offline, so that a failure is shown instead of waited out.
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
  queryFn: ({ signal }) => callApi(readAdminStats, { signal }),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

export const healthQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.health,
  queryFn: ({ signal }) => callApi(settingsCalls.readAdminHealth, { signal }),
  refetchInterval: INTERACTION.adminStatsRefreshMs,
})

export const settingsQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.settings,
  queryFn: ({ signal }) => callApi(settingsCalls.readSettings, { signal }),
})

export const storageQuery = queryOptions({
  ...fresh,
  queryKey: adminKeys.storage,
  queryFn: ({ signal }) => callApi(settingsCalls.readStorage, { signal }),
})

/** Asks for a page of the accounts once. */
const loadUsers = ({ search, filter, sort, page }: UsersRequest, signal: AbortSignal) =>
  callApiPage(userCalls.listUsers, { query: { search: search || undefined, filter, sort, page }, signal })

export const usersQuery = (request: UsersRequest) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.users, request],
    queryFn: ({ signal }) => loadUsers(request, signal),
  })

export const jobsQuery = (status: JobFilter, page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.jobs, status, page],
    queryFn: ({ signal }) =>
      callApiPage(jobCalls.listJobs, { query: { status: status === 'all' ? undefined : status, page }, signal }),
    refetchInterval: INTERACTION.adminJobsRefreshMs,
  })

export const auditQuery = ({ action, search, page }: AuditRequest) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.audit, action, search, page],
    queryFn: ({ signal }) => {
      const filter = { ...(action === 'all' ? {} : { action }), ...(search === '' ? {} : { search }) }
      return callApiPage(listAuditEntries, { query: { ...filter, page }, signal })
    },
  })

export const subscriptionsQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.subscriptions, page],
    queryFn: ({ signal }) => callApiPage(listSubscriptions, { query: { page }, signal }),
  })

export const messagesQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.messages, page],
    queryFn: ({ signal }) => callApiPage(messageCalls.listContactMessages, { query: { page }, signal }),
  })

export const subscribersQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.subscribers, page],
    queryFn: ({ signal }) => callApiPage(messageCalls.listNewsletterSubscribers, { query: { page }, signal }),
  })

export const noticesQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.notices, page],
    queryFn: ({ signal }) => callApiPage(moderationCalls.listNotices, { query: { page }, signal }),
  })

export const blocklistQuery = (page: number) =>
  queryOptions({
    ...paged,
    queryKey: [...adminKeys.blocklist, page],
    queryFn: ({ signal }) => callApiPage(moderationCalls.listBlockedLinks, { query: { page }, signal }),
  })

export const updateUser = (id: string, change: AccountChange) =>
  callApi(userCalls.updateUser, { params: { id }, body: change })

export const deleteUser = (id: string) => callApi(userCalls.deleteUser, { params: { id } })

export const retryJob = (id: string) => callApi(jobCalls.retryJob, { params: { id }, body: {} })

export const cancelJob = (id: string) => callApi(jobCalls.cancelJob, { params: { id }, body: {} })

export const saveSettings = (change: settingsCalls.SettingsChange) =>
  callApi(settingsCalls.saveSettings, { body: change })

export const runCleanup = () => callApi(settingsCalls.runCleanup, { body: {} })

export const markContactMessage = (id: string, status: messageCalls.ContactMessageRecord['status']) =>
  callApi(messageCalls.markContactMessage, { params: { id }, body: { status } })

export const decideNotice = (body: BodyInput<typeof moderationCalls.decideNotice>) =>
  callApi(moderationCalls.decideNotice, { body })

export const blockLink = (body: BodyInput<typeof moderationCalls.blockLink>) =>
  callApi(moderationCalls.blockLink, { body })

export const unblockLink = (id: string) => callApi(moderationCalls.unblockLink, { params: { id } })
