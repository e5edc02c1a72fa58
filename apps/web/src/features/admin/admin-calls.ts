import * as adminCalls from '@kerf/contract/admin'
import * as abuseCalls from '@kerf/contract/admin-abuse'
import * as jobCalls from '@kerf/contract/admin-jobs'
import * as settingsCalls from '@kerf/contract/admin-settings'
import type { BodyInput } from '@kerf/contract/endpoint'
import type { JobFilter } from '@kerf/domain/admin-job'
import type { AccountChange, UserFilter, UserSort } from '@kerf/domain/admin-rules'
import type { AuditAction } from '@kerf/domain/audit'
import { callApi, callApiPage } from '../../data/session/as-person.ts'

/** Which accounts are shown. Pages count from 1. */
export interface UsersRequest {
  search: string
  filter: UserFilter
  sort: UserSort
  page: number
}

export const loadStats = (signal: AbortSignal) => callApi(adminCalls.readAdminStats, { signal })

export const loadUsers = ({ search, filter, sort, page }: UsersRequest, signal: AbortSignal) =>
  callApiPage(adminCalls.listUsers, { query: { search: search || undefined, filter, sort, page }, signal })

export const updateUser = (id: string, change: AccountChange) =>
  callApi(adminCalls.updateUser, { params: { id }, body: change })

export const deleteUser = (id: string) => callApi(adminCalls.deleteUser, { params: { id } })

export const loadJobs = (status: JobFilter, page: number, signal: AbortSignal) =>
  callApiPage(jobCalls.listJobs, { query: { status: status === 'all' ? undefined : status, page }, signal })

export const retryJob = (id: string) => callApi(jobCalls.retryJob, { params: { id }, body: {} })

export const cancelJob = (id: string) => callApi(jobCalls.cancelJob, { params: { id }, body: {} })

export const loadSubscriptions = (page: number, signal: AbortSignal) =>
  callApiPage(adminCalls.listSubscriptions, { query: { page }, signal })

export const loadSettings = (signal: AbortSignal) => callApi(settingsCalls.readSettings, { signal })

export const saveSettings = (change: settingsCalls.SettingsChange) =>
  callApi(settingsCalls.saveSettings, { body: change })

export const runCleanup = () => callApi(settingsCalls.runCleanup, { body: {} })

export const loadStorage = (signal: AbortSignal) => callApi(settingsCalls.readStorage, { signal })

export const loadAdminHealth = (signal: AbortSignal) => callApi(settingsCalls.readAdminHealth, { signal })

export const loadContactMessages = (page: number, signal: AbortSignal) =>
  callApiPage(abuseCalls.listContactMessages, { query: { page }, signal })

export const markContactMessage = (id: string, status: abuseCalls.ContactMessageRecord['status']) =>
  callApi(abuseCalls.markContactMessage, { params: { id }, body: { status } })

export const loadSubscribers = (page: number, signal: AbortSignal) =>
  callApiPage(abuseCalls.listNewsletterSubscribers, { query: { page }, signal })

export const loadNotices = (page: number, signal: AbortSignal) =>
  callApiPage(abuseCalls.listNotices, { query: { page }, signal })

export const decideNotice = (body: BodyInput<typeof abuseCalls.decideNotice>) =>
  callApi(abuseCalls.decideNotice, { body })

export const loadBlockedLinks = (page: number, signal: AbortSignal) =>
  callApiPage(abuseCalls.listBlockedLinks, { query: { page }, signal })

export const blockLink = (body: BodyInput<typeof abuseCalls.blockLink>) => callApi(abuseCalls.blockLink, { body })

export const unblockLink = (id: string) => callApi(abuseCalls.unblockLink, { params: { id } })

export interface AuditRequest {
  action: AuditAction | 'all'
  search: string
  page: number
}

export const loadAuditEntries = ({ action, search, page }: AuditRequest, signal: AbortSignal) => {
  const filter = { ...(action === 'all' ? {} : { action }), ...(search === '' ? {} : { search }) }
  return callApiPage(abuseCalls.listAuditEntries, { query: { ...filter, page }, signal })
}
