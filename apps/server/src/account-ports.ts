/**
 * What the use cases of accounts need from outside, beside ports.ts: who has an account and a session, and the letters that
 * are sent about it.
 */
import type { Language } from '@kerf/domain/language'
import type { Entitlement } from '@kerf/domain/ledger'
import type { PlanId } from '@kerf/domain/plans'
import type { Role } from '@kerf/domain/role'

/** Somebody's account; dates are dates here and text on the wire. */
export interface AccountRecord {
  id: string
  name: string
  username: string
  /** In lower case. */
  email: string
  emailVerified: boolean
  role: Role
  /** As bought; planAt tells whether it still holds. */
  subscription: PlanId
  subscriptionExpiresAt: Date | null
  isActive: boolean
  /** Whether a second factor is set up and in force. */
  twoFactorEnabled: boolean
  /**
   * Raised whenever what opens the account changes: password, email, second factor, promotion. What was begun before, a
   * sign-in under way, a letter that is out, a browser that was known, does not reach beyond it.
   */
  generation: number
  lastActive: Date | null
  createdAt: Date
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

/** Where a request comes from, as far as it says. */
export interface Caller {
  address: string
  userAgent: string | null
}

/** What the browser keeps: opaque, signed, and of no use to whoever reads the database. */
export type SessionTicket = string

export interface FoundSession {
  id: string
  ticket: SessionTicket
  account: AccountRecord
}

type SignInResult =
  | { ok: true; account: AccountRecord; ticket: SessionTicket }
  | { ok: false; code: 'wrong_credentials' | 'account_suspended' | 'second_factor_needed' | 'wrong_code' }

/** Letters bring a token back once: what for. Its value is whatever was given when it was made. */
export type TokenKind = 'reset-password' | 'verify-email' | 'change-email' | 'newsletter' | 'newsletter-end'

/** Passwords are hashed slowly, on purpose, and one after the other: too many people are waiting for that now. */
export class AccountsBusyError extends Error {
  constructor() {
    super('Too many passwords are waiting to be hashed.')
    this.name = 'AccountsBusyError'
  }
}

/** Credentials, sessions and what is sent by mail and comes back: the library behind it is adapters/auth's affair. */
export interface Accounts {
  /** Opens the account's first session with it. */
  signUp(
    person: { name: string; username: string; email: string; password: string },
    caller: Caller,
  ): Promise<{ ok: true; account: AccountRecord; ticket: SessionTicket } | { ok: false; taken: 'email' | 'username' }>
  /** Takes as long for an unknown email as for a known one. */
  signIn(
    credentials: { email: string; password: string; code?: string | undefined },
    caller: Caller,
  ): Promise<SignInResult>
  /** null for a ticket that is forged, ended, expired, or whose account is suspended or gone. */
  findSession(ticket: SessionTicket): Promise<FoundSession | null>
  endSession(ticket: SessionTicket): Promise<void>
  /** Whether it is the account's password. */
  checkPassword(accountId: string, password: string): Promise<boolean>
  /** For AccountRecords.setPasswordHash. Throws AccountsBusyError. */
  hashPassword(password: string): Promise<string>
  /** A random token; only its hash is kept. */
  createToken(kind: TokenKind, value: string, lifeSeconds: number): Promise<string>
  /** What the token was made for, once; null when it was used, has expired, or never was. */
  consumeToken(kind: TokenKind, token: string): Promise<string | null>
  startSecondFactor(
    session: FoundSession,
    password: string,
  ): Promise<
    { ok: true; uri: string; backupCodes: string[] } | { ok: false; code: 'wrong_password' | 'invalid_request' }
  >
  /** The session goes on under a new ticket. */
  confirmSecondFactor(
    session: FoundSession,
    code: string,
  ): Promise<{ ok: true; ticket: SessionTicket } | { ok: false; code: 'wrong_code' | 'invalid_request' }>
  removeSecondFactor(
    session: FoundSession,
    password: string,
  ): Promise<{ ok: true; ticket: SessionTicket } | { ok: false; code: 'wrong_password' }>
  /** Deletes sessions and tokens whose time is over. */
  sweep(now: Date): Promise<void>
}

/**
 * A letter to be written. It says what about, never what it will say: tokens are made while it is sent, so that none lies in
 * the queue, and a letter to somebody without an account costs the caller exactly as much as one with.
 */
export type MailOrder = { language: Language } & (
  | { kind: 'verify_email'; accountId: string }
  | { kind: 'welcome'; accountId: string }
  /** Nothing is sent when nobody has this email. */
  | { kind: 'reset_password'; email: string }
  | { kind: 'password_changed'; accountId: string }
  /** To the new mailbox, which has to answer. */
  | { kind: 'change_email'; accountId: string; email: string; generation: number }
  /** To the former mailbox, which should know. */
  | { kind: 'email_changed'; accountId: string; formerEmail: string }
  | { kind: 'account_deleted'; email: string; name: string }
  | {
      kind: 'payment_receipt'
      accountId: string
      orderId: string
      receiptNumber: string
      plan: PlanId
      amountCents: number
      paidAt: string
      /** What was bought: later than it was paid when it was added to the end of a plan. */
      startsAt: string
      /** null for what never ends. */
      endsAt: string | null
    }
  | { kind: 'plan_refunded'; accountId: string; orderId: string; plan: PlanId; amountCents: number }
  /** Nothing is sent when the plan ends at another moment by now. */
  | { kind: 'plan_ends'; accountId: string; endsAt: string }
  /** To the operator. */
  | { kind: 'contact_message'; messageId: string }
  /** To the operator. */
  | { kind: 'takedown_notice'; noticeId: string }
  | { kind: 'confirm_newsletter'; email: string }
  /** To the operator. */
  | { kind: 'newsletter_subscribed'; email: string }
)

/** One finished letter. */
export interface Mail {
  to: { name?: string; address: string }
  /** Where an answer goes, if not to the sender. */
  replyTo?: { name?: string; address: string }
  subject: string
  text: string
  html: string
  /** For newsletters: where one click ends them. */
  unsubscribeUrl?: string
}

export interface Mailer {
  /**
   * Not ok when this letter will never be taken; the reason is for the log and names nobody. Throws when it could not be
   * handed over now; it will then be tried again.
   */
  send(mail: Mail): Promise<{ ok: true } | { ok: false; reason: string }>
  /** Deletes the letters to and from this mailbox that still lie here, should any: its owner has left. */
  forget(email: string): Promise<void>
  /** How letters leave: for those who look after the server. */
  describe(): string
  close(): Promise<void>
}

/** The letters that have not left yet. */
export interface WaitingLetters {
  waiting: number
  /** Those among them that were tried, and could not be handed over. */
  tried: number
  oldestAt: Date | null
  /** Given up within the last hour. */
  givenUp: number
}

/** The worker's side of the letters' queue. A handler that throws is tried again, a while later. */
export interface MailWorker {
  start(handle: (order: MailOrder) => Promise<void>): Promise<void>
  letters(): Promise<WaitingLetters>
  stop(): Promise<void>
}

export interface ContactMessageRecord {
  id: string
  name: string
  email: string
  subject: string
  message: string
  status: 'new' | 'answered'
  createdAt: Date
}

interface NewsletterRecord {
  /** In lower case. */
  email: string
  createdAt: Date
  confirmedAt: Date | null
}

export interface AccountRecords {
  accounts: {
    find(id: string): Promise<AccountRecord | null>
    findByEmail(email: string): Promise<AccountRecord | null>
    /** Whatever its capitals. */
    hasUsername(username: string): Promise<boolean>
    update(id: string, change: AccountChange): Promise<AccountRecord | null>
    /** What the ledger adds up to: see use-cases/plan-from-ledger.ts, which alone may call this. */
    setPlan(id: string, plan: Entitlement): Promise<AccountRecord | null>
    /** Keeps others from changing it until the transaction ends. */
    lock(id: string): Promise<AccountRecord | null>
    /** Changes what opens the account: the next generation begins. The caller ends sessions in the same transaction. */
    renew(id: string, change?: AccountChange): Promise<AccountRecord | null>
    setPasswordHash(id: string, hash: string): Promise<void>
    /** Also one that was never confirmed. */
    dropSecondFactor(id: string): Promise<void>
    /** Locks every admin's row until the transaction ends, so that two at once cannot both be the last. Answers the ids of the active ones. */
    lockActiveAdmins(): Promise<string[]>
    /** With its sessions, credentials and second factor. */
    delete(id: string): Promise<void>
  }
  sessions: {
    list(accountId: string, now: Date): Promise<SessionRecord[]>
    /** Answers whether there was one. */
    end(id: string, accountId: string): Promise<boolean>
    /** Ends all but this one, or all; answers how many. */
    endAll(accountId: string, except?: string): Promise<number>
    /** Notes that it is used, and its account with it. */
    touch(id: string, accountId: string, usedAt: Date, expiresAt: Date): Promise<void>
  }
  /** What became of an anonymous viewer's things when they signed in. */
  belongings: {
    /** Videos, downloads and the units of their quota go to the account. */
    move(fromViewerId: string, toAccountId: string): Promise<void>
    /** Deletes videos, downloads and counted units; clips nobody else wants are the caller's affair. */
    delete(viewerId: string): Promise<void>
    /**
     * Deletes what belongs to nobody, made by a call that was under way while its viewer's account was deleted; what strangers
     * made before this moment; counts of months that are long over; and batches of which everything was deleted.
     */
    sweep(strangersBefore: Date): Promise<void>
  }
  /** What was sent by mail and comes back. */
  tokens: {
    /** Voids every token that was made for this account. */
    forgetAccount(accountId: string): Promise<void>
    /** Voids the newsletter's tokens for this mailbox. */
    forgetSubscriber(email: string): Promise<void>
  }
  attempts: {
    /** The past tries under these keys, locked for this transaction. */
    lock(keys: readonly string[], now: Date): Promise<Map<string, { count: number; lastAt: Date }>>
    add(key: string, now: Date, forgottenAt: Date): Promise<void>
    /** Takes one try off each. */
    giveBack(keys: readonly string[]): Promise<void>
    clear(keys: readonly string[]): Promise<void>
    sweep(now: Date): Promise<void>
  }
  mailQueue: {
    /** Enqueues within this transaction. */
    enqueue(order: MailOrder): Promise<void>
    /**
     * Deletes orders, sent or not, that name this account, and those for its mailbox if that is known to be theirs. One that
     * is being sent at this moment stays until the queue forgets it.
     */
    forget(person: Pick<AccountRecord, 'id' | 'email' | 'emailVerified'>): Promise<void>
  }
  contactMessages: {
    insert(message: ContactMessageRecord): Promise<void>
    /** Makes others who write from this mailbox wait until the transaction ends. */
    lockSender(email: string): Promise<void>
    /** A message that says the same, from the same person, and came no earlier. */
    findTwin(message: ContactMessageRecord, notBefore: Date): Promise<ContactMessageRecord | null>
    find(id: string): Promise<ContactMessageRecord | null>
    /** Newest first. */
    list(page: { offset: number; limit: number }): Promise<{ messages: ContactMessageRecord[]; total: number }>
    countNew(): Promise<number>
    setStatus(id: string, status: ContactMessageRecord['status']): Promise<ContactMessageRecord | null>
    listFrom(email: string): Promise<ContactMessageRecord[]>
    deleteFrom(email: string): Promise<void>
  }
  newsletter: {
    find(email: string): Promise<NewsletterRecord | null>
    /** Notes the wish, anew if it was never confirmed; a confirmed subscription stays as it is. */
    ask(email: string, now: Date): Promise<void>
    /** Answers false when nobody asked, and when it was confirmed before. */
    confirm(email: string, now: Date): Promise<boolean>
    /** The newest first. */
    list(page: { offset: number; limit: number }): Promise<{ subscribers: NewsletterRecord[]; total: number }>
    delete(email: string): Promise<void>
    /** Deletes wishes that were never confirmed; answers whose they were. */
    sweepUnconfirmed(olderThan: Date): Promise<string[]>
  }
}
