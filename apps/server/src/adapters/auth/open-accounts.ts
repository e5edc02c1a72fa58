import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { MOST_SESSIONS, sessionEnd } from '@kerf/domain/access/session-limits'
import { PRODUCT_SLUG } from '@kerf/domain/site/product'
import { isAPIError } from 'better-auth/api'
import { makeSignature, symmetricDecrypt } from 'better-auth/crypto'
import { eq, lte } from 'drizzle-orm'
import type { AccountSession, Accounts, Caller, SessionToken } from '../../ports/accounts.ts'
import { createAccountRecords } from '../database/accounts/accounts.ts'
import { createSessionRecords, tokenValue } from '../database/accounts/sessions.ts'
import { databaseTrouble } from '../database/engine/database-trouble.ts'
import type { Executor } from '../database/engine/executor.ts'
import { secondFactors, sessions as sessionTable, verifications } from '../database/schema/account-schema.ts'
import { type AuthOptions, createAuth } from './create-auth.ts'
import { createPasswordGate, type PasswordGate } from './password-gate.ts'

const TOKEN_BYTES = 32
/** Shortest time between two updates of a session's last use, because each update is a write. */
const TOUCH_AFTER_MILLISECONDS = 10 * 60_000
/** Code of an authenticator app. Backup codes are longer and have a dash. */
const APP_CODE = /^\d{6}$/

