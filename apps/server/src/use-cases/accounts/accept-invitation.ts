import type { readInvitation as readInvitationCall } from '@kerf/contract/entry-links'
import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import { type InvitationState, invitationState } from '@kerf/domain/access/access-mode'
import { ipAddressBlock } from '@kerf/domain/access/ip-address-block'
import type { AccountRecord, Caller } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { grantWithin } from '../payments/grant-plan.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { hashToken } from '../shared/random-token.ts'
import { type NewPerson, type OpenedAccount, openAccountWithin } from './open-account.ts'

/**
 * Describes an invitation. Unknown tokens count as guesses of the caller's IP address block, which delay its next
 * attempts.
 */
export async function readInvitation(
  deps: Deps<'database' | 'limits' | 'clock'>,
  { token, caller }: { token: string; caller: Caller },
): Promise<Outcome<AnswerOf<typeof readInvitationCall>>> {
  const attempt = tokenAttemptOf(caller)
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  const invitation = await deps.database.records.invitations.find(hashToken(token))
  const state = invitationState(invitation, deps.clock.now())
  if (invitation) await deps.limits.giveBack([attempt])
  if (!invitation || state !== 'open') return done({ state, email: null, plan: null })
  return done({ state, email: invitation.email, plan: invitation.plan })
}

/**
 * Creates the account and marks the invitation used, in one transaction. The inviting admin is noted as granting the
 * plan.
 */
export async function acceptInvitation(
  deps: Deps<'database' | 'accounts' | 'limits' | 'clock'>,
  { token, person, caller }: { token: string; person: NewPerson; caller: Caller },
): Promise<Outcome<OpenedAccount>> {
  const { password, ...profile } = person
  const attempt = tokenAttemptOf(caller)
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  const state = invitationState(await deps.database.records.invitations.find(hashToken(token)), deps.clock.now())
  // Known tokens do not count as guesses. This happens before the slow hashing.
  if (state !== 'unknown') await deps.limits.giveBack([attempt])
  if (state !== 'open') return refusedInvitation(state)
  const passwordHash = await deps.accounts.hashPassword(password)
  const at = deps.clock.now()
  const creation = await deps.database.transaction((records) =>
    useInvitation(records, { tokenHash: hashToken(token), email: person.email, at }, () =>
      openAccountWithin(records, { ...profile, passwordHash }, at),
    ),
  )
  if (!creation.ok) return creation
  return await openFirstSession(deps, creation.value, caller)
}

/** Uses an invitation for the account that `createAccount` creates with this email, within the caller's transaction. */
export async function useInvitation(
  records: Records,
  { tokenHash, email: accountEmail, at }: { tokenHash: string; email: string; at: Date },
  createAccount: () => Promise<Outcome<AccountRecord>>,
): Promise<Outcome<AccountRecord>> {
  const invitation = await records.invitations.lock(tokenHash)
  const state = invitationState(invitation, at)
  if (!invitation || state !== 'open') return refusedInvitation(state)
  const { id, email, plan, createdBy } = invitation
  if (email !== null && email !== accountEmail.toLowerCase())
    return refused('invalid_confirmation', { meaning: 'This invitation is for another email.' })
  const creation = await createAccount()
  if (!creation.ok) return creation
  await records.invitations.markUsed(id, at)
  await noteAction(records, {
    by: creation.value.id,
    at,
    action: 'invitation_used',
    target: { kind: 'invitation', id, name: null },
  })
  if (plan === null) return creation
  const updatedAccount = await grantWithin(records, { accountId: creation.value.id, plan, by: createdBy, at })
  return updatedAccount ? done(updatedAccount) : creation
}

/**
 * Opens the first session of a new account without its password, because the queue for password hashing may be full.
 */
export async function openFirstSession(
  deps: Deps<'accounts'>,
  account: AccountRecord,
  caller: Caller,
): Promise<Outcome<OpenedAccount>> {
  const session = await deps.accounts.openSession(account, caller)
  return session.ok ? done({ account: session.account, sessionToken: session.sessionToken }) : refused(session.code)
}

const REFUSAL_SENTENCES: Readonly<Record<Exclude<InvitationState, 'open'>, string>> = {
  used: 'This invitation has been used. Each one is for one account. Please ask for a new one.',
  revoked: 'This invitation was revoked. Please ask for a new one.',
  expired: 'This invitation has expired. Please ask for a new one.',
  unknown: 'This is not a valid invitation. Please ask for a new one.',
}

function refusedInvitation(state: InvitationState): Refused {
  return refused('invalid_confirmation', {
    meaning: REFUSAL_SENTENCES[state === 'open' ? 'unknown' : state],
    details: state,
  })
}

export const tokenAttemptOf = ({ ipAddress }: Caller) =>
  ({ kind: 'token_from_address', of: ipAddressBlock(ipAddress) }) as const
