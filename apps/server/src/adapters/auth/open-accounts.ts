import { createHash, createHmac, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import { MAX_SESSIONS, sessionEnd } from '@kerf/domain/access/session-limits'
import { and, eq, gt, lte } from 'drizzle-orm'
import type { AccountRecord, AccountSession, Accounts, Caller, SessionToken } from '../../ports/accounts.ts'
import { ACCOUNT_COLUMNS, createAccountRecords } from '../database/accounts/accounts.ts'
import { createSessionRecords, tokenValue } from '../database/accounts/sessions.ts'
import { databaseTrouble } from '../database/engine/database-trouble.ts'
import { type Executor, firstRow, run } from '../database/engine/executor.ts'
import { secondFactors, sessions as sessionTable, users, verifications } from '../database/schema/account-schema.ts'
import { appUri, isAppCode, isCurrentCode, newAppKey, newBackupCodes } from './one-time-codes.ts'
import { createPasswordHasher, type PasswordHasher } from './password-hasher.ts'
import { createSeal } from './seal-text.ts'

const TOKEN_BYTES = 32
/** Minimum time between two updates of a session's last use. Each update writes to the database. */
const TOUCH_INTERVAL_MILLISECONDS = 10 * 60_000
/**
 * A used code is remembered for this time. Codes are valid for 90 seconds: their own 30, the 30 before and the 30
 * after.
 */
const USED_CODE_TTL_MILLISECONDS = 120_000

export interface AccountsOptions {
  executor: Executor
  /** Signs session tokens and encrypts second factors. */
  secret: string
  newId: () => string
  /** Hashes and verifies passwords, one after the other; default: a new PasswordHasher. */
  passwords?: PasswordHasher
}

export function openAccounts({
  executor,
  secret,
  newId,
  passwords = createPasswordHasher(),
}: AccountsOptions): Accounts {
  const records = createAccountRecords(executor)
  const { seal, open } = createSeal(secret)

  const sign = (token: string): SessionToken =>
    `${token}.${createHmac('sha256', secret).update(token).digest('base64')}`

  function createSessionToken() {
    const storedToken = newToken()
    return { sessionToken: sign(storedToken), storedToken }
  }

  /** The stored token of a session; null if this server did not sign it. */
  function storedTokenOf(sessionToken: SessionToken): string | null {
    const token = sessionToken.slice(0, Math.max(0, sessionToken.lastIndexOf('.')))
    const givenBytes = Buffer.from(sessionToken)
    const signedBytes = Buffer.from(sign(token))
    const isSigned = givenBytes.length === signedBytes.length && timingSafeEqual(givenBytes, signedBytes)
    return token !== '' && isSigned ? token : null
  }

  async function insertSession(transaction: Executor, userId: string, caller: Caller): Promise<SessionToken> {
    const { sessionToken, storedToken } = createSessionToken()
    const now = new Date()
    const times = { createdAt: now, updatedAt: now, expiresAt: sessionEnd(now, now) }
    const session = { id: newId(), userId, token: storedToken, userAgent: caller.userAgent ?? '', ...times }
    await transaction.insert(sessionTable).values(session)
    return sessionToken
  }

  /** Opens a session under the lock of the account's row. Refuses a sign-in that began before the account changed. */
  const openSession: Accounts['openSession'] = ({ id, generation }, caller, code) =>
    executor.transaction(async (transaction) => {
      const accountRecords = createAccountRecords(transaction)
      const account = await accountRecords.lock(id)
      if (account?.generation !== generation) return { ok: false, code: 'wrong_credentials' }
      if (account.twoFactorEnabled) {
        const refusal = code === undefined ? 'second_factor_needed' : await takeCode(transaction, id, code)
        if (refusal) return { ok: false, code: refusal }
      }
      if (!account.isActive) return { ok: false, code: 'account_suspended' }
      const sessionToken = await insertSession(transaction, id, caller)
      await createSessionRecords(transaction).endOldest(id, MAX_SESSIONS)
      const updatedAccount = await accountRecords.update(id, { lastActive: new Date() })
      return { ok: true, account: updatedAccount ?? account, sessionToken }
    })

  /**
   * Uses up an app code or a backup code. Returns null, or the reason for a refusal. Callers lock the account's row.
   */
  async function takeCode(transaction: Executor, accountId: string, code: string) {
    const factor = await findFactor(transaction, accountId)
    const key = factor && open(factor.secret)
    const backupCodes = factor && open(factor.backupCodes)
    if (!factor) return 'wrong_code'
    if (key === null || backupCodes === null) return 'second_factor_unreadable'
    if (isAppCode(code))
      return isCurrentCode(code, key, new Date()) && (await spendCode(transaction, accountId, code))
        ? null
        : 'wrong_code'
    const unusedCodes = JSON.parse(backupCodes) as string[]
    if (!unusedCodes.includes(code)) return 'wrong_code'
    await setFactor(transaction, accountId, {
      backupCodes: seal(JSON.stringify(unusedCodes.filter((backupCode) => backupCode !== code))),
    })
    return null
  }

  async function checkPassword(accountId: string, password: string): Promise<boolean> {
    const hash = await records.findPasswordHash(accountId)
    return hash !== null && (await passwords.verify({ hash, password }))
  }

  /**
   * Locks the account and does the work. Refuses if the session has ended, or the account has a second factor where
   * `hasFactor` is false, or none where it is true.
   */
  function withOpenSession<T>(
    session: AccountSession,
    hasFactor: boolean,
    work: (transaction: Executor, account: AccountRecord) => Promise<T>,
  ): Promise<T | { ok: false; code: 'not_signed_in' | 'invalid_request' }> {
    return executor.transaction(async (transaction) => {
      const account = await createSessionRecords(transaction).lockAccount(session)
      if (!account) return { ok: false, code: 'not_signed_in' }
      return account.twoFactorEnabled === hasFactor
        ? work(transaction, account)
        : { ok: false, code: 'invalid_request' }
    })
  }

  return {
    async signUp({ password, ...person }, caller) {
      // Checked before the slow hash too. The email is read last, so that a double submit reports the email as taken.
      const isUsernameTaken = await records.hasUsername(person.username)
      if (await records.findByEmail(person.email)) return { ok: false, taken: 'email' }
      if (isUsernameTaken) return { ok: false, taken: 'username' }
      const passwordHash = await passwords.hash(password)
      // One transaction: an account without a password would block its email address.
      return executor.transaction(async (transaction) => {
        const newPerson = { id: newId(), ...person, passwordHash, createdAt: new Date() }
        const creation = await createAccountRecords(transaction).create(newPerson)
        if (!creation.ok) return creation
        const sessionToken = await insertSession(transaction, creation.account.id, caller)
        return { ok: true, account: creation.account, sessionToken }
      })
    },

    async signIn({ email, password, code }, caller) {
      const account = await records.findByEmail(email)
      const hash = account && (await records.findPasswordHash(account.id))
      // An unknown email takes as long as an existing one.
      if (!hash) await passwords.hash(password)
      if (!hash || !(await passwords.verify({ hash, password }))) return { ok: false, code: 'wrong_credentials' }
      return openSession(account, caller, code)
    },

    openSession,

    async findSession(sessionToken) {
      const token = storedTokenOf(sessionToken)
      if (token === null) return null
      const query = executor.select({ session: sessionTable, account: ACCOUNT_COLUMNS }).from(sessionTable)
      const row = await firstRow(query.innerJoin(users, eq(users.id, sessionTable.userId)).where(hasToken(token)))
      if (!row) return null
      const { session, account } = row
      const now = new Date()
      const end = sessionEnd(session.createdAt, session.updatedAt)
      if (!account.isActive || session.expiresAt <= now || end <= now) {
        await executor.delete(sessionTable).where(hasToken(token))
        return null
      }
      if (now.getTime() - session.updatedAt.getTime() > TOUCH_INTERVAL_MILLISECONDS)
        await createSessionRecords(executor)
          .touch(session.id, account.id, now, sessionEnd(session.createdAt, now))
          .catch(ignoreFullDisk)
      return { id: session.id, sessionToken, account, createdAt: session.createdAt }
    },

    async endSession(sessionToken) {
      const token = storedTokenOf(sessionToken)
      if (token !== null) await executor.delete(sessionTable).where(hasToken(token))
    },

    checkPassword,

    hashPassword: passwords.hash,

    async createToken(kind, value, lifeSeconds) {
      const token = newToken()
      const expiresAt = new Date(Date.now() + lifeSeconds * 1000)
      await insertVerification(executor, digestOf(`${kind}:${token}`), tokenValue(kind, value), expiresAt)
      return token
    },

    async consumeToken(kind, token) {
      const hasDigest = eq(verifications.identifier, digestOf(`${kind}:${token}`))
      const verification = await firstRow(executor.delete(verifications).where(hasDigest).returning())
      const isUnexpired = verification !== null && verification.expiresAt > new Date()
      return isUnexpired ? verification.value.slice(tokenValue(kind, '').length) : null
    },

    createSessionToken,

    startSecondFactor: (session) =>
      withOpenSession(session, false, async (transaction, { id, email }) => {
        const key = newAppKey()
        const backupCodes = newBackupCodes()
        const factorFields = { secret: seal(key), backupCodes: seal(JSON.stringify(backupCodes)), verified: false }
        const factor = { id: newId(), userId: id, ...factorFields }
        const upsert = { target: secondFactors.userId, set: factorFields }
        await transaction.insert(secondFactors).values(factor).onConflictDoUpdate(upsert)
        return { ok: true, uri: appUri(key, email), backupCodes } as const
      }),

    confirmSecondFactor: (session, code) =>
      withOpenSession(session, false, async (transaction, { id }) => {
        const factor = await findFactor(transaction, id)
        const key = factor && open(factor.secret)
        if (factor && key === null) return { ok: false, code: 'second_factor_unreadable' } as const
        if (!key || !isCurrentCode(code, key, new Date())) return { ok: false, code: 'wrong_code' } as const
        // The code of the setup cannot sign in as well.
        await spendCode(transaction, id, code)
        await setFactor(transaction, id, { verified: true })
        await createAccountRecords(transaction).renew(id, { twoFactorEnabled: true })
        await createSessionRecords(transaction).endAll(id, session.id)
        return { ok: true, sessionToken: await renewToken(transaction, session) } as const
      }),

    renewBackupCodes: (session) =>
      withOpenSession(session, true, async (transaction, { id }) => {
        const backupCodes = newBackupCodes()
        await setFactor(transaction, id, { backupCodes: seal(JSON.stringify(backupCodes)) })
        await createAccountRecords(transaction).renew(id)
        return { ok: true, backupCodes } as const
      }),

    removeSecondFactor: (session) =>
      withOpenSession(session, session.account.twoFactorEnabled, async (transaction, { id }) => {
        await createAccountRecords(transaction).dropSecondFactor(id)
        await createAccountRecords(transaction).renew(id)
        return { ok: true, sessionToken: await renewToken(transaction, session) } as const
      }),

    async sweep(now) {
      await executor.delete(sessionTable).where(lte(sessionTable.expiresAt, now))
      await executor.delete(verifications).where(lte(verifications.expiresAt, now))
    },
  }

  async function renewToken(transaction: Executor, { id }: AccountSession): Promise<SessionToken> {
    const { sessionToken, storedToken } = createSessionToken()
    await createSessionRecords(transaction).setToken(id, storedToken)
    return sessionToken
  }
}

const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url')
const digestOf = (text: string): string => createHash('sha256').update(text).digest('base64url')
const hasToken = (token: string) => eq(sessionTable.token, token)

/** Ignores a full disk: a session stays usable although its last use cannot be stored. */
function ignoreFullDisk(error: unknown): void {
  if (databaseTrouble(error) !== 'storage_full') throw error
}

const findFactor = (executor: Executor, accountId: string) =>
  firstRow(executor.select().from(secondFactors).where(eq(secondFactors.userId, accountId)))

const setFactor = (executor: Executor, accountId: string, change: Partial<typeof secondFactors.$inferInsert>) =>
  run(executor.update(secondFactors).set(change).where(eq(secondFactors.userId, accountId)))

function insertVerification(executor: Executor, identifier: string, value: string, expiresAt: Date): Promise<void> {
  const now = new Date()
  const row = { id: randomUUID(), identifier, value, expiresAt, createdAt: now, updatedAt: now }
  return run(executor.insert(verifications).values(row))
}

/**
 * Marks a code as used; false if it already was. Callers lock the account's row, so only one of two calls gets true.
 */
async function spendCode(executor: Executor, accountId: string, code: string): Promise<boolean> {
  const identifier = `spent-code:${digestOf(`${accountId} ${code}`)}`
  const now = new Date()
  const isSpent = and(eq(verifications.identifier, identifier), gt(verifications.expiresAt, now))
  if ((await executor.$count(verifications, isSpent)) > 0) return false
  await insertVerification(executor, identifier, identifier, new Date(now.getTime() + USED_CODE_TTL_MILLISECONDS))
  return true
}
