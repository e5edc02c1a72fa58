import type { readInvitation as readInvitationCall } from '@kerf/contract/entry-links'
import type { AnswerOf } from '@kerf/contract/protocol/endpoint'
import { type InvitationState, invitationState } from '@kerf/domain/access/access-mode'
import { addressBlock } from '@kerf/domain/access/address-block'
import type { AccountRecord, Caller } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { grantWithin } from '../payments/grant-plan.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { hashToken } from '../shared/random-token.ts'
import { type NewPerson, type OpenedAccount, openAccountWithin } from './open-account.ts'

/** Whoever guesses is slowed down; whoever has a token of ours is not. */
export async function readInvitation(
  deps: Deps<'database' | 'limits' | 'clock'>,
  { token, caller }: { token: string; caller: Caller },
): Promise<Outcome<AnswerOf<typeof readInvitationCall>>> {
  const attempt = guessFrom(caller)
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  const invitation = await deps.database.records.invitations.find(hashToken(token))
  const state = invitationState(invitation, deps.clock.now())
  if (invitation) await deps.limits.giveBack([attempt])
  if (!invitation || state !== 'open') return done({ state, email: null, plan: null })
  return done({ state, email: invitation.email, plan: invitation.plan })
}

/** Makes the account and uses the invitation up, both or neither. The plan is granted by whoever invited. */
export async function acceptInvitation(
  deps: Deps<'database' | 'accounts' | 'limits' | 'clock'>,
  { token, person, caller }: { token: string; person: NewPerson; caller: Caller },
): Promise<Outcome<OpenedAccount>> {
  const { password, ...unproven } = person
  const attempt = guessFrom(caller)
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  const state = invitationState(await deps.database.records.invitations.find(hashToken(token)), deps.clock.now())
  // Before the slow part, and without counting against people who were invited.
  if (state !== 'unknown') await deps.limits.giveBack([attempt])
  if (state !== 'open') return refusedInvitation(state)
  const passwordHash = await deps.accounts.hashPassword(password)
  const at = deps.clock.now()
  const made = await deps.database.transaction((records) =>
    useInvitation(records, { tokenHash: hashToken(token), email: person.email, at }, () =>
      openAccountWithin(records, { ...unproven, passwordHash }, at),
    ),
  )
  if (!made.ok) return made
  return await openFirstSession(deps, made.value, caller)
}

/** Within a transaction: the same for an account that `make` makes, of this email. */
export async function useInvitation(
  records: Records,
  { tokenHash, email: madeFor, at }: { tokenHash: string; email: string; at: Date },
  make: () => Promise<Outcome<AccountRecord>>,
): Promise<Outcome<AccountRecord>> {
  const invitation = await records.invitations.lock(tokenHash)
  const state = invitationState(invitation, at)
  if (!invitation || state !== 'open') return refusedInvitation(state)
  const { id, email, plan, createdBy } = invitation
  if (email !== null && email !== madeFor.toLowerCase())
    return refused('invalid_confirmation', { meaning: 'This invitation is for another email.' })
  const made = await make()
  if (!made.ok) return made
  await records.invitations.markUsed(id, at)
  await noteAction(records, {
    by: made.value.id,
    at,
    action: 'invitation_used',
    target: { kind: 'invitation', id, name: null },
  })
  if (plan === null) return made
  const granted = await grantWithin(records, { accountId: made.value.id, plan, by: createdBy, at })
  return granted ? done(granted) : made
}

/** The account was made a moment ago: its password is not asked for, for which too many may be waiting by now. */
export async function openFirstSession(
  deps: Deps<'accounts'>,
  account: AccountRecord,
  caller: Caller,
): Promise<Outcome<OpenedAccount>> {
  const opened = await deps.accounts.openSession(account, caller)
  return opened.ok ? done({ account: opened.account, sessionToken: opened.sessionToken }) : refused(opened.code)
}

const SENTENCES: Readonly<Record<Exclude<InvitationState, 'open'>, string>> = {
  used: 'This invitation has been used. Each one is for one account. Please ask for a new one.',
  revoked: 'This invitation was revoked. Please ask for a new one.',
  expired: 'This invitation has expired. Please ask for a new one.',
  unknown: 'This is not a valid invitation. Please ask for a new one.',
}

function refusedInvitation(state: InvitationState): Refused {
  return refused('invalid_confirmation', { meaning: SENTENCES[state === 'open' ? 'unknown' : state], details: state })
}

export const guessFrom = ({ address }: Caller) => ({ kind: 'token_from_address', of: addressBlock(address) }) as const
