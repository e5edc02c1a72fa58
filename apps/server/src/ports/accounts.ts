/** Who has an account and a session: adapters/auth and adapters/database. */

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
  /** In lower case. */
  email: string
  emailVerified: boolean
  role: Role
  /** As bought; planAt says whether it is still valid. */
  subscription: PlanId
  subscriptionExpiresAt: Date | null
  isActive: boolean
  twoFactorEnabled: boolean
  /** Raised when password, email, second factor or role change: older sessions and emails are void. */
  generation: number
  lastActive: Date | null
  createdAt: Date
  /** The role came with a group of the identity provider, and goes with it. False for what was given by hand. */
  roleFromGroup: boolean
}

/** The plan is not among it: that follows from the ledger. */
type AccountChange = Partial<
  Omit<AccountRecord, 'id' | 'createdAt' | 'generation' | 'subscription' | 'subscriptionExpiresAt'>
>

interface SessionRecord {
  id: string
  userId: string
  userAgent: string | null
  createdAt: Date
  /** When it was last used, give or take ten minutes. */
  updatedAt: Date
}

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
  /** When its owner signed in. */
  createdAt: Date
}

export interface ApiKeyRecord {
  id: string
  userId: string
  name: string
  /** SHA-256, base64url. */
  hash: string
  /** How the key begins. */
  start: string
  createdAt: Date
  lastUsedAt: Date | null
}

export interface FoundApiKey {
  key: ApiKeyRecord
  account: AccountRecord
}
/** A person as an OpenID Connect provider knows them: see ports/identity-provider.ts. */
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

/** Passwords are hashed slowly, on purpose, and one after the other: too many people are waiting for that now. */
export class AccountsBusyError extends Error {
  override name = 'AccountsBusyError'
}

