import { mayDeleteUser } from '@kerf/domain/people/admin-rules'
import type { Language } from '@kerf/messages/languages'
import { eraseAccount } from '../accounts/delete-account.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** An admin deletes somebody who is not an admin, with all their data. They get one last email. */
export async function deletePerson(
  deps: Deps<'database' | 'files' | 'clock'>,
  { id, by, language }: { id: string; by: string; language: Language },
): Promise<Outcome<undefined>> {
  const erased = await deps.database.transaction(async (records): Promise<Outcome<string[]>> => {
    // In the order in which delete-account.ts locks: of two who delete the same account, the second finds none.
    const admins = await records.accounts.lockActiveAdmins()
    if (!admins.includes(by)) return refused('needs_admin')
    // What a stranger has is theirs under an id of the same kind.
    if (!(await records.accounts.find(id))) return refused('not_found')
    await records.quota.lock(id)
    const account = await records.accounts.lock(id)
    if (!account) {
      // What was locked would be all that is left of them.
      await records.userData.delete(id)
      return refused('not_found')
    }
    const decision = mayDeleteUser(account)
    if (!decision.allowed) return refused(decision.reason)
    const { email, name } = account
    const [lastOrder] = await records.orders.listFor(id)
    const fileKeys = await eraseAccount(records, account, deps.clock.now())
    await records.mailQueue.enqueue({
      kind: 'account_deleted',
      email,
      name,
      language: lastOrder?.language ?? language,
    })
    await noteAction(records, {
      by,
      at: deps.clock.now(),
      action: 'user_deleted',
      target: { kind: 'account', id, name: null },
    })
    return done(fileKeys)
  })
  if (!erased.ok) return erased
  // After the commit; the sweep deletes what this does not.
  await Promise.allSettled(erased.value.map((key) => deps.files.delete(key)))
  return done(undefined)
}
