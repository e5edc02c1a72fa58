/** Accounts. The first five tables are written by better-auth; the names of their fields are its own. */

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
    /** In lower case: two spellings of one mailbox are one account. */
    email: text('email').notNull(),
    emailVerified: boolean('email_verified').notNull().default(false),
    image: text('image'),
    role: text('role').$type<Role>().notNull().default('user'),
    roleFromGroup: boolean('role_from_group').notNull().default(false),
    subscription: text('subscription').$type<PlanId>().notNull().default('free'),
    subscriptionExpiresAt: time('subscription_expires_at'),
    isActive: boolean('is_active').notNull().default(true),
    twoFactorEnabled: boolean('two_factor_enabled').notNull().default(false),
    /** Raised whenever what opens the account changes; see ports/accounts.ts. */
    generation: integer('generation').notNull().default(0),
    lastActive: time('last_active'),
    createdAt: time('created_at').notNull(),
    updatedAt: time('updated_at').notNull(),
    /** What admins search in. Its index is made by a migration of its own, where the database can: see 0009. */
    searchText: text('search_text').generatedAlwaysAs(sql`lower(name || E'\\n' || username || E'\\n' || email)`),
  },
  (user) => [
    uniqueIndex('users_email').on(user.email),
    uniqueIndex('users_username').on(sql`lower(${user.username})`),
    // What the admins' list is sorted by, and what it leaves out: each page is read from an index, however many there are.
    index('users_created_at').on(user.createdAt, user.id),
    // The name itself as well: with an expression alone PostgreSQL would look at each row that is passed over.
    index('users_name').on(sql`lower(${user.name})`, user.id, user.name),
    index('users_last_active').on(user.lastActive.desc().nullsLast(), user.id.desc()),
    index('users_admins').on(user.createdAt, user.id).where(sql`role = 'admin'`),
    index('users_lifetime').on(user.createdAt, user.id).where(sql`subscription = 'lifetime'`),
    index('users_suspended').on(user.createdAt, user.id).where(sql`not is_active`),
  ],
)

const ofUser = () =>
  text('user_id')
    .notNull()
    .references(() => users.id, { onDelete: 'cascade' })

/** Of people for their programs. The key itself is nowhere: `hash` is its SHA-256, which is enough for 256 random bits. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    userId: ofUser(),
    name: text('name').notNull(),
    hash: text('hash').notNull(),
    /** How the key begins: by that people know it again. */
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
    userId: ofUser(),
    /** Opens nothing by itself: the cookie carries it signed with the server's secret. */
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
    userId: ofUser(),
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
    // One person of an identity provider has one account.
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
    userId: ofUser(),
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

/** Links that make an account. Rows outlive their end for a while, so that whoever comes too late is told why. */
export const invitations = pgTable(
  'invitations',
  {
    id: text('id').primaryKey(),
    tokenHash: text('token_hash').notNull(),
    /** The only email that it can be used with. Forgotten once it was used: the account has it then. */
    email: text('email'),
    plan: text('plan').$type<PaidPlanId>(),
    /** The admin's account. */
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

/** Links that make the first admin. Each belongs to the process that printed it. */
export const setupLinks = pgTable('setup_links', {
  tokenHash: text('token_hash').primaryKey(),
  processId: text('process_id').notNull(),
  expiresAt: time('expires_at').notNull(),
})
