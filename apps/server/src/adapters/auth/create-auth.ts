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
  /** Hashes and checks passwords. */
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
    // The embedded database has one connection: a query from outside an open transaction would wait for ever.
    transaction: false,
  })
  return betterAuth({
    appName: PRODUCT_NAME,
    // better-auth needs a base URL. Nobody sees it, because our emails contain our own addresses.
    baseURL: 'http://localhost',
    secret,
    telemetry: { enabled: false },
    database: (authOptions: Parameters<typeof adapter>[0]) => withWrappedErrors(adapter(authOptions)),
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
      // findSession extends sessions itself, because it also checks their absolute end.
      disableSessionRefresh: true,
      freshAge: 0,
      cookieCache: { enabled: false },
    },
    verification: { storeIdentifier: 'hashed' },
    rateLimit: { enabled: false },
    plugins: [
      twoFactor({
        issuer: PRODUCT_NAME,
        // Accounts of an identity provider have no password. Our code checks permission before it calls the plugin.
        allowPasswordless: true,
        backupCodeOptions: { amount: BACKUP_CODES, storeBackupCodes: 'encrypted' },
        // Our own limits count wrong codes together with wrong passwords.
        accountLockout: { enabled: false },
      }),
    ],
    advanced: {
      cookiePrefix: PRODUCT_SLUG,
      useSecureCookies: false,
      // IP addresses of people are not stored.
      ipAddress: { disableIpTracking: true },
      database: { generateId: () => newId() },
    },
    logger: {
      level: 'error',
      log: (_level, message) => onError(message),
    },
  })
}

/** Wraps errors of an unavailable database in APIError, as its cause: better-auth passes on no other errors. */
function withWrappedErrors<T extends object>(adapter: T): T {
  return new Proxy(adapter, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...args: unknown[]) => {
        // A transaction has an adapter of its own, whose errors are wrapped too.
        if (name === 'transaction') {
          const [work] = args as [(inner: object) => unknown]
          return Reflect.apply(member, target, [(inner: object) => work(withWrappedErrors(inner))])
        }
        try {
          return await Reflect.apply(member, target, args)
        } catch (error) {
          if (databaseTrouble(error) === null || isAPIError(error)) throw error
          throw Object.assign(new APIError('SERVICE_UNAVAILABLE'), { cause: error })
        }
      }
    },
  })
}
