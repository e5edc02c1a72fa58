import { email as emailForm, MAX_NAME_LENGTH } from '@kerf/contract/auth'
import type * as contract from '@kerf/contract/oidc'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { isUsername, plainUsername, usernameFromEmail } from '@kerf/domain/people/username'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { AccountRecord, Caller, RequestOrigin } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { type Identity, IdentityProviderError } from '../../ports/identity-provider.ts'
import { claimedAccount, readClaim, writeClaim } from '../email/mailed-claim.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { ACCOUNT_BYTES, refusedWhenFull } from '../shared/disk-space.ts'
import { effectiveSettings } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { hashToken, newToken } from '../shared/random-token.ts'
import { useInvitation } from './accept-invitation.ts'
import { setRole } from './change-account.ts'
import { usernameCandidates } from './open-account.ts'
import type { SignedIn } from './sign-in.ts'
import { takeOver } from './take-over.ts'

/** Longest time for the sign-in at the provider. */
const REQUEST_SECONDS = 600
const CHALLENGE_TTL_MILLISECONDS = 600_000
/** Owner label of sealed challenges, so that no other sealed text passes as a challenge. */
const CHALLENGE_LABEL = 'oidc second factor'

type OidcDeps = Deps<
  | 'database'
  | 'accounts'
  | 'files'
  | 'limits'
  | 'deviceMarks'
  | 'secretSeal'
  | 'clock'
  | 'log'
  | 'signInMethods'
  | 'presets'
>

/** A sign-in at the provider, stored under `state` until the browser returns. */
interface PendingSignIn {
  nonce: string
  codeVerifier: string
  redirectUri: string
  /** Hash of the secret of the browser that began the sign-in. */
  browserHash: string
  goTo: string | null
  /** Hash of the invitation token, for people without an account; absent without an invitation. */
  invitationHash?: string
}

/**
 * Begins a sign-in and returns the provider's URL. `browser` is a secret of this browser, which must send it again at
 * the end.
 */
export async function startOidc(
  deps: OidcDeps,
  {
    request,
    redirectUri,
    browser,
  }: { request: BodyOf<typeof contract.startOidc>; redirectUri: string; browser: string },
): Promise<Outcome<{ url: string }>> {
  const { provider } = deps.signInMethods
  if (!provider) return refused('not_set_up')
  const pendingSignIn: PendingSignIn = {
    nonce: newToken(),
    codeVerifier: newToken(),
    redirectUri,
    browserHash: hashToken(browser),
    goTo: request.goTo ?? null,
    ...(request.invitation !== undefined && { invitationHash: hashToken(request.invitation) }),
  }
  const state = await deps.accounts.createToken('oidc', JSON.stringify(pendingSignIn), REQUEST_SECONDS)
  const again = request.again ?? false
  return askProvider(deps, async () => ({ url: await provider.signInAddress({ ...pendingSignIn, state, again }) }))
}

type FinishedSignIn = { signedIn: SignedIn; goTo: string | null } | { challenge: string; goTo: string | null }

/**
 * Ends the sign-in that `startOidc` began, once and in the same browser. Returns a challenge if the account has a
 * second factor.
 */
