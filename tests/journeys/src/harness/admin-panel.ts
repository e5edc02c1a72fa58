import { ADDRESS_FILE } from '@kerf/contract/admin-address'
import { listAuditEntries } from '@kerf/contract/admin-audit'
import { listInvitations } from '@kerf/contract/admin-invitations'
import { listJobs } from '@kerf/contract/admin-jobs'
import { listContactMessages, listNewsletterSubscribers } from '@kerf/contract/admin-messages'
import { listBlockedLinks, listNotices } from '@kerf/contract/admin-moderation'
import { readAdminHealth, readSettings, readStorage } from '@kerf/contract/admin-settings'
import { readAdminStats } from '@kerf/contract/admin-stats'
import { listSubscriptions } from '@kerf/contract/admin-subscriptions'
import { listUsers } from '@kerf/contract/admin-users'
import type { User } from '@kerf/contract/auth'
import { PROCESS_EVENTS_TYPE } from '@kerf/contract/process-events'
import { TOTAL_COUNT_HEADER } from '@kerf/contract/protocol/client'
import { listShares } from '@kerf/contract/share'
import type { Locator } from 'playwright-core'
import * as examples from './admin-examples.ts'
import { scriptCall, signedInAs } from './servers/script-calls.ts'
import type { Stage, VisitOptions } from './servers/stage.ts'
import type { Visit } from './visit.ts'

/** Response header with the total count of a list. A journey can change the value while it runs. */
export interface Total {
  [TOTAL_COUNT_HEADER]: string
}

export const totalOf = (count: number): Total & Record<string, string> => ({ [TOTAL_COUNT_HEADER]: String(count) })

/**
 * Signs an admin in and scripts an answer for every read of the panel. A later script of the same call takes
 * precedence.
 */
export async function scriptPanel(visit: Visit, admin: User = examples.ADMIN): Promise<void> {
  await Promise.all([
    signedInAs(visit, admin),
    scriptCall(visit, readAdminStats, () => examples.exampleStats()),
    scriptCall(visit, readAdminHealth, () => examples.exampleHealth()),
    scriptAddress(visit),
    scriptCall(visit, listUsers, () => examples.exampleUsers(), totalOf(5)),
    scriptCall(visit, listInvitations, () => [examples.exampleInvitation()], totalOf(1)),
    scriptCall(visit, listJobs, () => examples.exampleJobs(), totalOf(5)),
    scriptCall(visit, listSubscriptions, () => examples.exampleSubscriptions(), totalOf(3)),
    scriptCall(visit, readSettings, () => examples.exampleSettings()),
    scriptCall(visit, readStorage, () => examples.EXAMPLE_STORAGE),
    scriptCall(visit, listContactMessages, () => examples.exampleMessages(), totalOf(1)),
    scriptCall(visit, listNewsletterSubscribers, () => examples.exampleSubscribers(), totalOf(2)),
    scriptCall(visit, listNotices, () => examples.exampleNotices(), totalOf(1)),
    scriptCall(visit, listBlockedLinks, () => [examples.exampleBlockedLink()], totalOf(1)),
    scriptCall(visit, listShares, () => [examples.exampleShare()], totalOf(1)),
    scriptCall(visit, listAuditEntries, () => examples.exampleAudit(), totalOf(1)),
  ])
}

/** Answers the panel's test of the way to the browser, as a server without a proxy does. */
async function scriptAddress(visit: Visit): Promise<void> {
  let mark: string | null = null
  await visit.answer('*/api/admin/address*', (request) => {
    if (request.method() === 'POST')
      return { contentType: PROCESS_EVENTS_TYPE, body: `${JSON.stringify({ mark, seesVisitors: true })}\n` }
    mark = new URL(request.url()).searchParams.get('mark')
    return { status: 206, body: ADDRESS_FILE.slice(4, 9) }
  })
}

/**
 * Path of a page without the app. A visit starts there, because the app asks who is signed in only once, when it loads.
 */
export const BEFORE_THE_APP = '/favicon.svg'

export const addressOf = (tab: string): string => (tab === 'users' ? '/admin' : `/admin?tab=${tab}`)

/** Loads the panel with this tab open. */
export async function openPanel(visit: Visit, tab = 'users'): Promise<void> {
  await visit.page.goto(new URL(addressOf(tab), visit.page.url()).href)
  await visit.page.getByRole('heading', { level: 1, name: 'Admin Panel' }).waitFor()
}

/** Changes the address within the app, as a link does. */
export async function goTo(visit: Visit, address: string): Promise<void> {
  await visit.page.evaluate((target) => history.pushState(null, '', target), address)
}

export async function visitAdmin(stage: Stage, options: VisitOptions = {}): Promise<Visit> {
  const visit = await stage.visit({ ...options, path: BEFORE_THE_APP })
  await scriptPanel(visit)
  return visit
}

export const row = (visit: Visit, text: string): Locator => visit.page.getByRole('row').filter({ hasText: text })

/** Opens the menu of a user in the list, and picks an action. */
export async function choose(visit: Visit, person: string, action: string): Promise<void> {
  await visit.button(`Actions for ${person}`).click()
  await visit.page.getByRole('menuitem', { name: action, exact: true }).click()
}

/** Holds one scripted answer until `open` is called. */
export function createGate(): { opened: Promise<void>; open: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { opened: promise, open: resolve }
}
