import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { openAccount } from '../accounts/open-account.ts'
import { endPrograms } from '../accounts/take-over.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'

const NO_CALLER = { ipAddress: '', userAgent: null }

/**
 * Makes an account an admin, or creates one. An existing account gets this password and loses second factor, sessions
 * and API keys.
 */
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
  const creation = await openAccount(deps.accounts, { name: email.split('@')[0] ?? email, email, password }, NO_CALLER)
  if (!creation.ok) throw new Error(`No account could be made for ${email}: ${creation.code}`)
  await promote(deps, creation.value.account, null)
  return 'made'
}

async function promote(deps: Deps<'database' | 'clock'>, account: AccountRecord, hash: string | null): Promise<void> {
  await deps.database.transaction((records) => promoteWithin(records, account, hash, deps.clock.now()))
}

/**
 * Makes an account an admin within the caller's transaction, and voids all other access to it.
 * @param hash hash of the operator's password; null if the account already has it
 * @param auditPrefix first words of the details in the audit log
 */
export async function promoteWithin(
  records: Records,
  account: AccountRecord,
  hash: string | null,
  at: Date,
  auditPrefix = '',
): Promise<void> {
  await records.accounts.renew(account.id, {
    role: 'admin',
    roleFromGroup: false,
    isActive: true,
    emailVerified: true,
  })
  if (hash !== null) await records.accounts.setPasswordHash(account.id, hash)
  await records.accounts.dropSecondFactor(account.id)
  await records.sessions.endAll(account.id)
  await endPrograms(records, account)
  // Tokens and queued emails were requested by the former user of the account.
  await records.tokens.forgetAccount(account.id)
  await records.mailQueue.forget(account)
  await noteAction(records, {
    by: null,
    at,
    action: 'admin_made',
    target: { kind: 'account', id: account.id, name: null },
    details: `${auditPrefix}${hash === null ? 'a new account' : 'with a new password'}`,
  })
}
