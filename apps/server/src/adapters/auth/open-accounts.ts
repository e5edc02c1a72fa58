import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { MOST_SESSIONS, sessionEnd } from '@kerf/domain/access/session-limits'
import { PRODUCT_SLUG } from '@kerf/domain/site/product'
import { isAPIError } from 'better-auth/api'
import { makeSignature, symmetricDecrypt } from 'better-auth/crypto'
import { eq, lte } from 'drizzle-orm'
import type { Accounts, Caller, FoundSession, SessionToken } from '../../ports/accounts.ts'
import { createAccountRecords } from '../database/accounts/accounts.ts'
import { createSessionRecords, tokenValue } from '../database/accounts/sessions.ts'
import { databaseTrouble } from '../database/engine/database-trouble.ts'
import type { Executor } from '../database/engine/executor.ts'
import { secondFactors, sessions as sessionTable, verifications } from '../database/schema/account-schema.ts'
import { type AuthOptions, createAuth } from './create-auth.ts'
import { createPasswordGate, type PasswordGate } from './password-gate.ts'

const TOKEN_BYTES = 32
/** A session that is used is noted no more often than this: every note is a write. */
const TOUCH_AFTER_MILLISECONDS = 10 * 60_000
/** Backup codes are longer and have a dash. */
const APP_CODE = /^\d{6}$/

type AccountsOptions = Omit<AuthOptions, 'passwords'> & {
  /** A gate of its own when left out. */
  passwords?: PasswordGate
}