type AccountsOptions = Omit<AuthOptions, 'passwords'> & {
  /** Gate for hashing; default: a new one. */
  passwords?: PasswordGate
}

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const passwords = options.passwords ?? createPasswordGate()
  /** Stand-in for the password of a person who was verified otherwise: better-auth always requires a password. */
  const passwordStandIn = randomBytes(TOKEN_BYTES).toString('base64url')
  const authOver = (executor: Executor) =>
    createAuth({
      ...options,
      executor,
      passwords: {
        hash: passwords.hash,
        verify: async (attempt) => attempt.password === passwordStandIn || passwords.verify(attempt),
      },
    })
  const auth = authOver(options.executor)
  const { internalAdapter, password, secret, secretConfig } = await auth.$context
  const records = createAccountRecords(options.executor)
  const sessions = createSessionRecords(options.executor)

  const sign = async (token: string): Promise<SessionToken> => `${token}.${await makeSignature(token, secret)}`

  /** Opens a session under the lock of the account's row. Refuses a sign-in that began before the account changed. */
  async function openSession(
    sessionToken: SessionToken,
    accountId: string,
    generationAtStart: number | undefined,
    appCode?: string,
  ) {
    const outcome = await options.executor.transaction(async (transaction) => {
      const accountRecords = createAccountRecords(transaction)
      const lockedAccount = await accountRecords.lock(accountId)
      if (lockedAccount?.generation !== generationAtStart) return 'wrong_credentials'
      if (appCode !== undefined && !(await spendCode(transaction, accountId, appCode))) return 'wrong_code'
      await createSessionRecords(transaction).endOldest(accountId, MOST_SESSIONS)
      return accountRecords.update(accountId, { lastActive: new Date() })
    })
    if (typeof outcome === 'object' && outcome?.isActive) return { ok: true, account: outcome, sessionToken } as const
    await endSession(sessionToken)
    if (typeof outcome === 'string') return { ok: false, code: outcome } as const
    return { ok: false, code: outcome ? 'account_suspended' : 'wrong_credentials' } as const
  }

  async function endSession(sessionToken: string): Promise<void> {
    const authSession = await auth.api.getSession({ headers: sessionHeaders(sessionToken) })
    if (authSession) await internalAdapter.deleteSession(authSession.session.token)
  }

  async function answerChallenge(
    signInHeaders: Headers,
    code: string,
    caller: Caller,
    generationAtStart: number | undefined,
  ) {
    const headers = challengeHeaders(signInHeaders, caller)
    const isAppCode = APP_CODE.test(code)
    const verify = isAppCode ? auth.api.verifyTOTP : auth.api.verifyBackupCode
    const verification = await nullIfRefused(() => verify({ body: { code }, headers, returnHeaders: true }))
    if (!verification) return { ok: false, code: 'wrong_code' } as const
    return openSession(
      sessionTokenFrom(verification.headers),
      verification.response.user.id,
      generationAtStart,
      isAppCode ? code : undefined,
    )
  }

  const isReadable = (accountId: string, executor = options.executor) =>
    isFactorReadable(executor, accountId, secretConfig)

  async function checkPassword(accountId: string, candidate: string): Promise<boolean> {
    const credential = await internalAdapter.findCredentialAccount(accountId)
    return credential?.password ? password.verify({ hash: credential.password, password: candidate }) : false
  }

  /** Locks an account without a confirmed second factor: one tab must not replace what another tab confirms. */
  async function lockWhileUnconfirmed<T>(
    { account: { id } }: AccountSession,
    work: (transaction: Executor, api: typeof auth.api) => Promise<T>,
  ): Promise<T | { ok: false; code: 'invalid_request' }> {
    return options.executor.transaction(async (transaction) => {
      const account = await createAccountRecords(transaction).lock(id)
      if (!account || account.twoFactorEnabled) return { ok: false, code: 'invalid_request' }
      return work(transaction, authOver(transaction).api)
    })
  }

  return {
    async signUp({ password: newPassword, ...person }, caller) {
      // Checked before the slow hash too. The email is read last, so that a double submit reports the email as taken.
      const isUsernameTaken = await records.hasUsername(person.username)
      if (await records.findByEmail(person.email)) return { ok: false, taken: 'email' }
      if (isUsernameTaken) return { ok: false, taken: 'username' }
      const passwordHash = await passwords.hash(newPassword)
      const id = options.newId()
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const now = new Date()
      const sessionToken = await sign(token)
      // One transaction: an account without a password would block its email address.
      return options.executor.transaction(async (transaction) => {
        const accountRecords = createAccountRecords(transaction)
        const creation = await accountRecords.create({ id, ...person, passwordHash, createdAt: now })
        if (!creation.ok) return creation
        const times = { createdAt: now, updatedAt: now, expiresAt: sessionEnd(now, now) }
        const session = { id: options.newId(), userId: id, token, userAgent: caller.userAgent ?? '', ...times }
        await transaction.insert(sessionTable).values(session)
        return { ok: true, account: creation.account, sessionToken }
      })
    },

    async signIn({ email, password: candidate, code }, caller) {
      const generationAtStart = (await records.findByEmail(email))?.generation
      try {
        const answer = await nullIfRefused(() =>
          auth.api.signInEmail({
            body: { email, password: candidate },
            headers: callerHeaders(caller),
            returnHeaders: true,
          }),
        )
        if (!answer) return { ok: false, code: 'wrong_credentials' }
        if (!('twoFactorRedirect' in answer.response))
          return await openSession(sessionTokenFrom(answer.headers), answer.response.user.id, generationAtStart)
        if (code === undefined) return { ok: false, code: 'second_factor_needed' }
        const account = await records.findByEmail(email)
        if (account && !(await isReadable(account.id))) return { ok: false, code: 'second_factor_unreadable' }
        return await answerChallenge(answer.headers, code, caller, generationAtStart)
      } catch (error) {
        // The account was deleted after its password was checked.
        if (generationAtStart !== undefined && !(await records.findByEmail(email)))
          return { ok: false, code: 'wrong_credentials' }
        throw error
      }
    },

    async openSession({ id, generation }, caller, code) {
      const account = await records.find(id)
      if (account?.generation !== generation) return { ok: false, code: 'wrong_credentials' }
      const needsCode = account.twoFactorEnabled
      if (needsCode && code === undefined) return { ok: false, code: 'second_factor_needed' }
      if (needsCode && !(await isReadable(id))) return { ok: false, code: 'second_factor_unreadable' }
      const newSession = await internalAdapter.createSession(id, false, { userAgent: caller.userAgent ?? '' })
      // The session exists before the code is checked, but nobody has its token before this function returns it.
      const sessionToken = await sign(newSession.token)
      if (!needsCode || code === undefined) return openSession(sessionToken, id, generation)
      const isAppCode = APP_CODE.test(code)
      const verify = isAppCode ? auth.api.verifyTOTP : auth.api.verifyBackupCode
      const verification = await nullIfRefused(() => verify({ body: { code }, headers: sessionHeaders(sessionToken) }))
      if (verification) return openSession(sessionToken, id, generation, isAppCode ? code : undefined)
      await endSession(sessionToken)
      return { ok: false, code: 'wrong_code' }
    },

    async findSession(sessionToken) {
      const authSession = await auth.api.getSession({ headers: sessionHeaders(sessionToken) })
      if (!authSession) return null
      const account = await records.find(authSession.user.id)
      const { session } = authSession
      const now = new Date()
      if (!account?.isActive || sessionEnd(session.createdAt, session.updatedAt) <= now) {
        await internalAdapter.deleteSession(session.token)
        return null
      }
      if (now.getTime() - session.updatedAt.getTime() > TOUCH_AFTER_MILLISECONDS)
        await sessions.touch(session.id, account.id, now, sessionEnd(session.createdAt, now)).catch(unlessFull)
      return { id: session.id, sessionToken, account, createdAt: session.createdAt }
    },

    endSession,

    checkPassword,

    hashPassword: (newPassword) => password.hash(newPassword),

    async createToken(kind, value, lifeSeconds) {
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      await internalAdapter.createVerificationValue({
        identifier: `${kind}:${token}`,
        value: tokenValue(kind, value),
        expiresAt: new Date(Date.now() + lifeSeconds * 1000),
      })
      return token
    },

    async consumeToken(kind, token) {
      const verification = await internalAdapter.consumeVerificationValue(`${kind}:${token}`)
      return verification ? verification.value.slice(tokenValue(kind, '').length) : null
    },

    async startSecondFactor(session, candidate) {
      // Checked outside the transaction: the check is slow, and all other queries would wait.
      if (candidate !== undefined && !(await checkPassword(session.account.id, candidate)))
        return { ok: false, code: 'wrong_password' }
      return lockWhileUnconfirmed(session, async (_, api) => {
        const headers = sessionHeaders(session.sessionToken)
        const setup = await nullIfRefused(() => api.enableTwoFactor({ body: { password: passwordStandIn }, headers }))
        if (setup?.method !== 'totp') return { ok: false, code: 'wrong_password' }
        return { ok: true, uri: setup.totpURI, backupCodes: setup.backupCodes }
      })
    },

    async confirmSecondFactor(session, code) {
      return lockWhileUnconfirmed(session, async (transaction, api) => {
        if (!(await isReadable(session.account.id, transaction))) return { ok: false, code: 'second_factor_unreadable' }
        const headers = sessionHeaders(session.sessionToken)
        const verification = await nullIfRefused(() => api.verifyTOTP({ body: { code }, headers, returnHeaders: true }))
        if (!verification) return { ok: false, code: 'wrong_code' }
        await spendCode(transaction, session.account.id, code)
        return { ok: true, sessionToken: sessionTokenFrom(verification.headers) }
      })
    },

    async renewBackupCodes(session, candidate) {
      const renewal = await nullIfRefused(() =>
        auth.api.generateBackupCodes({
          body: { password: candidate ?? passwordStandIn },
          headers: sessionHeaders(session.sessionToken),
        }),
      )
      return renewal ? { ok: true, backupCodes: renewal.backupCodes } : { ok: false, code: 'wrong_password' }
    },

    async removeSecondFactor(session, candidate) {
      const removal = await nullIfRefused(() =>
        auth.api.disableTwoFactor({
          body: { password: candidate ?? passwordStandIn },
          headers: sessionHeaders(session.sessionToken),
          returnHeaders: true,
        }),
      )
      return removal
        ? { ok: true, sessionToken: sessionTokenFrom(removal.headers) }
        : { ok: false, code: 'wrong_password' }
    },

    async sweep(now) {
      await options.executor.delete(sessionTable).where(lte(sessionTable.expiresAt, now))
      await options.executor.delete(verifications).where(lte(verifications.expiresAt, now))
    },
  }
}

