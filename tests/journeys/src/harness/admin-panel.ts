import type { Locator } from 'playwright-core'
import type { Visit } from './visit.ts'

/**
 * Path of a page without the app. A visit starts there, because the app requests the signed-in user only once, when it
 * loads.
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

export const row = (visit: Visit, text: string): Locator => visit.page.getByRole('row').filter({ hasText: text })

/** Opens the menu of a user in the list, and picks an action. */
export async function choose(visit: Visit, person: string, action: string): Promise<void> {
  await visit.button(`Actions for ${person}`).click()
  await visit.page.getByRole('menuitem', { name: action, exact: true }).click()
}
