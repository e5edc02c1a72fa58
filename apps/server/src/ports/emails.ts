/** What is sent by mail, and what people write to the operator: adapters/mailer, the queue by adapters/job-queue. */

import type { ContactMessageRecord as ContactMessage, NewsletterSubscriber } from '@kerf/contract/admin-messages'
import type { PlanId } from '@kerf/domain/plans/plans'
import type { Language } from '@kerf/messages/languages'
import type { AccountRecord } from './accounts.ts'
import type { Dated, Page, PageRequest } from './page.ts'

/** Tokens are made on sending: none is in the queue, and unknown addresses take as long as known ones. */
export type MailOrder = { language: Language } & (
  | { kind: 'verify_email'; accountId: string }
  | { kind: 'welcome'; accountId: string }
  /** An admin wants to see whether emails arrive. */
  | { kind: 'test'; accountId: string }
  /** Nothing is sent when no account has this email. */
  | { kind: 'reset_password'; email: string }
  | { kind: 'password_changed'; accountId: string }
  /** To the new mailbox, which has to answer. */
  | { kind: 'change_email'; accountId: string; email: string; generation: number }
  /** To the former mailbox, which should know. */
  | { kind: 'email_changed'; accountId: string; formerEmail: string }
  /** `unasked`: the mailbox was never verified. Its data is deleted, and nothing is sent to it. */
  | { kind: 'account_deleted'; email: string; name: string; unasked?: true }
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
  /** Nothing is sent when the plan's end has changed. */
  | { kind: 'plan_ends'; accountId: string; endsAt: string }
  /** What acts for its owner without a session; `name` is the key's, or the webhook's host. */
  | { kind: 'access_added'; accountId: string; access: { kind: 'key' | 'webhook'; name: string } }
  /** Nothing has arrived for a day. */
  | { kind: 'webhook_off'; accountId: string; webhookHost: string }
  /** To the operator. */
  | { kind: 'contact_message'; messageId: string }
  /** To the operator. */
  | { kind: 'takedown_notice'; noticeId: string }
  | { kind: 'confirm_newsletter'; email: string }
  /** Nothing is sent to those who have unsubscribed meanwhile. */
  | { kind: 'newsletter'; email: string; subject: string; message: string }
  /** To the operator. */
  | { kind: 'newsletter_subscribed'; email: string }
)

export interface Mail {
  to: { name?: string; address: string }
  replyTo?: { name?: string; address: string }
  subject: string
  text: string
  html: string
  unsubscribeUrl?: string
}

export interface Mailer {
  /** Not ok when the email was refused for good; the reason names nobody. Throws when it should be tried again. */
  send(mail: Mail): Promise<{ ok: true } | { ok: false; reason: string }>
  /** Deletes the emails to and from this mailbox that still lie here, should any: its owner has left. */
  forget(email: string): Promise<void>
  describe(): string
  close(): Promise<void>
}

export interface WaitingEmails {
  waiting: number
  /** Those among them that were tried, and could not be handed over. */
  tried: number
  oldestAt: Date | null
  /** Given up within the last hour. */
  givenUp: number
}

/** The worker's side of the emails' queue. A handler that throws is tried again, a while later. */
export interface MailWorker {
  start(handle: (order: MailOrder) => Promise<void>): Promise<void>
  emails(): Promise<WaitingEmails>
  stop(): Promise<void>
}

export type ContactMessageRecord = Dated<ContactMessage, 'createdAt'>

type NewContactMessage = Omit<ContactMessageRecord, 'fromPayer'> & Partial<Pick<ContactMessageRecord, 'fromPayer'>>

/** The email is in lower case. */
type NewsletterRecord = Dated<NewsletterSubscriber, 'createdAt' | 'confirmedAt'>

export interface EmailRecords {
  mailQueue: {
    /** Enqueues within this transaction. */
    enqueue(order: MailOrder): Promise<void>
    /** The same of many that can wait until every other email is sent. */
    enqueueLast(orders: MailOrder[]): Promise<void>
    /** Deletes orders for this account, and for its mailbox if verified. One being sent stays until it is done. */
    forget(person: Pick<AccountRecord, 'id' | 'email' | 'emailVerified'>): Promise<void>
  }
  contactMessages: {
    insert(message: NewContactMessage): Promise<void>
    /** Makes others who write from this mailbox wait until the transaction ends. */
    lockSender(email: string): Promise<void>
    /** A message that says the same, from the same person, and came no earlier. */
    findTwin(message: NewContactMessage, notBefore: Date): Promise<ContactMessageRecord | null>
    find(id: string): Promise<ContactMessageRecord | null>
    /** New ones of payers first; then the newest first. */
    list(page: PageRequest): Promise<Page<ContactMessageRecord>>
    countNew(): Promise<number>
    setStatus(id: string, status: ContactMessageRecord['status']): Promise<ContactMessageRecord | null>
    listFrom(email: string): Promise<ContactMessageRecord[]>
    deleteFrom(email: string): Promise<void>
  }
  newsletter: {
    find(email: string): Promise<NewsletterRecord | null>
    /** Notes the request, again if it was never confirmed; a confirmed subscription stays as it is. */
    ask(email: string, now: Date): Promise<void>
    /** Returns false when it was not requested, or is confirmed already. */
    confirm(email: string, now: Date): Promise<boolean>
    /** The newest first. */
    list(page: PageRequest): Promise<Page<NewsletterRecord>>
    /** Confirmed ones, by email. */
    confirmedAfter(page: { before?: NewsletterRecord | undefined; limit: number }): Promise<NewsletterRecord[]>
    delete(email: string): Promise<void>
    /** Deletes requests that were never confirmed; returns whose they were. */
    sweepUnconfirmed(olderThan: Date): Promise<string[]>
  }
}