/** Ignores a full disk: a session stays usable although its last use cannot be stored. */
function unlessFull(error: unknown): void {
  if (databaseTrouble(error) !== 'storage_full') throw error
}

/** Returns null where better-auth refuses the call. Throws other errors. */
async function nullIfRefused<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await call()
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return null
    throw error
  }
}

type Secret = Parameters<typeof symmetricDecrypt>[0]['key']

/** Whether the current secret decrypts the account's second factor. True for an account without one. */
async function isFactorReadable(executor: Executor, accountId: string, secret: Secret): Promise<boolean> {
  const [factor] = await executor.select().from(secondFactors).where(eq(secondFactors.userId, accountId))
  if (!factor) return true
  try {
    // The app's key stands for the backup codes too: the same secret encrypts both.
    await symmetricDecrypt({ key: secret, data: factor.secret })
    return true
  } catch {
    return false
  }
}

/** Longer than a code is valid: in its own 30 seconds, the 30 before and the 30 after. */
const SPENT_CODE_MILLISECONDS = 120_000

/** Marks a code as used; false if it was before. Callers lock the account's row, so only one of two calls gets true. */
async function spendCode(executor: Executor, accountId: string, code: string): Promise<boolean> {
  const digest = createHash('sha256').update(`${accountId} ${code}`).digest('base64url')
  const identifier = `spent-code:${digest}`
  const now = new Date()
  const [spentCode] = await executor.select().from(verifications).where(eq(verifications.identifier, identifier))
  if (spentCode && spentCode.expiresAt > now) return false
  const expiresAt = new Date(now.getTime() + SPENT_CODE_MILLISECONDS)
  const row = { id: randomUUID(), identifier, value: identifier, expiresAt, createdAt: now, updatedAt: now }
  await executor.insert(verifications).values(row)
  return true
}

