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
import { callApi, callApiPage } from '../../data/session/as-person.ts'

/** Which accounts are shown. Pages count from 1. */
export interface UsersRequest {
  search: string
  filter: UserFilter
  sort: UserSort
  page: number
}

export const loadStats = (signal: AbortSignal) => callApi(readAdminStats, { signal })

export const loadUsers = ({ search, filter, sort, page }: UsersRequest, signal: AbortSignal) =>
  callApiPage(userCalls.listUsers, { query: { search: search || undefined, filter, sort, page }, signal })

export const updateUser = (id: string, change: AccountChange) =>
  callApi(userCalls.updateUser, { params: { id }, body: change })

export const deleteUser = (id: string) => callApi(userCalls.deleteUser, { params: { id } })

export const loadJobs = (status: JobFilter, page: number, signal: AbortSignal) =>
  callApiPage(jobCalls.listJobs, { query: { status: status === 'all' ? undefined : status, page }, signal })

export const retryJob = (id: string) => callApi(jobCalls.retryJob, { params: { id }, body: {} })

export const cancelJob = (id: string) => callApi(jobCalls.cancelJob, { params: { id }, body: {} })

export const loadSubscriptions = (page: number, signal: AbortSignal) =>
  callApiPage(listSubscriptions, { query: { page }, signal })

export const loadSettings = (signal: AbortSignal) => callApi(settingsCalls.readSettings, { signal })

export const saveSettings = (change: settingsCalls.SettingsChange) =>
  callApi(settingsCalls.saveSettings, { body: change })

export const runCleanup = () => callApi(settingsCalls.runCleanup, { body: {} })

export const loadStorage = (signal: AbortSignal) => callApi(settingsCalls.readStorage, { signal })

export const loadAdminHealth = (signal: AbortSignal) => callApi(settingsCalls.readAdminHealth, { signal })

export const loadContactMessages = (page: number, signal: AbortSignal) =>
  callApiPage(messageCalls.listContactMessages, { query: { page }, signal })

export const markContactMessage = (id: string, status: messageCalls.ContactMessageRecord['status']) =>
  callApi(messageCalls.markContactMessage, { params: { id }, body: { status } })

export const loadSubscribers = (page: number, signal: AbortSignal) =>
  callApiPage(messageCalls.listNewsletterSubscribers, { query: { page }, signal })

export const loadNotices = (page: number, signal: AbortSignal) =>
  callApiPage(moderationCalls.listNotices, { query: { page }, signal })

export const decideNotice = (body: BodyInput<typeof moderationCalls.decideNotice>) =>
  callApi(moderationCalls.decideNotice, { body })

export const loadBlockedLinks = (page: number, signal: AbortSignal) =>
  callApiPage(moderationCalls.listBlockedLinks, { query: { page }, signal })

export const blockLink = (body: BodyInput<typeof moderationCalls.blockLink>) =>
  callApi(moderationCalls.blockLink, { body })

export const unblockLink = (id: string) => callApi(moderationCalls.unblockLink, { params: { id } })

export interface AuditRequest {
  action: AuditAction | 'all'
  search: string
  page: number
}

export const loadAuditEntries = ({ action, search, page }: AuditRequest, signal: AbortSignal) => {
  const filter = { ...(action === 'all' ? {} : { action }), ...(search === '' ? {} : { search }) }
  return callApiPage(listAuditEntries, { query: { ...filter, page }, signal })
}
