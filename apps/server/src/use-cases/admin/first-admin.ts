import type { setUp as setUpCall } from '@kerf/contract/entry-links'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { SETUP_LINK_SECONDS } from '@kerf/domain/access/access-mode'
import type { AccountRecord, Caller } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { openFirstSession, tokenAttemptOf } from '../accounts/accept-invitation.ts'
import { openAccountWithin } from '../accounts/open-account.ts'
import type { SignedIn } from '../accounts/sign-in.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { hashToken, newToken } from '../shared/random-token.ts'
import { promoteWithin } from './make-admin.ts'

/**
 * Creates the token of a setup link for the first admin; null if there is an active admin. Voids links of ended
 * processes. Links of processes that start at the same time remain valid, because the operator may see only one of
 * them.
 */
export async function createSetupToken(
  deps: Deps<'database' | 'clock' | 'processes'>,
  processId: string,
): Promise<string | null> {
  const otherProcessIds = (await deps.processes.list()).map(({ id }) => id).filter((id) => id !== processId)
  return await deps.database.transaction(async (records) => {
    if ((await records.accounts.lockActiveAdmins()).length > 0) return null
    await records.setupLinks.keepOnlyOf(otherProcessIds)
    const token = newToken()
    const expiresAt = new Date(deps.clock.now().getTime() + SETUP_LINK_SECONDS * 1000)
    await records.setupLinks.add({ tokenHash: hashToken(token), processId, expiresAt })
    return token
  })
}

/**
 * Creates the first admin and voids all setup links, in one transaction. A new server sells nothing until its admin
 * says so.
 */
export async function setUp(
  deps: Deps<'database' | 'accounts' | 'limits' | 'deviceMarks' | 'clock' | 'presets' | 'paymentPresets'>,
  { body, caller }: { body: BodyOf<typeof setUpCall>; caller: Caller },
): Promise<Outcome<SignedIn>> {
  const { token, password, ...person } = body
  const attempt = tokenAttemptOf(caller)
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  const { setupLinks } = deps.database.records
  if (!(await setupLinks.isValid(hashToken(token), deps.clock.now()))) return refuseLink()
  await deps.limits.giveBack([attempt])
  const passwordHash = await deps.accounts.hashPassword(password)
  const creation = await deps.database.transaction(async (records): Promise<Outcome<AccountRecord>> => {
    const at = deps.clock.now()
    // Checked under the lock, so that the second of two concurrent requests finds an admin and no link.
    if ((await records.accounts.lockActiveAdmins()).length > 0) return refuseLink()
    if (!(await records.setupLinks.isValid(hashToken(token), at))) return refuseLink()
    await records.setupLinks.deleteAll()
    if (await isNewWithoutPlans(deps, records)) await records.settings.write({ plans: 'off' })
    return await makeAdminWithin(records, { ...person, passwordHash }, at)
  })
  if (!creation.ok) return creation
  const session = await openFirstSession(deps, creation.value, caller)
  return session.ok ? done({ ...session.value, deviceMark: deps.deviceMarks.issue(session.value.account) }) : session
}

/** Whether nobody has an account yet, and the environment names neither PLANS nor PayPal. */
async function isNewWithoutPlans(
  { presets, paymentPresets }: Deps<'presets' | 'paymentPresets'>,
  { stats }: Records,
): Promise<boolean> {
  return presets.plans === null && paymentPresets.clientId === '' && (await stats.countUsers()) === 0
}

/** Opens an account and makes it an admin. An existing account with this email is promoted, as the command does. */
async function makeAdminWithin(
  records: Records,
  person: Parameters<typeof openAccountWithin>[1],
  at: Date,
): Promise<Outcome<AccountRecord>> {
  const existingAccount = await records.accounts.findByEmail(person.email)
  const account = existingAccount ? done(existingAccount) : await openAccountWithin(records, person, at)
  if (!account.ok) return account
  await promoteWithin(records, account.value, existingAccount ? person.passwordHash : null, at, 'by the setup link, ')
  return done((await records.accounts.find(account.value.id)) ?? account.value)
}

const refuseLink = () =>
  refused('invalid_confirmation', {
    meaning: 'This link is no longer valid. Restart the server without an admin, and it prints a new one.',
  })
