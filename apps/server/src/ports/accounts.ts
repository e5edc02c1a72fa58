/** Accounts, sessions, API keys and invitations: adapters/auth and adapters/database implement them. */

import type { Role } from '@kerf/domain/access/viewer'
import type { Entitlement } from '@kerf/domain/payments/ledger'
import type { PaidPlanId, PlanId } from '@kerf/domain/plans/plans'
import type { Language } from '@kerf/messages/languages'
import type { Identity } from './identity-provider.ts'
import type { Page, PageRequest } from './page.ts'

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
   * Counter, raised when the password, email, second factor or role changes. Sessions and tokens of older generations
   * are void.
   */
  generation: number
  lastActive: Date | null
  createdAt: Date
  /**
   * Whether the role came from a group of the identity provider, and ends with it. False for a role that an admin set.
   */
  roleFromGroup: boolean
}

/** Changeable fields. The plan is not one of them: it follows from the ledger. */
type AccountChange = Partial<
  Omit<AccountRecord, 'id' | 'createdAt' | 'generation' | 'subscription' | 'subscriptionExpiresAt'>
>

interface SessionRecord {
  id: string
  userId: string
  userAgent: string | null
  createdAt: Date
  /** Time of the last use, accurate to ten minutes. */
  updatedAt: Date
}

/** Origin of a request: the caller, and the language for its emails. */
export interface From {
  caller: Caller
  language: Language
}

export interface Caller {
  address: string
  userAgent: string | null
}

/** The session cookie's value: signed, and not derivable from the database. */
export type SessionToken = string

