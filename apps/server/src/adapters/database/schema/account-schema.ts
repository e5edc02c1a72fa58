/** Tables of accounts. Kerf never reads some columns: better-auth required them, which managed accounts before. */

import type { Role } from '@kerf/domain/access/viewer'
import type { PaidPlanId, PlanId } from '@kerf/domain/plans/plans'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core'
import { time } from './columns.ts'

export const users = pgTable(
  'users',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    username: text('username').notNull(),
    /** Lower case, so that two spellings of one email are one account. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role').$type<Role>().notNull().default('user'),
    roleFromGroup: boolean('role_from_group').notNull().default(false),
    subscription: text('subscription').$type<PlanId>().notNull().default('free'),
    subscriptionExpiresAt: time('subscription_expires_at'),
    isActive: boolean('is_active').notNull().default(true),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** Counter, raised when the password, email, second factor or role changes; see ports/accounts.ts. */
    generation: integer('generation').notNull().default(0),
    lastActive: time('last_active'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** Text that admins search. Migration 0009 creates its index, if the database can. */
    searchText: text('search_text').generatedAlwaysAs(sql`lower(name || E'\\n' || username || E'\\n' || email)`),
  },
  (user) => [
    uniqueIndex('users_email').on(user.email),
    uniqueIndex('users_username').on(sql`lower(${user.username})`),
    // These indexes match the sort orders and filters of the admins' list, so that each page is read from an index.
    index('users_created_at').on(user.createdAt, user.id),
    // The index contains the name too. With only the expression, PostgreSQL would read each skipped row.
    index('users_name').on(sql`lower(${user.name})`, user.id, user.name),
    index('users_last_active').on(user.lastActive.desc().nullsLast(), user.id.desc()),
    index('users_admins').on(user.createdAt, user.id).where(sql`role = 'admin'`),
    index('users_lifetime').on(user.createdAt, user.id).where(sql`subscription = 'lifetime'`),
    index('users_suspended').on(user.createdAt, user.id).where(sql`not is_active`),
  ],
)

const userIdColumn = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** API keys of accounts. The key itself is not stored: `hash` is its SHA-256, which is enough for 256 random bits. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    /** Beginning of the key, by which people recognize it. */
    start: text('start').notNull(),
    createdAt: time('created_at').notNull(),
    lastUsedAt: time('last_used_at'),
  },
  (key) => [uniqueIndex('api_keys_hash').on(key.hash), index('api_keys_user').on(key.userId, key.createdAt)],
)

export const sessions = pgTable(
  'sessions',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    /** Token without a signature. It opens nothing: the cookie has it signed with the server's secret. */
    token: text('token').notNull(),
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (session) => [
    uniqueIndex('sessions_token').on(session.token),
    index('sessions_user').on(session.userId),
    index('sessions_expiry').on(session.expiresAt),
  ],
)

export const credentials = pgTable(
  'credentials',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    password: text('password'),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: time('access_token_expires_at'),
    refreshTokenExpiresAt: time('refresh_token_expires_at'),
    scope: text('scope'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (credential) => [
    uniqueIndex('credentials_user_provider').on(credential.userId, credential.providerId),
    // A person at an identity provider has one account.
    uniqueIndex('credentials_provider_account').on(credential.providerId, credential.accountId),
  ],
)

export const verifications = pgTable(
  'verifications',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: time('expires_at').notNull(),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
  },
  (verification) => [
    index('verifications_identifier').on(verification.identifier),
    index('verifications_value').on(verification.value),
    index('verifications_expiry').on(verification.expiresAt),
  ],
)

export const secondFactors = pgTable(
  'second_factors',
  {
    id: text('id').primaryKey(),
    userId: userIdColumn(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    verified: boolean('verified').notNull().default(false),
    failedVerificationCount: integer('failed_verification_count').notNull().default(0),
    lockedUntil: time('locked_until'),
  },
  (factor) => [uniqueIndex('second_factors_user').on(factor.userId)],
)

export const attempts = pgTable(
  'attempts',
  {
    key: text('key').primaryKey(),
    count: integer('count').notNull(),
    lastAt: time('last_at').notNull(),
    forgottenAt: time('forgotten_at').notNull(),
  },
  (attempt) => [index('attempts_forgotten_at').on(attempt.forgottenAt)],
)

/**
 * Links that create an account. Rows stay for a while after their end, so that somebody who opens an old link reads why
 * it no longer works.
 */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    /** The only email that may use the invitation. Cleared after use, because the account then holds it. */
    email: text('email'),
    plan: text('plan').$type<PaidPlanId>(),
    /** Account of the admin who created the invitation. */
    createdBy: text('created_by').notNull(),
    createdAt: time('created_at').notNull(),
    expiresAt: time('expires_at').notNull(),
    usedAt: time('used_at'),
    revokedAt: time('revoked_at'),
  },
  (invitation) => [
    uniqueIndex('invitations_token').on(invitation.tokenHash),
    index('invitations_created_at').on(invitation.createdAt, invitation.id),
  ],
)

/** Links that create the first admin. Each belongs to the process that printed it. */
export const setupLinks = pgTable('setup_links', {
  tokenHash: text('token_hash').primaryKey(),
  processId: text('process_id').notNull(),
  expiresAt: time('expires_at').notNull(),
})
