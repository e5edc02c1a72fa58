import type { Payment } from '@kerf/contract/user'
import type { Locator } from 'playwright-core'
import { DESKTOP } from '../browser.ts'
import type { Visit } from '../visit.ts'
import { type AccountScript, EXAMPLE_PAYMENTS, scriptAccount, UNPAID } from './script-account.ts'
import type { Stage } from './stage.ts'

// The pages of a user with an account, and locators on them by name.

export const IN_A_YEAR = '2027-11-20T10:00:00.000Z'
export const NORTH_COAST = 'North coast in three days: the road, the boat, the tent'

/** A payment with a partial refund. */
export const PARTLY_REFUNDED: Payment = {
  ...EXAMPLE_PAYMENTS[0]!,
  id: '3YE92441NB661842L',
  receiptNumber: 'KERF-2026-000043',
  refundedCents: 1000,
  createdAt: '2026-03-13T10:00:00.000Z',
  paidAt: '2026-03-13T10:01:00.000Z',
  startsAt: '2027-03-12T10:01:00.000Z',
  endsAt: '2028-03-12T10:01:00.000Z',
}

/** A payment that is still pending. */
export const PENDING: Payment = { ...PARTLY_REFUNDED, ...UNPAID, id: '9PEND', status: 'pending' }

/** Opens a page of a user with an account. */
export async function arriveAtOwn(
  stage: Stage,
  path: string,
  script: AccountScript = {},
  screen = DESKTOP,
): Promise<Visit> {
  const visit = await stage.visit({ path: '/favicon.svg', screen })
  await openInSameTab(visit, path, script)
  return visit
}

/** Opens a page in the visit's tab, as the user of the script. */
export async function openInSameTab(visit: Visit, path: string, script: AccountScript = {}): Promise<void> {
  await scriptAccount(visit, script)
  await open(visit, path)
}

export async function open(visit: Visit, path: string): Promise<void> {
  await visit.page.goto(new URL(path, visit.page.url()).href)
  await visit.page.getByRole('heading', { level: 1 }).waitFor()
}

export const heading = (visit: Visit, name: string): Locator => visit.page.getByRole('heading', { name, exact: true })
export const link = (visit: Visit, name: string): Locator =>
  visit.page.getByRole('main').getByRole('link', { name, exact: true })
export const job = (visit: Visit, title: string, quality: string): Locator =>
  visit.page.getByRole('listitem', { name: `${title}, ${quality}`, exact: true })

/** The value of a fact about an account, by its term on the page. */
export const fact = (visit: Visit, term: string): Locator =>
  visit.page
    .locator('dl > div')
    .filter({ has: visit.page.getByText(term, { exact: true }) })
    .locator('dd')
