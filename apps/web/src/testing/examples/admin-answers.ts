import { listAuditEntries } from '@kerf/contract/admin-audit'
import { listInvitations } from '@kerf/contract/admin-invitations'
import { listJobs } from '@kerf/contract/admin-jobs'
import { listContactMessages, listNewsletterSubscribers } from '@kerf/contract/admin-messages'
import { listBlockedLinks, listNotices } from '@kerf/contract/admin-moderation'
import { readAdminHealth, readSettings, readStorage } from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import { listUsers } from '@kerf/contract/admin-users'
import { readCurrentUser, type User } from '@kerf/contract/auth'
import { TOTAL_COUNT_HEADER } from '@kerf/contract/protocol/client'
import { listShares } from '@kerf/contract/share'
import { type CallScript, callScript } from '../scripted-call.ts'
import * as examples from './admin-examples.ts'

/** Response header with the total count of a list. A test can change the value while it runs. */
export interface TotalCountHeader {
  [TOTAL_COUNT_HEADER]: string
}

export const totalHeader = (count: number): TotalCountHeader & Record<string, string> => ({
  [TOTAL_COUNT_HEADER]: String(count),
})

/** Answers every read of the admin panel. */
export const panelAnswers = (admin: User = examples.ADMIN): CallScript[] => [
  callScript(readCurrentUser, () => admin),
  callScript(readAdminStats, () => examples.exampleStats()),
  callScript(readAdminHealth, () => examples.exampleHealth()),
  callScript(listUsers, () => examples.exampleUsers(), totalHeader(5)),
  callScript(listInvitations, () => [examples.exampleInvitation()], totalHeader(1)),
  callScript(listJobs, () => examples.exampleJobs(), totalHeader(5)),
  callScript(listSubscriptions, () => examples.exampleSubscriptions(), totalHeader(3)),
  callScript(readSettings, () => examples.exampleSettings()),
  callScript(readStorage, () => examples.EXAMPLE_STORAGE),
  callScript(listContactMessages, () => examples.exampleMessages(), totalHeader(1)),
  callScript(listNewsletterSubscribers, () => examples.exampleSubscribers(), totalHeader(2)),
  callScript(listNotices, () => examples.exampleNotices(), totalHeader(1)),
  callScript(listBlockedLinks, () => [examples.exampleBlockedLink()], totalHeader(1)),
  callScript(listShares, () => [examples.exampleShare()], totalHeader(1)),
  callScript(listAuditEntries, () => examples.exampleAudit(), totalHeader(1)),
]
