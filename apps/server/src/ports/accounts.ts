/** Accounts, sessions, API keys and invitations: adapters/auth implements them over rows of adapters/database. */

import type { Role } from '@kerf/domain/access/viewer'
import type { PaidPlanId, PlanId } from '@kerf/domain/plans/plans'
import type { Language } from '@kerf/messages/languages'

export interface AccountRecord {
  id: string
  name: string
  username: string
  /** Email address in lower case. */
  email: string
  emailVerified: boolean
  role: Role
  /** The plan that the ledger gives; `planAt` says whether it is still valid. */
  subscription: PlanId
  subscriptionExpiresAt: Date | null
  isActive: boolean
  twoFactorEnabled: boolean
  /**
   * Counter, raised when the password, email, second factor or role changes. Sign-ins that began before and emailed
   * tokens of older generations are void.
   */
  generation: number
  lastActive: Date | null
  createdAt: Date
  /**
   * Whether the role came from a group of the identity provider, and ends with it. False for a role that an admin set.
   */
  roleFromGroup: boolean
}

export interface SessionRecord {
  id: string
  userId: string
  userAgent: string | null
  createdAt: Date
  /** Time of the last use, accurate to ten minutes. */
  updatedAt: Date
}

/** Origin of a request: the caller, and the language for its emails. */
export interface RequestOrigin {
  caller: Caller
  language: Language
}

export interface Caller {
  ipAddress: string
  userAgent: string | null
}

/** The session cookie's value: signed, and not derivable from the database. */
export type SessionToken = string

export interface AccountSession {
  id: string
  sessionToken: SessionToken
  account: AccountRecord
  /** Time of the sign-in. */
  createdAt: Date
}

export interface ApiKeyRecord {
  id: string
  userId: string
  name: string
  /** SHA-256, base64url. */
  hash: string
  /** First characters of the key, for recognition in lists. */
  start: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface FoundApiKey {
  key: ApiKeyRecord
  account: AccountRecord
}

type SignInResult =
  | { ok: true; account: AccountRecord; sessionToken: SessionToken }
  | {
      ok: false
      code:
        | 'wrong_credentials'
        | 'account_suspended'
        | 'second_factor_needed'
        | 'wrong_code'
        | 'second_factor_unreadable'
    }

export type TokenKind = 'reset-password' | 'verify-email' | 'change-email' | 'newsletter' | 'newsletter-end' | 'oidc'

/** The queue for password hashing is full. Passwords are hashed one after the other, and slowly on purpose. */
export class AccountsBusyError extends Error {
  override name = 'AccountsBusyError'
}

interface SecondFactorRefusal {
  ok: false
  code: 'not_signed_in' | 'invalid_request'
}

/** Credentials, sessions, emailed tokens and second factors. adapters/auth keeps them. */
export interface Accounts {
  signUp(
    person: { name: string; username: string; email: string; password: string },
    caller: Caller,
  ): Promise<
    { ok: true; account: AccountRecord; sessionToken: SessionToken } | { ok: false; taken: 'email' | 'username' }
  >
  /** Signs in with a password. An unknown email takes as long as an existing one. */
  signIn(
    credentials: { email: string; password: string; code?: string | undefined },
    caller: Caller,
  ): Promise<SignInResult>
  /**
   * Opens a session without a password; the caller has verified the person. Code `second_factor_needed`: the account
   * has a second factor, and `code` is missing. Code `wrong_credentials`: the account's generation has changed.
   */
  openSession(account: Pick<AccountRecord, 'id' | 'generation'>, caller: Caller, code?: string): Promise<SignInResult>
  /** The session of a token; null if the token is forged, ended or expired, or its account is suspended or deleted. */
  findSession(sessionToken: SessionToken): Promise<AccountSession | null>
  endSession(sessionToken: SessionToken): Promise<void>
  checkPassword(accountId: string, password: string): Promise<boolean>
  /** Hash for `setPasswordHash` of the accounts' records. Throws AccountsBusyError. */
  hashPassword(password: string): Promise<string>
  /** Returns a random token that stands for `value`; only its hash is stored. */
  createToken(kind: TokenKind, value: string, lifeSeconds: number): Promise<string>
  /** Returns the token's value and voids the token; null if it was used, has expired, or never existed. */
  consumeToken(kind: TokenKind, token: string): Promise<string | null>
  /** A new token for a session, as the cookie has it and as the database stores it. */
  createSessionToken(): { sessionToken: SessionToken; storedToken: string }
  /**
   * Begins the setup of an authenticator app. The caller of this and the next three has verified the person. They
   * answer `not_signed_in` if the session has ended or the account's generation has changed meanwhile, and
   * `invalid_request` if the second factor is on where it should be off, or off where it should be on.
   */
  startSecondFactor(
    session: AccountSession,
  ): Promise<{ ok: true; uri: string; backupCodes: string[] } | SecondFactorRefusal>
  /**
   * Switches the second factor on after a first valid code, and ends all other sessions. The session continues under a
   * new session token.
   */
  confirmSecondFactor(
    session: AccountSession,
    code: string,
  ): Promise<
    | { ok: true; sessionToken: SessionToken }
    | SecondFactorRefusal
    | { ok: false; code: 'wrong_code' | 'second_factor_unreadable' }
  >
  /** Replaces the backup codes; the former ones become void. */
  renewBackupCodes(session: AccountSession): Promise<{ ok: true; backupCodes: string[] } | SecondFactorRefusal>
  /** Removes the second factor, even one that was never confirmed. The session continues under a new session token. */
  removeSecondFactor(session: AccountSession): Promise<{ ok: true; sessionToken: SessionToken } | SecondFactorRefusal>
  sweep(now: Date): Promise<void>
}

export interface InvitationRecord {
  id: string
  /** Email address in lower case. */
  email: string | null
  plan: PaidPlanId | null
  /** Account of the admin who invited. */
  createdBy: string
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
  revokedAt: Date | null
}

/** `createdByName` is null once the account is deleted. */
export interface DescribedInvitation extends InvitationRecord {
  createdByName: string | null
}

export type CreatedAccount = { ok: true; account: AccountRecord } | { ok: false; taken: 'email' | 'username' }
