import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@kerf/domain/access/password-length'
import { SESSION_IDLE_DAYS } from '@kerf/domain/access/session-limits'
import { PRODUCT_NAME, PRODUCT_SLUG } from '@kerf/domain/site/product'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, isAPIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import { databaseTrouble } from '../database/engine/database-trouble.ts'
import type { Executor } from '../database/engine/executor.ts'
import { credentials, secondFactors, sessions, users, verifications } from '../database/schema/account-schema.ts'
import type { PasswordGate } from './password-gate.ts'

const DAY_SECONDS = 24 * 3600
const BACKUP_CODES = 10

export interface AuthOptions {
  executor: Executor
  /** Signs session tokens and encrypts second factors. */
  secret: string
  newId: () => string
  onError: (message: string) => void
  /** What hashes and checks passwords. */
  passwords: PasswordGate
}

/** better-auth without its own routes: origin, rate limits, emails and token lifetimes are checked by our own code. */
export function createAuth({ executor, secret, newId, onError, passwords }: AuthOptions) {
  const adapter = drizzleAdapter(executor, {
    provider: 'pg',
    schema: {
      user: users,
      session: sessions,
      account: credentials,
      verification: verifications,
      twoFactor: secondFactors,
    },
    // The embedded database has one connection: a question from outside an open transaction would wait for ever.
    transaction: false,
  })
  return betterAuth({
    appName: PRODUCT_NAME,
    // Never shown or followed: our mails carry our own addresses.
    baseURL: 'http://localhost',
    secret,
    telemetry: { enabled: false },
    database: (given: Parameters<typeof adapter>[0]) => tellingTrouble(adapter(given)),
    user: {
      additionalFields: {
        username: { type: 'string', required: true },
        role: { type: 'string', required: false, input: false, defaultValue: 'user' },
        subscription: { type: 'string', required: false, input: false, defaultValue: 'free' },
        subscriptionExpiresAt: { type: 'date', required: false, input: false },
        isActive: { type: 'boolean', required: false, input: false, defaultValue: true },
        lastActive: { type: 'date', required: false, input: false },
      },
    },
    emailAndPassword: {
      enabled: true,
      minPasswordLength: PASSWORD_MIN_LENGTH,
      maxPasswordLength: PASSWORD_MAX_LENGTH,
      password: passwords,
    },
    session: {
      expiresIn: SESSION_IDLE_DAYS * DAY_SECONDS,
      // Moved by findSession, which knows of the absolute end as well.
      disableSessionRefresh: true,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    plugins: [
      twoFactor({
        issuer: PRODUCT_NAME,
        // Who signs in with an identity provider has none. Whether they may is decided before it is asked.
        allowPasswordless: true,
        backupCodeOptions: { amount: BACKUP_CODES, storeBackupCodes: 'encrypted' },
        // Attempts are counted together with those at the password.
        accountLockout: { enabled: false },
      }),
    ],
    advanced: {
      cookiePrefix: PRODUCT_SLUG,
      useSecureCookies: false,
      // Where people are is not written down.
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId() },
    },
    logger: {
      level: 'error',
      log: (_level, message) => onError(message),
    },
  })
}

/** Keeps a database that is away recognizable: better-auth passes on only errors of its own kind. */
function tellingTrouble<T extends object>(adapter: T): T {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...given: unknown[]) => {
        // It hands out another adapter, which is to tell its trouble as well.
        if (name === 'transaction') {
          const [work] = given as [(within: object) => unknown]
          return Reflect.apply(member, target, [(within: object) => work(tellingTrouble(within))])
        }
        try {
          return await Reflect.apply(member, target, given)
        } catch (error) {
          if (databaseTrouble(error) === null || isAPIError(error)) throw error
          throw Object.assign(new APIError('SERVICE_UNAVAILABLE'), { cause: error })
        }
      }
    },
  })
}
