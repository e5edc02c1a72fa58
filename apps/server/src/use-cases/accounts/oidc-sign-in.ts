import { email as emailForm, MAX_NAME_LENGTH } from '@kerf/contract/auth'
import type * as contract from '@kerf/contract/oidc'
import type { BodyOf } from '@kerf/contract/protocol/endpoint'
import { isUsername, plainUsername, usernameFromEmail } from '@kerf/domain/people/username'
import { plainLine } from '@kerf/domain/text/plain-text'
import type { AccountRecord, Caller, From } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import { type Identity, IdentityProviderError } from '../../ports/identity-provider.ts'
import { claimedAccount, readClaim, writeClaim } from '../email/mailed-claim.ts'
import { noteAction } from '../shared/audit.ts'
import type { Deps } from '../shared/deps.ts'
import { ACCOUNT_BYTES, refusedWhenFull } from '../shared/disk-room.ts'
import { effectiveSettings } from '../shared/effective-settings.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, type Refused, refused } from '../shared/outcome.ts'
import { hashToken, newToken } from '../shared/random-token.ts'
import { useInvitation } from './accept-invitation.ts'
import { setRole } from './change-account.ts'
import { otherUsernames } from './open-account.ts'
import type { SignedIn } from './sign-in.ts'
import { takeOver } from './take-over.ts'

/** People sign in at the provider within this time, or start again. */
const REQUEST_SECONDS = 600
const CHALLENGE_MILLISECONDS = 600_000
/** What a sealed challenge is for: nothing else that is sealed passes for one. */
const CHALLENGE = 'oidc second factor'

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

/** What was asked of the provider, stored under `state` until the browser comes back. */
interface Asked {
  nonce: string
  codeVerifier: string
  redirectUri: string
  /** Of the browser that asked. */
  browserHash: string
  goTo: string | null
  /** Of the token, for whoever has no account yet; absent: nobody invited them. */
  invitationHash?: string
}

/** Begins to sign in: the address at the provider. `browser` is a secret of this browser, which has to bring it again. */
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
  const asked: Asked = {
    nonce: newToken(),
    codeVerifier: newToken(),
    redirectUri,
    browserHash: hashToken(browser),
    goTo: request.goTo ?? null,
    ...(request.invitation !== undefined && { invitationHash: hashToken(request.invitation) }),
  }
  const state = await deps.accounts.createToken('oidc', JSON.stringify(asked), REQUEST_SECONDS)
  const again = request.again ?? false
  return reachable(deps, async () => ({ url: await provider.signInAddress({ ...asked, state, again }) }))
}

type Finished = { signedIn: SignedIn; goTo: string | null } | { challenge: string; goTo: string | null }

/** Ends what `startOidc` began, once and in the same browser. A second factor of the account is asked for as after a password. */
export async function finishOidc(
  deps: OidcDeps,
  {
    answer,
    browser,
    caller,
    language,
  }: From & { answer: BodyOf<typeof contract.finishOidc>; browser: string | undefined },
): Promise<Outcome<Finished>> {
  const { provider } = deps.signInMethods
  if (!provider) return refused('not_set_up')
  const stored = await deps.accounts.consumeToken('oidc', answer.state)
  const asked = stored === null ? null : (JSON.parse(stored) as Asked)
  // Somebody else's browser: a stranger has sent this address to have somebody signed in to the stranger's account.
  if (!asked || browser === undefined || asked.browserHash !== hashToken(browser)) return refused('oidc_invalid')
  const { goTo } = asked
  if (answer.error !== undefined) return refused(CANCELLED.has(answer.error) ? 'oidc_denied' : 'oidc_invalid')
  const { code, iss } = answer
  if (code === undefined) return refused('oidc_invalid')
  const identified = await reachable(deps, () => provider.identify({ ...asked, code, iss }))
  if (!identified.ok) return identified
  const identity = identified.value
  if (!identity) return refused('oidc_invalid')
  const found = await admit(deps, identity, { language, invitationHash: asked.invitationHash })
  if (!found.ok) return found
  const opened = await deps.accounts.openSession(found.value, caller)
  if (opened.ok) return done({ signedIn: { ...opened, deviceMark: deps.deviceMarks.issue(opened.account) }, goTo })
  if (opened.code !== 'second_factor_needed') return refusedAfterOidc(opened)
  const expiresAt = deps.clock.now().getTime() + CHALLENGE_MILLISECONDS
  const challenge = JSON.stringify({ claim: writeClaim(found.value), expiresAt })
  return done({ challenge: deps.secretSeal.seal(challenge, CHALLENGE), goTo })
}

/** What providers answer when the person, or a rule, said no. */
const CANCELLED: ReadonlySet<string> = new Set([
  'access_denied',
  'login_required',
  'interaction_required',
  'consent_required',
])

