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

/** Changes plan, role or suspension in one transaction. `by` is the admin's account. */
export async function changePerson(
  deps: Deps<'database' | 'clock'>,
  { id, change, by }: { id: string; change: AccountChange; by: string },
): Promise<Outcome<User>> {
  return await deps.database.transaction(async (records) => {
    const at = deps.clock.now()
    // The lock comes before all reads, so that of two admins who demote each other, the second is no longer an admin.
    const admins = await records.accounts.lockActiveAdmins()
    if (!admins.includes(by)) return refused('needs_admin')
    const account = await lockPerson(records, id, change.isActive === false)
    if (!account) return refused('not_found')
    const otherAdmins = admins.filter((admin) => admin !== id).length
    const decision = mayChangeUser(account, change, otherAdmins)
    if (!decision.allowed) return refused(decision.reason)

    const oldState = stateOf(account, at)
    const newState = { ...oldState, ...definedFields(change) }
    const fields = changedFields(oldState, newState)
    if (fields.length === 0) return done(describeAccount(account, at))
    if (fields.includes('subscription'))
      await grantWithin(records, { accountId: id, plan: newState.subscription, by, at })
    if (fields.includes('role')) await setRole(records, id, newState.role)
    if (fields.includes('isActive')) await setActive(records, id, newState.isActive, at)
    await noteAction(records, {
      by,
      at,
      action: 'user_updated',
      target: { kind: 'account', id, name: null },
      details: fields.map((field) => describeChange(field, oldState, newState)).join('; '),
    })
    const changedAccount = await records.accounts.find(id)
    return changedAccount ? done(describeAccount(changedAccount, at)) : refused('not_found')
  })
}

/** Locks an account, and its quota first if `withQuota` is set, in the same order as all other callers. */
async function lockPerson(records: Records, id: string, withQuota: boolean): Promise<AccountRecord | null> {
  // Locking the quota inserts its row, so a missing account must not reach that lock.
  if (!withQuota || !(await records.accounts.find(id))) return await records.accounts.lock(id)
  await records.quota.lock(id)
  const account = await records.accounts.lock(id)
  // The account was deleted meanwhile, so the quota row that the lock inserted is deleted too.
  if (!account) await records.userData.delete(id)
  return account
}

type AccountState = Required<{ [Field in keyof AccountChange]: NonNullable<AccountChange[Field]> }>

const stateOf = (account: AccountRecord, at: Date): AccountState => ({
  subscription: planAt(account, at),
  role: account.role,
  isActive: account.isActive,
})

const definedFields = (change: AccountChange): Partial<AccountState> =>
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

function describeChange(field: keyof AccountState, oldState: AccountState, newState: AccountState): string {
  if (field === 'isActive') return newState.isActive ? 'suspended, now active' : 'active, now suspended'
  if (field === 'subscription')
    return `plan: ${PLAN_WORDS[oldState.subscription]}, now ${PLAN_WORDS[newState.subscription]}`
  return `role: ${oldState.role}, now ${newState.role}`
}

/** Deletes a person who is not an admin, with all their data. A confirmed mailbox gets a last email. */
export async function deletePerson(
  deps: Deps<'database' | 'files' | 'clock'>,
  { id, by, language }: { id: string; by: string; language: Language },
): Promise<Outcome<undefined>> {
  const erasure = await deps.database.transaction(async (records): Promise<Outcome<string[]>> => {
    // Locks in the same order as delete-account.ts. A second deletion of the same account finds no account.
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
  return deleteErasedFiles(deps, erasure)
}