/** Names of better-auth's cookies. Browsers get their values in cookies of our own. */
const SESSION_COOKIE = `${PRODUCT_SLUG}.session_token`
const CHALLENGE_COOKIE = `${PRODUCT_SLUG}.two_factor`

/** Request headers of this caller, for better-auth. */
function callerHeaders(caller: Caller): Headers {
  const headers = new Headers()
  if (caller.userAgent !== null) headers.set('user-agent', caller.userAgent)
  return headers
}

function sessionHeaders(sessionToken: SessionToken): Headers {
  return new Headers({ cookie: `${SESSION_COOKIE}=${encodeURIComponent(sessionToken)}` })
}

/** The signed value of the session's cookie; throws when there is none. */
function sessionTokenFrom(headers: Headers): SessionToken {
  const sessionToken = cookieIn(headers, SESSION_COOKIE)
  if (!sessionToken) throw new Error('A session was opened without a session token.')
  return sessionToken
}

/** Request headers with the challenge for a second factor, which the answer to the sign-in set as a cookie. */
function challengeHeaders(signInHeaders: Headers, caller: Caller): Headers {
  const headers = callerHeaders(caller)
  const challenge = cookieIn(signInHeaders, CHALLENGE_COOKIE)
  if (challenge) headers.set('cookie', `${CHALLENGE_COOKIE}=${encodeURIComponent(challenge)}`)
  return headers
}

function cookieIn(headers: Headers, name: string): string | null {
  // The last cookie of this name counts: one call may open a session and close it again.
  const lastCookie = headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`))
  const value = lastCookie?.slice(name.length + 1).split(';')[0]
  return value ? decodeURIComponent(value) : null
}
