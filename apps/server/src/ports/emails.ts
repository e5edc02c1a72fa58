/** Outgoing emails, contact messages and the newsletter: adapters/mailer sends, adapters/job-queue queues. */

import type { ContactMessageRecord as ContactMessage, NewsletterSubscriber } from '@kerf/contract/admin-messages'
import type { PlanId } from '@kerf/domain/plans/plans'
import type { Language } from '@kerf/messages/languages'
import type { Dated } from './page.ts'

/**
 * An email to send. Tokens are created on sending, so the queue holds none, and requests take equally long for any
 * address.
 */
export type QueuedEmail = { language: Language } & (
  | { kind: 'verify_email'; accountId: string }
  | { kind: 'welcome'; accountId: string }
  /** Test email to an admin. */
  | { kind: 'test'; accountId: string }
  /** The email is not sent if no account has this address. */
  | { kind: 'reset_password'; email: string }
  | { kind: 'password_changed'; accountId: string }
  /** Sent to the new mailbox, which has to confirm. */
  | { kind: 'change_email'; accountId: string; email: string; generation: number }
  /** Notice to the former mailbox. */
  | { kind: 'email_changed'; accountId: string; formerEmail: string }
  /** `unasked`: the mailbox was never verified. Stored emails to it are deleted, and none is sent. */
  | { kind: 'account_deleted'; email: string; name: string; unasked?: true }
  | {
      kind: 'payment_receipt'
      accountId: string
      orderId: string
      receiptNumber: string
      plan: PlanId
      amountCents: number
      paidAt: string
      /** Start of the bought plan; later than `paidAt` if it extends a running plan. */
      startsAt: string
      /** null for a plan that never ends. */
      endsAt: string | null
    }
  | { kind: 'plan_refunded'; accountId: string; orderId: string; plan: PlanId; amountCents: number }
  /** The email is not sent if the plan's end has changed. */
  | { kind: 'plan_ends'; accountId: string; endsAt: string }
  /** A new API key or webhook. `name` is the key's name, or the webhook's host. */
  | { kind: 'access_added'; accountId: string; access: { kind: 'key' | 'webhook'; name: string } }
  /** The webhook was switched off after a day of failures. */
  | { kind: 'webhook_off'; accountId: string; webhookHost: string }
  /** Sent to the operator. */
  | { kind: 'contact_message'; messageId: string }
  /** Sent to the operator. */
  | { kind: 'takedown_notice'; noticeId: string }
  | { kind: 'confirm_newsletter'; email: string }
  /** The email is not sent if the subscriber has unsubscribed meanwhile. */
  | { kind: 'newsletter'; email: string; subject: string; message: string }
  /** Sent to the operator. */
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
  /** `ok: false`: the email was refused permanently; `reason` names no person. Throws for temporary failures. */
  send(mail: Mail): Promise<{ ok: true } | { ok: false; reason: string }>
  /** Deletes stored emails to and from this mailbox, after its account was deleted. SMTP stores none. */
  forget(email: string): Promise<void>
  describe(): string
  close(): Promise<void>
}

export interface WaitingEmails {
  waiting: number
  /** Waiting emails with at least one failed attempt. */
  tried: number
  oldestAt: Date | null
  /** Emails given up within the last hour. */
  givenUp: number
}

/** The worker's side of the email queue. An email whose handler throws is retried later. */
export interface MailWorker {
  start(handle: (email: QueuedEmail) => Promise<void>): Promise<void>
  emails(): Promise<WaitingEmails>
  stop(): Promise<void>
}

export type ContactMessageRecord = Dated<ContactMessage, 'createdAt'>

/** A subscription. The email is in lower case. */
export type NewsletterRecord = Dated<NewsletterSubscriber, 'createdAt' | 'confirmedAt'>