export interface FoundSession {
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

/** Identity of a person at an OpenID Connect provider: see ports/identity-provider.ts. */
type ExternalIdentity = Pick<Identity, 'issuer' | 'subject'>

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

/** Credentials, sessions, emailed tokens and second factors. adapters/auth hides the library behind them. */
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
  /** null if the token is forged, ended or expired, or its account is suspended or deleted. */
  findSession(sessionToken: SessionToken): Promise<FoundSession | null>
  endSession(sessionToken: SessionToken): Promise<void>
  checkPassword(accountId: string, password: string): Promise<boolean>
  /** Hash for AccountRecords.setPasswordHash. Throws AccountsBusyError. */
  hashPassword(password: string): Promise<string>
  /** Returns a random token that stands for `value`; only its hash is stored. */
  createToken(kind: TokenKind, value: string, lifeSeconds: number): Promise<string>
  /** Returns the token's value and voids the token; null if it was used, has expired, or never existed. */
  consumeToken(kind: TokenKind, token: string): Promise<string | null>
  /**
   * Begins the setup of an authenticator app. If `password` is undefined, the caller has verified the person in another
   * way.
   */
  startSecondFactor(
    session: FoundSession,
    password: string | undefined,
  ): Promise<
    { ok: true; uri: string; backupCodes: string[] } | { ok: false; code: 'wrong_password' | 'invalid_request' }
  >
  /** Switches the second factor on after a first valid code. The session continues under a new session token. */
  confirmSecondFactor(
    session: FoundSession,
    code: string,
  ): Promise<
    | { ok: true; sessionToken: SessionToken }
    | { ok: false; code: 'wrong_code' | 'invalid_request' | 'second_factor_unreadable' }
  >
  /**
   * Replaces the backup codes; the former ones become void. `wrong_password` also if the second factor was removed
   * meanwhile.
   */
  renewBackupCodes(
    session: FoundSession,
    password: string | undefined,
  ): Promise<{ ok: true; backupCodes: string[] } | { ok: false; code: 'wrong_password' }>
  removeSecondFactor(
    session: FoundSession,
    password: string | undefined,
  ): Promise<{ ok: true; sessionToken: SessionToken } | { ok: false; code: 'wrong_password' }>
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

export interface AccountRecords {
  accounts: {
    /** Inserts account and password together. `taken` names the field that another account uses. */
    create(
      person: Pick<AccountRecord, 'id' | 'name' | 'username' | 'email' | 'createdAt'> & { passwordHash: string },
    ): Promise<CreatedAccount>
    find(id: string): Promise<AccountRecord | null>
    findByEmail(email: string): Promise<AccountRecord | null>
    /** Compares without regard to case. */
    hasUsername(username: string): Promise<boolean>
    update(id: string, change: AccountChange): Promise<AccountRecord | null>
    /** Stores the plan that the ledger adds up to. Only use-cases/payments/grant-plan.ts may call this. */
    setPlan(id: string, plan: Entitlement): Promise<AccountRecord | null>
    /** Locks the account's row until the transaction ends. */
    lock(id: string): Promise<AccountRecord | null>
    /** Raises the generation and applies `change`. The caller ends sessions in the same transaction. */
    renew(id: string, change?: AccountChange): Promise<AccountRecord | null>
    /** Renews the account with a new, confirmed email. Returns false if another account has taken that email. */
    confirmNewEmail(id: string, email: string): Promise<boolean>
    /** Sets or replaces the password; the account may have had none. */
    setPasswordHash(id: string, hash: string): Promise<void>
    hasPassword(id: string): Promise<boolean>
    dropPassword(id: string): Promise<void>
    /** Inserts an account with a confirmed email and no password. `taken` names the field that another account uses. */
    createConfirmed(person: Pick<AccountRecord, 'id' | 'name' | 'username' | 'email'>): Promise<CreatedAccount>
    findByIdentity(identity: ExternalIdentity): Promise<AccountRecord | null>
    listIdentities(id: string): Promise<ExternalIdentity[]>
    /** Links the identity, in place of the account's former one at this issuer. */
    linkIdentity(id: string, identity: ExternalIdentity): Promise<void>
    /** Removes the second factor, even one that was never confirmed. */
    dropSecondFactor(id: string): Promise<void>
    /**
     * Locks every admin's row until the transaction ends, so that concurrent calls cannot remove the last admin.
     * Returns the ids of the active ones.
     */
    lockActiveAdmins(): Promise<string[]>
    /** Deletes the account with its sessions, credentials and second factor. */
    delete(id: string): Promise<void>
  }
  sessions: {
    list(accountId: string, now: Date): Promise<SessionRecord[]>
    /** Returns whether the session existed. */
    end(id: string, accountId: string): Promise<boolean>
    /** Ends all sessions of the account except the given one. Returns their number. */
    endAll(accountId: string, except?: string): Promise<number>
    /** Ends all sessions except the `keep` most recently used ones. */
    endOldest(accountId: string, keep: number): Promise<void>
    touch(id: string, accountId: string, usedAt: Date, expiresAt: Date): Promise<void>
  }
  apiKeys: {
    insert(key: ApiKeyRecord): Promise<void>
    /** Oldest first. */
    listFor(accountId: string): Promise<ApiKeyRecord[]>
    findByHash(hash: string): Promise<FoundApiKey | null>
    touch(id: string, usedAt: Date): Promise<void>
    /** Returns whether the key existed. */
    delete(id: string, accountId: string): Promise<boolean>
    deleteAll(accountId: string): Promise<void>
  }
  /** Videos, downloads and quota of a viewer. */
  userData: {
    /** Moves a stranger's videos, downloads and quota units to the account. */
    move(fromViewerId: string, toAccountId: string): Promise<void>
    /**
     * Deletes the viewer's videos, downloads and quota. The caller deletes clips that no other viewer has downloads of.
     */
    delete(viewerId: string): Promise<void>
    /**
     * Deletes data of deleted accounts, strangers' downloads from before `strangersBefore`, strangers' videos from
     * before `unusedBefore` without a download, old quota months, and empty batches.
     */
    sweep(times: { strangersBefore: Date; unusedBefore: Date }): Promise<void>
  }
  tokens: {
    /** Creation time of the newest stored token with this value; null if none is stored. */
    lastMadeAt(kind: TokenKind, value: string): Promise<Date | null>
    forgetAccount(accountId: string): Promise<void>
    /** Voids the newsletter's tokens for this mailbox. */
    forgetSubscriber(email: string): Promise<void>
  }
  invitations: {
    add(invitation: InvitationRecord & { tokenHash: string }): Promise<void>
    find(tokenHash: string): Promise<InvitationRecord | null>
    /** Locks the invitation's row until the transaction ends, so that only one of two concurrent uses succeeds. */
    lock(tokenHash: string): Promise<InvitationRecord | null>
    markUsed(id: string, now: Date): Promise<void>
    /** null if the invitation was already used, revoked or expired. */
    revoke(id: string, now: Date): Promise<InvitationRecord | null>
    /** Usable invitations, newest first. */
    listOpen(now: Date, page: PageRequest): Promise<Page<DescribedInvitation>>
    sweep(expiredBefore: Date): Promise<void>
  }
  setupLinks: {
    add(link: { tokenHash: string; processId: string; expiresAt: Date }): Promise<void>
    isValid(tokenHash: string, now: Date): Promise<boolean>
    /** Deletes links that other processes than these have printed. */
    keepOnlyOf(processIds: readonly string[]): Promise<void>
    deleteAll(): Promise<void>
  }
  attempts: {
    /** Past tries by key. Locks these keys until the transaction ends. */
    lock(keys: readonly string[], now: Date): Promise<Map<string, { count: number; lastAt: Date }>>
    add(key: string, now: Date, forgottenAt: Date): Promise<void>
    /** Takes the last try under each key off the count. */
    giveBack(keys: readonly string[]): Promise<void>
    clear(keys: readonly string[]): Promise<void>
    sweep(now: Date): Promise<void>
  }
}