export async function openAccounts(options: AccountsOptions): Promise<Accounts> {
  const passwords = options.passwords ?? createPasswordGate()
  /** In place of a password where somebody has shown otherwise who they are: better-auth asks for one all the same. */
  const confirmed = randomBytes(TOKEN_BYTES).toString('base64url')
  const authOver = (executor: Executor) =>
    createAuth({
      ...options,
      executor,
      passwords: {
        hash: passwords.hash,
        verify: async (given) => given.password === confirmed || passwords.verify(given),
      },
    })
  const auth = authOver(options.executor)
  const { internalAdapter, password, secret, secretConfig } = await auth.$context
  const records = createAccountRecords(options.executor)
  const sessions = createSessionRecords(options.executor)

  const signed = async (token: string): Promise<SessionToken> => `${token}.${await makeSignature(token, secret)}`

  /** Under the row's lock: refuses a session begun before the account changed. */
  async function openSession(
    sessionToken: SessionToken,
    accountId: string,
    begunIn: number | undefined,
    appCode?: string,
  ) {
    const opened = await options.executor.transaction(async (transaction) => {
      const within = createAccountRecords(transaction)
      const now = await within.lock(accountId)
      if (now?.generation !== begunIn) return 'wrong_credentials'
      if (appCode !== undefined && !(await spendCode(transaction, accountId, appCode))) return 'wrong_code'
      await createSessionRecords(transaction).endOldest(accountId, MOST_SESSIONS)
      return within.update(accountId, { lastActive: new Date() })
    })
    if (typeof opened === 'object' && opened?.isActive) return { ok: true, account: opened, sessionToken } as const
    await endSession(sessionToken)
    if (typeof opened === 'string') return { ok: false, code: opened } as const
    return { ok: false, code: opened ? 'account_suspended' : 'wrong_credentials' } as const
  }

  async function endSession(sessionToken: string): Promise<void> {
    const found = await auth.api.getSession({ headers: sessionHeaders(sessionToken) })
    if (found) await internalAdapter.deleteSession(found.session.token)
  }

  async function answerChallenge(challenged: Headers, code: string, caller: Caller, begunIn: number | undefined) {
    const headers = challengeHeaders(challenged, caller)
    const isOfApp = APP_CODE.test(code)
    const answer = isOfApp ? auth.api.verifyTOTP : auth.api.verifyBackupCode
    const verified = await refusable(() => answer({ body: { code }, headers, returnHeaders: true }))
    if (!verified) return { ok: false, code: 'wrong_code' } as const
    return openSession(
      sessionTokenFrom(verified.headers),
      verified.response.user.id,
      begunIn,
      isOfApp ? code : undefined,
    )
  }

  const isReadable = (accountId: string, executor = options.executor) =>
    isFactorReadable(executor, accountId, secretConfig)

  async function checkPassword(accountId: string, given: string): Promise<boolean> {
    const credential = await internalAdapter.findCredentialAccount(accountId)
    return credential?.password ? password.verify({ hash: credential.password, password: given }) : false
  }

  /** One at a time: a second factor that is set up in one tab is not replaced while another tab confirms it. */
  async function whileUnconfirmed<T>(
    { account: { id } }: FoundSession,
    work: (within: Executor, api: typeof auth.api) => Promise<T>,
  ): Promise<T | { ok: false; code: 'invalid_request' }> {
    return options.executor.transaction(async (transaction) => {
      const account = await createAccountRecords(transaction).lock(id)
      if (!account || account.twoFactorEnabled) return { ok: false, code: 'invalid_request' }
      return work(transaction, authOver(transaction).api)
    })
  }

  return {
    async signUp({ password: given, ...person }, caller) {
      // Asked beforehand as well, because hashing is slow. The email last: who signs up twice at once is told of that.
      const isUsernameTaken = await records.hasUsername(person.username)
      if (await records.findByEmail(person.email)) return { ok: false, taken: 'email' }
      if (isUsernameTaken) return { ok: false, taken: 'username' }
      const passwordHash = await passwords.hash(given)
      const id = options.newId()
      const token = randomBytes(TOKEN_BYTES).toString('base64url')
      const now = new Date()
      const sessionToken = await signed(token)
      // All or nothing: an account without its password would keep its email, and could be taken for another's.
      return options.executor.transaction(async (transaction) => {
        const within = createAccountRecords(transaction)
        const made = await within.create({ id, ...person, passwordHash, createdAt: now })
        if (!made.ok) return made
        const times = { createdAt: now, updatedAt: now, expiresAt: sessionEnd(now, now) }
        const session = { id: options.newId(), userId: id, token, userAgent: caller.userAgent ?? '', ...times }
        await transaction.insert(sessionTable).values(session)
        return { ok: true, account: made.account, sessionToken }
      })
    },

    async signIn({ email, password: given, code }, caller) {
      const begunIn = (await records.findByEmail(email))?.generation
      try {
        const opened = await refusable(() =>
          auth.api.signInEmail({
            body: { email, password: given },
            headers: callerHeaders(caller),
            returnHeaders: true,
          }),
        )
        if (!opened) return { ok: false, code: 'wrong_credentials' }
        if (!('twoFactorRedirect' in opened.response))
          return await openSession(sessionTokenFrom(opened.headers), opened.response.user.id, begunIn)
        if (code === undefined) return { ok: false, code: 'second_factor_needed' }
        const account = await records.findByEmail(email)
        if (account && !(await isReadable(account.id))) return { ok: false, code: 'second_factor_unreadable' }
        return await answerChallenge(opened.headers, code, caller, begunIn)
      } catch (error) {
        // Deleted between the password and the session.
        if (begunIn !== undefined && !(await records.findByEmail(email)))
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
      const opened = await internalAdapter.createSession(id, false, { userAgent: caller.userAgent ?? '' })
      // Nobody has it before it is returned.
      const sessionToken = await signed(opened.token)
      if (!needsCode || code === undefined) return openSession(sessionToken, id, generation)
      const isOfApp = APP_CODE.test(code)
      const answer = isOfApp ? auth.api.verifyTOTP : auth.api.verifyBackupCode
      const verified = await refusable(() => answer({ body: { code }, headers: sessionHeaders(sessionToken) }))
      if (verified) return openSession(sessionToken, id, generation, isOfApp ? code : undefined)
      await endSession(sessionToken)
      return { ok: false, code: 'wrong_code' }
    },

    async findSession(sessionToken) {
      const found = await auth.api.getSession({ headers: sessionHeaders(sessionToken) })
      if (!found) return null
      const account = await records.find(found.user.id)
      const { session } = found
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

    hashPassword: (given) => password.hash(given),

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
      const found = await internalAdapter.consumeVerificationValue(`${kind}:${token}`)
      return found ? found.value.slice(tokenValue(kind, '').length) : null
    },

    async startSecondFactor(session, given) {
      // Beforehand: it is slow, and all else would wait for the transaction.
      if (given !== undefined && !(await checkPassword(session.account.id, given)))
        return { ok: false, code: 'wrong_password' }
      return whileUnconfirmed(session, async (_, api) => {
        const headers = sessionHeaders(session.sessionToken)
        const started = await refusable(() => api.enableTwoFactor({ body: { password: confirmed }, headers }))
        if (started?.method !== 'totp') return { ok: false, code: 'wrong_password' }
        return { ok: true, uri: started.totpURI, backupCodes: started.backupCodes }
      })
    },

    async confirmSecondFactor(session, code) {
      return whileUnconfirmed(session, async (within, api) => {
        if (!(await isReadable(session.account.id, within))) return { ok: false, code: 'second_factor_unreadable' }
        const headers = sessionHeaders(session.sessionToken)
        const verified = await refusable(() => api.verifyTOTP({ body: { code }, headers, returnHeaders: true }))
        if (!verified) return { ok: false, code: 'wrong_code' }
        await spendCode(within, session.account.id, code)
        return { ok: true, sessionToken: sessionTokenFrom(verified.headers) }
      })
    },

    async renewBackupCodes(session, given) {
      const renewed = await refusable(() =>
        auth.api.generateBackupCodes({
          body: { password: given ?? confirmed },
          headers: sessionHeaders(session.sessionToken),
        }),
      )
      return renewed ? { ok: true, backupCodes: renewed.backupCodes } : { ok: false, code: 'wrong_password' }
    },

    async removeSecondFactor(session, given) {
      const removed = await refusable(() =>
        auth.api.disableTwoFactor({
          body: { password: given ?? confirmed },
          headers: sessionHeaders(session.sessionToken),
          returnHeaders: true,
        }),
      )
      return removed
        ? { ok: true, sessionToken: sessionTokenFrom(removed.headers) }
        : { ok: false, code: 'wrong_password' }
    },

    async sweep(now) {
      await options.executor.delete(sessionTable).where(lte(sessionTable.expiresAt, now))
      await options.executor.delete(verifications).where(lte(verifications.expiresAt, now))
    },
  }
}

/** What can as well be noted another time is no reason to refuse to read. */
function unlessFull(error: unknown): void {
  if (databaseTrouble(error) !== 'storage_full') throw error
}

/** null for what better-auth refuses; other errors are thrown. */
async function refusable<T>(ask: () => Promise<T>): Promise<T | null> {
  try {
    return await ask()
  } catch (error) {
    if (isAPIError(error) && error.statusCode < 500) return null
    throw error
  }
}

type Secret = Parameters<typeof symmetricDecrypt>[0]['key']

/** Whether this account's second factor was encrypted with our current secret. True where there is none. */
async function isFactorReadable(executor: Executor, accountId: string, secret: Secret): Promise<boolean> {
  const [factor] = await executor.select().from(secondFactors).where(eq(secondFactors.userId, accountId))
  if (!factor) return true
  try {
    // One secret has encrypted both.
    await symmetricDecrypt({ key: secret, data: factor.secret })
    return true
  } catch {
    return false
  }
}

/** A code is good for its own half minute and for the ones beside it. */
const GOOD_FOR_MILLISECONDS = 120_000

/** False if the code was used before. Callers hold the account's row, so that only one of two calls gets true. */
async function spendCode(executor: Executor, accountId: string, code: string): Promise<boolean> {
  const digest = createHash('sha256').update(`${accountId} ${code}`).digest('base64url')
  const identifier = `spent-code:${digest}`
  const now = new Date()
  const [spent] = await executor.select().from(verifications).where(eq(verifications.identifier, identifier))
  if (spent && spent.expiresAt > now) return false
  const expiresAt = new Date(now.getTime() + GOOD_FOR_MILLISECONDS)
  const row = { id: randomUUID(), identifier, value: identifier, expiresAt, createdAt: now, updatedAt: now }
  await executor.insert(verifications).values(row)
  return true
}

/** better-auth speaks in cookies; we carry what is in them, in cookies of our own. */
const SESSION_COOKIE = `${PRODUCT_SLUG}.session_token`
const CHALLENGE_COOKIE = `${PRODUCT_SLUG}.two_factor`

/** What a request of this caller would look like to better-auth. */
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

/** A request that answers the challenge for a second factor. */
function challengeHeaders(challenged: Headers, caller: Caller): Headers {
  const headers = callerHeaders(caller)
  const challenge = cookieIn(challenged, CHALLENGE_COOKIE)
  if (challenge) headers.set('cookie', `${CHALLENGE_COOKIE}=${encodeURIComponent(challenge)}`)
  return headers
}

function cookieIn(headers: Headers, name: string): string | null {
  // The last one counts: a session may be opened and closed again within one call.
  const set = headers.getSetCookie().findLast((cookie) => cookie.startsWith(`${name}=`))
  const value = set?.slice(name.length + 1).split(';')[0]
  return value ? decodeURIComponent(value) : null
}