export async function finishOidc(
  deps: OidcDeps,
  {
    answer,
    browser,
    caller,
    language,
  }: RequestOrigin & { answer: BodyOf<typeof contract.finishOidc>; browser: string | undefined },
): Promise<Outcome<FinishedSignIn>> {
  const { provider } = deps.signInMethods
  if (!provider) return refused('not_set_up')
  const json = await deps.accounts.consumeToken('oidc', answer.state)
  const pendingSignIn = json === null ? null : (JSON.parse(json) as PendingSignIn)
  // Login CSRF: an attacker may send this address to sign another person in to the attacker's account.
  if (!pendingSignIn || browser === undefined || pendingSignIn.browserHash !== hashToken(browser))
    return refused('oidc_invalid')
  const { goTo } = pendingSignIn
  if (answer.error !== undefined) return refused(CANCELLED_CODES.has(answer.error) ? 'oidc_denied' : 'oidc_invalid')
  const { code, iss } = answer
  if (code === undefined) return refused('oidc_invalid')
  const identification = await askProvider(deps, () => provider.identify({ ...pendingSignIn, code, iss }))
  if (!identification.ok) return identification
  const identity = identification.value
  if (!identity) return refused('oidc_invalid')
  const admission = await findOrCreateAccount(deps, identity, {
    language,
    invitationHash: pendingSignIn.invitationHash,
  })
  if (!admission.ok) return admission
  const session = await deps.accounts.openSession(admission.value, caller)
  if (session.ok) return done({ signedIn: { ...session, deviceMark: deps.deviceMarks.issue(session.account) }, goTo })
  if (session.code !== 'second_factor_needed') return refusedAfterOidc(session)
  const expiresAt = deps.clock.now().getTime() + CHALLENGE_TTL_MILLISECONDS
  const challenge = JSON.stringify({ claim: writeClaim(admission.value), expiresAt })
  return done({ challenge: deps.secretSeal.seal(challenge, CHALLENGE_LABEL), goTo })
}

/** Error codes of providers for a sign-in that the person or a policy refused. */
const CANCELLED_CODES: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
])

/** Completes a challenge with a second-factor code. Wrong codes are counted and delay the next attempts. */
export async function finishOidcWithCode(
  deps: OidcDeps,
  { challenge, code, caller }: { challenge: string; code: string; caller: Caller },
): Promise<Outcome<SignedIn>> {
  if (!deps.signInMethods.provider) return refused('not_set_up')
  const json = deps.secretSeal.open(challenge, CHALLENGE_LABEL)
  const { claim, expiresAt } = json === null ? EXPIRED_CHALLENGE : (JSON.parse(json) as typeof EXPIRED_CHALLENGE)
  if (deps.clock.now().getTime() >= expiresAt) return refused('oidc_invalid')
  const { accountId } = readClaim(claim)
  const attempt = { kind: 'password_check', of: accountId } as const
  const attemptOutcome = await deps.limits.take([attempt])
  if (!attemptOutcome.ok) return attemptOutcome
  const account = await deps.database.transaction((records) => claimedAccount(records, readClaim(claim)))
  const session = account && (await deps.accounts.openSession(account, caller, code))
  if (!session) return refused('oidc_invalid')
  if (!session.ok) return refusedAfterOidc(session)
  await deps.limits.forget([attempt])
  return done({ ...session, deviceMark: deps.deviceMarks.issue(session.account) })
}

const EXPIRED_CHALLENGE = { claim: '', expiresAt: Number.NEGATIVE_INFINITY }

/** Maps `wrong_credentials`, which without a password means that the account changed meanwhile. */
function refusedAfterOidc(refusal: { ok: false; code: Refused['code'] }): Refused {
  return refusal.code === 'wrong_credentials' ? refused('oidc_invalid') : refused(refusal.code)
}

