import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { openAccount } from '../accounts/open-account.ts'
import { endPrograms } from '../accounts/take-over.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'

const NO_BROWSER = { address: '', userAgent: null }

/** An existing account may be a stranger's: it gets this password, loses its second factor, its sessions and its API keys. */
export async function makeAdmin(
  deps: Deps<'database' | 'accounts' | 'clock'>,
  { email, password }: { email: string; password: string },
): Promise<'made' | 'promoted' | 'was_admin'> {
  const account = await deps.database.records.accounts.findByEmail(email)
  if (account?.role === 'admin' && account.isActive) return 'was_admin'
  if (account) {
    await promote(deps, account, await deps.accounts.hashPassword(password))
    return 'promoted'
  }
  const opened = await openAccount(deps.accounts, { name: email.split('@')[0] ?? email, email, password }, NO_BROWSER)
  if (!opened.ok) throw new Error(`No account could be made for ${email}: ${opened.code}`)
  await promote(deps, opened.value.account, null)
  return 'made'
}

async function promote(deps: Deps<'database' | 'clock'>, account: AccountRecord, hash: string | null): Promise<void> {
  await deps.database.transaction((within) => promoteWithin(within, account, hash, deps.clock.now()))
}

/**
 * @param hash of the operator's password, null where it is the account's already
 * @param way what the audit log says first
 */
export async function promoteWithin(
  within: Records,
  account: AccountRecord,
  hash: string | null,
  at: Date,
  way = '',
): Promise<void> {
  await within.accounts.renew(account.id, {
    role: 'admin',
    roleFromGroup: false,
    isActive: true,
    emailVerified: true,
  })
  if (hash !== null) await within.accounts.setPasswordHash(account.id, hash)
  await within.accounts.dropSecondFactor(account.id)
  await within.sessions.endAll(account.id)
  await endPrograms(within, account)
  // What is out, or waits to be sent, was asked for by whoever had the account before.
  await within.tokens.forgetAccount(account.id)
  await within.mailQueue.forget(account)
  await noteAction(within, {
    by: null,
    at,
    action: 'admin_made',
    target: { kind: 'account', id: account.id, name: null },
    details: `${way}${hash === null ? 'a new account' : 'with a new password'}`,
  })
}
