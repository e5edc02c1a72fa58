import type { User } from '@kerf/contract/auth'
import { type AccountChange, changedFields, mayChangeUser, mayDeleteUser } from '@kerf/domain/people/admin-rules'
import { type PlanId, planAt } from '@kerf/domain/plans/plans'
import type { Language } from '@kerf/messages/languages'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { describeAccount, setRole } from '../accounts/change-account.ts'
import { deleteErasedFiles, eraseAccount } from '../accounts/delete-account.ts'
import { cancelAll } from '../downloads/end-download.ts'
import { grantWithin } from '../payments/grant-plan.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'

/** Changes plan, role or suspension: all or nothing. `by` is the admin's account. */
export async function changePerson(
  deps: Deps<'database' | 'clock'>,
  { id, change, by }: { id: string; change: AccountChange; by: string },
): Promise<Outcome<User>> {
  return await deps.database.transaction(async (records) => {
    const at = deps.clock.now()
    // Before anybody is looked at: of two admins who demote each other the second is none any more.
    const admins = await records.accounts.lockActiveAdmins()
    if (!admins.includes(by)) return refused('needs_admin')
    const account = await lockPerson(records, id, change.isActive === false)
    if (!account) return refused('not_found')
    const others = admins.filter((admin) => admin !== id).length
    const decision = mayChangeUser(account, change, others)
    if (!decision.allowed) return refused(decision.reason)

    const before = stateOf(account, at)
    const after = { ...before, ...givenOf(change) }
    const changed = changedFields(before, after)
    if (changed.length === 0) return done(describeAccount(account, at))
    if (changed.includes('subscription'))
      await grantWithin(records, { accountId: id, plan: after.subscription, by, at })
    if (changed.includes('role')) await setRole(records, id, after.role)
    if (changed.includes('isActive')) await setActive(records, id, after.isActive, at)
    await noteAction(records, {
      by,
      at,
      action: 'user_updated',
      target: { kind: 'account', id, name: null },
      details: changed.map((field) => wordsFor(field, before, after)).join('; '),
    })
    const now = await records.accounts.find(id)
    return now ? done(describeAccount(now, at)) : refused('not_found')
  })
}

/** With the count of what they take as well, in the order in which everybody locks the two. */
async function lockPerson(records: Records, id: string, withCount: boolean): Promise<AccountRecord | null> {
  // The count of somebody who is not there would be made by being locked.
  if (!withCount || !(await records.accounts.find(id))) return await records.accounts.lock(id)
  await records.quota.lock(id)
  const account = await records.accounts.lock(id)
  // Deleted in this moment: what was locked would be all that is left of them.
  if (!account) await records.userData.delete(id)
  return account
}

type State = Required<{ [Field in keyof AccountChange]: NonNullable<AccountChange[Field]> }>

const stateOf = (account: AccountRecord, at: Date): State => ({
  subscription: planAt(account, at),
  role: account.role,
  isActive: account.isActive,
})

const givenOf = (change: AccountChange): Partial<State> =>
  Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined))

async function setActive(records: Records, id: string, isActive: boolean, at: Date): Promise<void> {
  await records.accounts.update(id, { isActive })
  if (isActive) return
  await records.sessions.endAll(id)
  await cancelAll(records, id, at)
}

const PLAN_WORDS: Readonly<Record<PlanId, string>> = {
  free: 'Free',
  'pro-monthly': 'Pro (monthly)',
  'pro-yearly': 'Pro (yearly)',
  lifetime: 'Lifetime',
}

function wordsFor(field: keyof State, before: State, after: State): string {
  if (field === 'isActive') return after.isActive ? 'suspended, now active' : 'active, now suspended'
  if (field === 'subscription') return `plan: ${PLAN_WORDS[before.subscription]}, now ${PLAN_WORDS[after.subscription]}`
  return `role: ${before.role}, now ${after.role}`
}

/** An admin deletes somebody who is not an admin, with all their data. A confirmed mailbox gets one last email. */
export async function deletePerson(
  deps: Deps<'database' | 'files' | 'clock'>,
  { id, by, language }: { id: string; by: string; language: Language },
): Promise<Outcome<undefined>> {
  const erased = await deps.database.transaction(async (records): Promise<Outcome<string[]>> => {
    // In the order in which delete-account.ts locks: of two who delete the same account, the second finds none.
    const admins = await records.accounts.lockActiveAdmins()
    if (!admins.includes(by)) return refused('needs_admin')
    const account = await lockPerson(records, id, true)
    if (!account) return refused('not_found')
    const decision = mayDeleteUser(account)
    if (!decision.allowed) return refused(decision.reason)
    const [lastOrder] = await records.orders.listFor(id)
    const at = deps.clock.now()
    const fileKeys = await eraseAccount(records, account, lastOrder?.language ?? language, at)
    await noteAction(records, { by, at, action: 'user_deleted', target: { kind: 'account', id, name: null } })
    return done(fileKeys)
  })
  return deleteErasedFiles(deps, erased)
}
