import { mayChangeUser } from '@kerf/domain/people/admin-rules'
import type { Language } from '@kerf/messages/languages'
import type { FoundSession } from '../../ports/accounts.ts'
import { confirmPassword } from '../accounts/password-check.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { eraseAccount } from './erase-account.ts'

/** Somebody leaves, and nothing here names them any more but one last email. The last admin stays. */
export async function deleteAccount(
  deps: Deps<'database' | 'accounts' | 'limits' | 'files' | 'clock'>,
  { session, password, language }: { session: FoundSession; password: string; language: Language },
): Promise<Outcome<undefined>> {
  const { id } = session.account
  const confirmed = await confirmPassword(deps, { accountId: id, password })
  if (!confirmed.ok) return confirmed
  const erased = await deps.database.transaction(async (records): Promise<Outcome<string[]>> => {
    // Locked before anything is looked at: of two admins who leave at once, the second is the last one, and of two who
    // delete the same account, the second finds none.
    const admins = await records.accounts.lockActiveAdmins()
    await records.quota.lock(id)
    const account = await records.accounts.find(id)
    if (!account) {
      // What was locked would be all that is left of them.
      await records.userData.delete(id)
      return done([])
    }
    const others = admins.filter((admin) => admin !== id).length
    const decision = mayChangeUser(account, { isActive: false }, others)
    if (!decision.allowed) return refused(decision.reason)
    const fileKeys = await eraseAccount(records, account, deps.clock.now())
    const { email, name, emailVerified } = account
    const message = { kind: 'account_deleted', email, name, language } as const
    await records.mailQueue.enqueue(emailVerified ? message : { ...message, unasked: true })
    return done(fileKeys)
  })
  if (!erased.ok) return erased
  // After the commit. The account is gone whatever becomes of these: the database knows them no more, and the sweep deletes
  // what it does not know.
  await Promise.allSettled(erased.value.map((key) => deps.files.delete(key)))
  return done(undefined)
}