/** Returns the person's account: the linked one, the one with the same email, or a new one. */
async function findOrCreateAccount(
  deps: OidcDeps,
  identity: Identity,
  { language, invitationHash }: Pick<RequestOrigin, 'language'> & { invitationHash: string | undefined },
): Promise<Outcome<AccountRecord>> {
  // Linked accounts need a verified email, too: an email that is no longer verified may belong to another person.
  const email = identity.emailVerified ? emailForm.safeParse(identity.email).data?.toLowerCase() : undefined
  if (email === undefined) return refused('oidc_email_unverified')
  const refusal = await refusedWhenFull(deps.files, 0, ACCOUNT_BYTES)
  if (refusal) return refusal
  const admission = await deps.database.transaction(async (records): Promise<Outcome<AccountRecord>> => {
    // All callers lock the admins first and the account second.
    await records.accounts.lockActiveAdmins()
    const linkedAccount = await records.accounts.findByIdentity(identity)
    const account = linkedAccount ?? (await records.accounts.findByEmail(email))
    if (!account) {
      const creation = await createAllowedAccount(deps, records, { ...identity, email }, invitationHash)
      if (!creation.ok) return creation
      const { value: newAccount } = creation
      await records.accounts.linkIdentity(newAccount.id, identity)
      await records.mailQueue.enqueue({ kind: 'welcome', accountId: newAccount.id, language })
      return done(await applyGroup(deps, records, newAccount, identity))
    }
    const lockedAccount = await records.accounts.lock(account.id)
    if (!lockedAccount?.isActive) return refused(lockedAccount ? 'account_suspended' : 'oidc_invalid')
    if (linkedAccount) return done(await applyGroup(deps, records, lockedAccount, identity))
    const ownAccount = lockedAccount.emailVerified ? lockedAccount : await takeOver(records, lockedAccount, null)
    if (!ownAccount) throw new Error('An account vanished under its lock.')
    await records.accounts.linkIdentity(ownAccount.id, identity)
    return done(await applyGroup(deps, records, ownAccount, identity))
  })
  // A concurrent sign-up has created an account with this email, which the second call finds.
  const isJustMade = !admission.ok && admission.code === 'email_taken'
  return isJustMade ? findOrCreateAccount(deps, identity, { language, invitationHash }) : admission
}

/** Creates an account for invited people, or for everybody if the settings allow it. */
async function createAllowedAccount(
  deps: OidcDeps,
  records: Records,
  person: Identity & { email: string },
  invitationHash: string | undefined,
): Promise<Outcome<AccountRecord>> {
  const create = () => createAccount(records, person)
  if (invitationHash !== undefined) {
    const invitation = { tokenHash: invitationHash, email: person.email, at: deps.clock.now() }
    return useInvitation(records, invitation, create)
  }
  if (!deps.signInMethods.oidcSignUp) return refused('oidc_sign_up_off')
  const { access } = await effectiveSettings(records, deps.presets)
  return access === 'closed' ? refused('invitation_needed') : create()
}

async function createAccount(
  records: Records,
  { email, name, username }: Identity & { email: string },
): Promise<Outcome<AccountRecord>> {
  const ownUsername = plainUsername(username ?? '')
  const requestedUsername = ownUsername !== '' && isUsername(ownUsername) ? ownUsername : usernameFromEmail(email)
  for (const candidate of usernameCandidates(requestedUsername)) {
    const displayName = plainLine(name ?? '', MAX_NAME_LENGTH) || candidate
    const person = { id: newId(), name: displayName, username: candidate, email }
    const creation = await records.accounts.createConfirmed(person)
    if (creation.ok) return done(creation.account)
    if (creation.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}

/** Sets or removes the admin role according to the provider's group. An admin role that another admin gave remains. */
async function applyGroup(
  { clock, signInMethods: { adminGroup } }: OidcDeps,
  records: Records,
  account: AccountRecord,
  { groups }: Identity,
): Promise<AccountRecord> {
  const isInGroup = adminGroup !== null && groups.includes(adminGroup)
  const role = isInGroup ? 'admin' : 'user'
  if (account.role === role || (role === 'user' && !account.roleFromGroup)) return account
  await setRole(records, account.id, role, isInGroup)
  await noteAction(records, {
    by: null,
    at: clock.now(),
    action: 'user_updated',
    target: { kind: 'account', id: account.id, name: null },
    details: `role: ${account.role}, now ${role}; by the group of the identity provider`,
  })
  return (await records.accounts.find(account.id)) ?? account
}

/** Turns an IdentityProviderError into a refusal, and logs it for the operator. */
async function askProvider<T>({ log }: Deps<'log'>, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await work())
  } catch (error) {
    if (!(error instanceof IdentityProviderError)) throw error
    log.warn({ err: error }, 'trouble with the identity provider')
    return refused('oidc_unavailable')
  }
}