/** Credentials, sessions and what is sent by mail and comes back: the library behind it is adapters/auth's affair. */
export interface Accounts {
  signUp(
    person: { name: string; username: string; email: string; password: string },
    caller: Caller,
  ): Promise<
    { ok: true; account: AccountRecord; sessionToken: SessionToken } | { ok: false; taken: 'email' | 'username' }
  >
  /** Takes as long for an unknown email as for a known one. */
  signIn(
    credentials: { email: string; password: string; code?: string | undefined },
    caller: Caller,
  ): Promise<SignInResult>
  /**
   * A session for somebody who has shown otherwise who they are. `second_factor_needed` if the account has one and there is no code.
   * `wrong_credentials` if the account has changed since.
   */
  openSession(account: Pick<AccountRecord, 'id' | 'generation'>, caller: Caller, code?: string): Promise<SignInResult>
  /** null for a session token that is forged, ended, expired, or whose account is suspended or gone. */
  findSession(sessionToken: SessionToken): Promise<FoundSession | null>
  endSession(sessionToken: SessionToken): Promise<void>
  checkPassword(accountId: string, password: string): Promise<boolean>
  /** For AccountRecords.setPasswordHash. Throws AccountsBusyError. */
  hashPassword(password: string): Promise<string>
  /** A random token; only its hash is stored. */
  createToken(kind: TokenKind, value: string, lifeSeconds: number): Promise<string>
  /** What the token was made for, once; null when it was used, has expired, or never was. */
  consumeToken(kind: TokenKind, token: string): Promise<string | null>
  /** Without a password, as in the two below, whoever calls has made sure otherwise that it is they. */
  startSecondFactor(
    session: FoundSession,
    password: string | undefined,
  ): Promise<
    { ok: true; uri: string; backupCodes: string[] } | { ok: false; code: 'wrong_password' | 'invalid_request' }
  >
  /** The session goes on under a new session token. */
  confirmSecondFactor(
    session: FoundSession,
    code: string,
  ): Promise<
    | { ok: true; sessionToken: SessionToken }
    | { ok: false; code: 'wrong_code' | 'invalid_request' | 'second_factor_unreadable' }
  >
  /** The former ones are none any more. `wrong_password` also where there is no second factor by now. */
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
  /** In lower case. */
  email: string | null
  plan: PaidPlanId | null
  /** The admin's account. */
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
    /** Writes account and password at once, so within the caller's transaction. Says what is taken, if anything is. */
    create(
      person: Pick<AccountRecord, 'id' | 'name' | 'username' | 'email' | 'createdAt'> & { passwordHash: string },
    ): Promise<CreatedAccount>
    find(id: string): Promise<AccountRecord | null>
    findByEmail(email: string): Promise<AccountRecord | null>
    /** Ignores case. */
    hasUsername(username: string): Promise<boolean>
    update(id: string, change: AccountChange): Promise<AccountRecord | null>
    /** What the ledger adds up to: see use-cases/payments/grant-plan.ts, which alone may call this. */
    setPlan(id: string, plan: Entitlement): Promise<AccountRecord | null>
    /** Locks its row until the transaction ends. */
    lock(id: string): Promise<AccountRecord | null>
    /** Changes what opens the account: the next generation begins. The caller ends sessions in the same transaction. */
    renew(id: string, change?: AccountChange): Promise<AccountRecord | null>
    /** Renews it with another email, whose mailbox has answered; false where another account has that email by now. */
    confirmNewEmail(id: string, email: string): Promise<boolean>
    /** Also for one that had no password. */
    setPasswordHash(id: string, hash: string): Promise<void>
    hasPassword(id: string): Promise<boolean>
    dropPassword(id: string): Promise<void>
    /** With a confirmed email and no password. Says what is taken, if anything is. */
    createConfirmed(person: Pick<AccountRecord, 'id' | 'name' | 'username' | 'email'>): Promise<CreatedAccount>
    findByIdentity(identity: ExternalIdentity): Promise<AccountRecord | null>
    listIdentities(id: string): Promise<ExternalIdentity[]>
    /** In place of the one that the account had at this issuer. */
    linkIdentity(id: string, identity: ExternalIdentity): Promise<void>
    /** Also one that was never confirmed. */
    dropSecondFactor(id: string): Promise<void>
    /** Locks every admin's row until the transaction ends, so that two at once cannot both be the last. Returns the ids of the active ones. */
    lockActiveAdmins(): Promise<string[]>
    /** With its sessions, credentials and second factor. */
    delete(id: string): Promise<void>
  }
  sessions: {
    list(accountId: string, now: Date): Promise<SessionRecord[]>
    /** Returns whether there was one. */
    end(id: string, accountId: string): Promise<boolean>
    /** Ends all but this one, or all; returns how many. */
    endAll(accountId: string, except?: string): Promise<number>
    /** Ends all but so many: those that were used last stay. */
    endOldest(accountId: string, keep: number): Promise<void>
    touch(id: string, accountId: string, usedAt: Date, expiresAt: Date): Promise<void>
  }
  apiKeys: {
    insert(key: ApiKeyRecord): Promise<void>
    /** The oldest first. */
    listFor(accountId: string): Promise<ApiKeyRecord[]>
    findByHash(hash: string): Promise<FoundApiKey | null>
    touch(id: string, usedAt: Date): Promise<void>
    /** Returns whether there was one. */
    delete(id: string, accountId: string): Promise<boolean>
    deleteAll(accountId: string): Promise<void>
  }
  /** What became of an anonymous viewer's things when they signed in. */
  userData: {
    /** Videos, downloads and the units of their quota go to the account. */
    move(fromViewerId: string, toAccountId: string): Promise<void>
    /** Deletes videos, downloads and quota; the caller deletes clips that nobody else wants. */
    delete(viewerId: string): Promise<void>
    /**
     * Deletes leftovers: of deleted accounts, of strangers from before that time, their videos of which they have no download from
     * before the other, old quota months, and empty batches.
     */
    sweep(times: { strangersBefore: Date; unusedBefore: Date }): Promise<void>
  }
  tokens: {
    /** When the last one that stands for this was made, as far as it is still stored. */
    lastMadeAt(kind: TokenKind, value: string): Promise<Date | null>
    forgetAccount(accountId: string): Promise<void>
    /** Voids the newsletter's tokens for this mailbox. */
    forgetSubscriber(email: string): Promise<void>
  }
  invitations: {
    add(invitation: InvitationRecord & { tokenHash: string }): Promise<void>
    find(tokenHash: string): Promise<InvitationRecord | null>
    /** Locks its row until the transaction ends: of two who use it at once, the second finds it used. */
    lock(tokenHash: string): Promise<InvitationRecord | null>
    markUsed(id: string, now: Date): Promise<void>
    /** null if it cannot be used any more anyway. */
    revoke(id: string, now: Date): Promise<InvitationRecord | null>
    /** Those that can be used, newest first. */
    listOpen(now: Date, page: PageRequest): Promise<Page<DescribedInvitation>>
    sweep(expiredBefore: Date): Promise<void>
  }
  setupLinks: {
    add(link: { tokenHash: string; processId: string; expiresAt: Date }): Promise<void>
    isValid(tokenHash: string, now: Date): Promise<boolean>
    /** Deletes those that were printed by other processes than these. */
    keepOnlyOf(processIds: readonly string[]): Promise<void>
    deleteAll(): Promise<void>
  }
  attempts: {
    /** The past tries under these keys, locked for this transaction. */
    lock(keys: readonly string[], now: Date): Promise<Map<string, { count: number; lastAt: Date }>>
    add(key: string, now: Date, forgottenAt: Date): Promise<void>
    giveBack(keys: readonly string[]): Promise<void>
    clear(keys: readonly string[]): Promise<void>
    sweep(now: Date): Promise<void>
  }
}
