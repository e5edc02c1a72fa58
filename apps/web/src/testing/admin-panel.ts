import { ADDRESS_FILE_TEXT } from '@kerf/contract/admin-address'
import type { User } from '@kerf/contract/auth'
import { page } from 'vitest/browser'
import { open } from './app.tsx'
import { panelAnswers } from './examples/admin-answers.ts'
import { button, heading, see } from './screen.ts'
import { addScripts, answerRequests, markSignedIn } from './scripted-server.ts'

/** Signs an admin in and answers every read of the panel. A later script of the same call takes precedence. */
export function scriptPanel(admin?: User): void {
  markSignedIn()
  addScripts(panelAnswers(admin))
  answerAddressTest()
}

/** Answers the panel's test of the connection to the server, as a server without a proxy does. */
function answerAddressTest(): void {
  let probeMark: string | null = null
  answerRequests(({ method, url }) => {
    if (!url.pathname.startsWith('/api/admin/address')) return undefined
    if (method === 'POST') return new Response(`${JSON.stringify({ mark: probeMark, seesVisitors: true })}\n`)
    probeMark = url.searchParams.get('mark')
    return new Response(ADDRESS_FILE_TEXT.slice(4, 9), { status: 206 })
  })
}

/** Opens this tab of the panel. */
export async function openPanel(tab = 'users'): Promise<void> {
  await open(tab === 'users' ? '/admin' : `/admin?tab=${tab}`)
  await see(heading('Admin Panel'))
}

/** Opens the menu of a user in the list, and picks an action. */
export async function choose(person: string, action: string): Promise<void> {
  await button(`Actions for ${person}`).click()
  await page.getByRole('menuitem', { name: action }).click()
}
