import type { AccountRecord, Accounts } from '../../account-ports.ts'
import type { Database } from '../../ports.ts'
import { openAccount } from '../sign-up/sign-up.ts'

const NO_BROWSER = { address: '', userAgent: null }

/**
 * Makes the admin whom the operator names. An account that has the email already may have been made by anybody who typed
 * it: with its promotion it gets the operator's password, loses its second factor, and its sessions end. One that is an
 * admin already is left as it is.
 */
export function makeAdmin(deps: { database: Database; accounts: Accounts }) {
  const { records } = deps.database
  return async (email: string, password: string): Promise<'made' | 'promoted' | 'was_admin'> => {
    const account = await records.accounts.findByEmail(email)
    if (account?.role === 'admin' && account.isActive) return 'was_admin'
    if (account) {
      await deps.accounts.setPassword(account.id, password)
      await promote(account)
      return 'promoted'
    }
    const opened = await openAccount(deps.accounts, { name: email.split('@')[0] ?? email, email, password }, NO_BROWSER)
    if (!opened.ok) throw new Error(`No account could be made for ${email}: ${opened.code}`)
    await promote(opened.value.account)
    return 'made'
  }

  async function promote({ id }: AccountRecord): Promise<void> {
    await records.sessions.endAll(id)
    const change = { role: 'admin', isActive: true, emailVerified: true, twoFactorEnabled: false } as const
    await records.accounts.update(id, change)
  }
}