/** The code for the challenge. Wrong ones are counted and slow the next. */
export async function finishOidcWithCode(
  deps: OidcDeps,
  { challenge, code, caller }: { challenge: string; code: string; caller: Caller },
): Promise<Outcome<SignedIn>> {
  if (!deps.signInMethods.provider) return refused('not_set_up')
  const opened = deps.secretSeal.open(challenge, CHALLENGE)
  const { claim, expiresAt } = opened === null ? NO_CHALLENGE : (JSON.parse(opened) as typeof NO_CHALLENGE)
  if (deps.clock.now().getTime() >= expiresAt) return refused('oidc_invalid')
  const { accountId } = readClaim(claim)
  const attempt = { kind: 'password_check', of: accountId } as const
  const taken = await deps.limits.take([attempt])
  if (!taken.ok) return taken
  const account = await deps.database.transaction((records) => claimedAccount(records, readClaim(claim)))
  const session = account && (await deps.accounts.openSession(account, caller, code))
  if (!session) return refused('oidc_invalid')
  if (!session.ok) return refusedAfterOidc(session)
  await deps.limits.forget([attempt])
  return done({ ...session, deviceMark: deps.deviceMarks.issue(session.account) })
}

const NO_CHALLENGE = { claim: '', expiresAt: Number.NEGATIVE_INFINITY }

/** There was no password that could be wrong: the account changed in between. */
function refusedAfterOidc(refusal: { ok: false; code: Refused['code'] }): Refused {
  return refusal.code === 'wrong_credentials' ? refused('oidc_invalid') : refused(refusal.code)
}

/** The account of this person: linked before, of the same email, or new. */
async function admit(
  deps: OidcDeps,
  identity: Identity,
  { language, invitationHash }: Pick<From, 'language'> & { invitationHash: string | undefined },
): Promise<Outcome<AccountRecord>> {
  // Also for people who are linked already: an email that is not verified any more is somebody else's for all we know.
  const email = identity.emailVerified ? emailForm.safeParse(identity.email).data?.toLowerCase() : undefined
  if (email === undefined) return refused('oidc_email_unverified')
  const full = await refusedWhenFull(deps.files, 0, ACCOUNT_BYTES)
  if (full) return full
  const admitted = await deps.database.transaction(async (records): Promise<Outcome<AccountRecord>> => {
    // In the order in which everybody locks the two.
    await records.accounts.lockActiveAdmins()
    const linked = await records.accounts.findByIdentity(identity)
    const account = linked ?? (await records.accounts.findByEmail(email))
    if (!account) {
      const made = await admitNew(deps, records, { ...identity, email }, invitationHash)
      if (!made.ok) return made
      const { value: own } = made
      await records.accounts.linkIdentity(own.id, identity)
      await records.mailQueue.enqueue({ kind: 'welcome', accountId: own.id, language })
      return done(await followGroup(deps, records, own, identity))
    }
    const current = await records.accounts.lock(account.id)
    if (!current?.isActive) return refused(current ? 'account_suspended' : 'oidc_invalid')
    if (linked) return done(await followGroup(deps, records, current, identity))
    const own = current.emailVerified ? current : await takeOver(records, current, null)
    if (!own) throw new Error('An account vanished under its lock.')
    await records.accounts.linkIdentity(own.id, identity)
    return done(await followGroup(deps, records, own, identity))
  })
  // Somebody signed up with it at the same moment: there is an account now that has this email.
  const isJustMade = !admitted.ok && admitted.code === 'email_taken'
  return isJustMade ? admit(deps, identity, { language, invitationHash }) : admitted
}

/** A new account for whoever was invited, or where everybody may have one. */
async function admitNew(
  deps: OidcDeps,
  records: Records,
  person: Identity & { email: string },
  invitationHash: string | undefined,
): Promise<Outcome<AccountRecord>> {
  const make = () => makeAccount(records, person)
  if (invitationHash !== undefined) {
    const invited = { tokenHash: invitationHash, email: person.email, at: deps.clock.now() }
    return useInvitation(records, invited, make)
  }
  if (!deps.signInMethods.oidcSignUp) return refused('oidc_sign_up_off')
  const { access } = await effectiveSettings(records, deps.presets)
  return access === 'closed' ? refused('invitation_needed') : make()
}

async function makeAccount(
  records: Records,
  { email, name, username }: Identity & { email: string },
): Promise<Outcome<AccountRecord>> {
  const preferred = plainUsername(username ?? '')
  const requested = preferred !== '' && isUsername(preferred) ? preferred : usernameFromEmail(email)
  for (const free of otherUsernames(requested)) {
    const shown = plainLine(name ?? '', MAX_NAME_LENGTH) || free
    const made = await records.accounts.createConfirmed({ id: newId(), name: shown, username: free, email })
    if (made.ok) return done(made.account)
    if (made.taken === 'email') return refused('email_taken')
  }
  throw new Error('No account could be made.')
}

/** The provider's group makes an admin, and takes it back. An admin who was made by hand stays one. */
async function followGroup(
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

/** The provider's trouble is a refusal for the visitor and a line in the log for the operator. */
async function reachable<T>({ log }: Deps<'log'>, work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return done(await work())
  } catch (error) {
    if (!(error instanceof IdentityProviderError)) throw error
    log.warn({ err: error }, 'trouble with the identity provider')
    return refused('oidc_unavailable')
  }
}
