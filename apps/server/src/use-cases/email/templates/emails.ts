import * as lives from '@kerf/domain/access/token-lives'
import { PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { EMAIL_SENTENCES } from '@kerf/messages/email-sentences'
import type { Language } from '@kerf/messages/languages'
import type { TakedownNoticeRecord } from '../../../ports/admin.ts'
import type { ContactMessageRecord } from '../../../ports/emails.ts'
import { button, type Email, type EmailPart, facts, link, quote, words } from './email.ts'

interface Addressee {
  name: string
  url: string
}

/**
 * Creates an email that asks a mailbox to confirm. It names no account data, because the mailbox's owner is not proven
 * yet.
 */
const confirmationEmail =
  (kind: 'verifyEmail' | 'changeEmail', tokenSeconds: number) =>
  (language: Language, { url }: { url: string }): Email => {
    const { subject, lead, open, validFor, notYou } = EMAIL_SENTENCES[language][kind]
    return {
      subject,
      parts: [words(lead), button(open, url), words(validFor(durationIn(language, tokenSeconds))), words(notYou)],
    }
  }
export const verificationEmail = confirmationEmail('verifyEmail', lives.VERIFY_EMAIL_TOKEN_SECONDS)
export const addressChangeEmail = confirmationEmail('changeEmail', lives.CHANGE_EMAIL_TOKEN_SECONDS)

export function welcomeEmail(language: Language, { name, url }: Addressee): Email {
  const { subject, lead, open, account } = EMAIL_SENTENCES[language].welcome
  return { subject, parts: [salutation(language, name), words(lead), button(open, url), words(account)] }
}

export function testEmail(language: Language, { name, url }: Addressee): Email {
  const { subject, lead, address, open } = EMAIL_SENTENCES[language].test
  return { subject, parts: [salutation(language, name), words(lead), words(address), button(open, url)] }
}

/** Email to reset a password. It also shows the token as text, for use on another device. */
export function passwordResetEmail(language: Language, reset: { url: string; token: string }): Email {
  const { subject, lead, open, token, validFor, notYou } = EMAIL_SENTENCES[language].resetPassword
  const validity = validFor(durationIn(language, lives.RESET_TOKEN_SECONDS))
  const parts = [words(lead), button(open, reset.url), facts([token, reset.token]), words(validity), words(notYou)]
  return { subject, parts }
}

const warningEmail =
  (kind: 'passwordChanged' | 'emailChanged') =>
  (language: Language, { name, url }: Addressee): Email => {
    const { subject, lead, notYou, open } = EMAIL_SENTENCES[language][kind]
    return { subject, parts: [salutation(language, name), words(lead), words(notYou), button(open, url)] }
  }
export const passwordChangedEmail = warningEmail('passwordChanged')
/** Email to the former mailbox. It does not contain the new address. */
export const addressChangedEmail = warningEmail('emailChanged')

export function accountDeletedEmail(language: Language, { name, url }: Addressee): Email {
  const { subject, lead, last, notYou } = EMAIL_SENTENCES[language].accountDeleted
  return { subject, parts: [salutation(language, name), words(lead), words(last), link(notYou, url)] }
}

interface PaymentReceipt extends Addressee {
  plan: PlanId
  amountCents: number
  paidAt: Date
  /** Later than `paidAt` if the payment extends a plan. */
  startsAt: Date
  /** null for a plan that never ends. */
  endsAt: Date | null
  receiptNumber: string
  orderId: string
}

export function paymentReceiptEmail(language: Language, receipt: PaymentReceipt): Email {
  const { name: plan, currency, period } = PLANS[receipt.plan]
  const amount = moneyIn(language, receipt.amountCents, currency)
  const { paymentReceipt: sentences, labels } = EMAIL_SENTENCES[language]
  const isExtension = receipt.startsAt > receipt.paidAt
  return {
    subject: sentences.subject(plan, amount),
    parts: [
      salutation(language, receipt.name),
      words(isExtension ? sentences.extended(plan, dayIn(language, receipt.startsAt)) : sentences.received),
      facts(
        [labels.plan, `${plan}, ${sentences.periods[period]}`],
        ...(receipt.endsAt ? [[labels.until, dayIn(language, receipt.endsAt)] as const] : []),
        [labels.amount, amount],
        [labels.paid, timeIn(language, receipt.paidAt)],
        [labels.receipt, receipt.receiptNumber],
        [labels.order, receipt.orderId],
      ),
      button(sentences.open, receipt.url),
    ],
  }
}

export function planRefundedEmail(
  language: Language,
  refund: Addressee & Pick<PaymentReceipt, 'plan' | 'amountCents' | 'orderId'>,
): Email {
  const { name: plan, currency } = PLANS[refund.plan]
  const amount = moneyIn(language, refund.amountCents, currency)
  const { planRefunded: sentences, labels } = EMAIL_SENTENCES[language]
  return {
    subject: sentences.subject(plan, amount),
    parts: [
      salutation(language, refund.name),
      words(sentences.lead),
      facts([labels.plan, plan], [labels.amount, amount], [labels.order, refund.orderId]),
      button(sentences.open, refund.url),
    ],
  }
}

interface AccessAdded extends Addressee {
  access: { kind: 'key' | 'webhook'; name: string }
}

export function accessAddedEmail(language: Language, { name, access, url }: AccessAdded): Email {
  const { notYou, open, ...kinds } = EMAIL_SENTENCES[language].accessAdded
  const { subject, lead } = kinds[access.kind]
  return { subject, parts: [salutation(language, name), words(lead(access.name)), words(notYou), button(open, url)] }
}

export function webhookOffEmail(language: Language, { name, host, url }: Addressee & { host: string }): Email {
  const { subject, lead, waits, open } = EMAIL_SENTENCES[language].webhookOff
  return { subject, parts: [salutation(language, name), words(lead(host)), words(waits), button(open, url)] }
}

/** Reminder a week and a day before a plan ends. It names the end time, so that it is correct whenever it is read. */
export function planEndsEmail(language: Language, ending: Addressee & { plan: PlanId; endsAt: Date }): Email {
  const { name: plan } = PLANS[ending.plan]
  const { subject, lead, buyAgain, open } = EMAIL_SENTENCES[language].planEnds
  return {
    subject: subject(plan, dayIn(language, ending.endsAt)),
    parts: [
      salutation(language, ending.name),
      words(lead(plan, timeIn(language, ending.endsAt))),
      words(buyAgain),
      button(open, ending.url),
    ],
  }
}

/** Email to confirm a subscription. `endUrl` deletes the request. */
export function newsletterConfirmationEmail(
  language: Language,
  { url, endUrl }: { url: string; endUrl: string },
): Email {
  const { subject, lead, open, validFor, notYou } = EMAIL_SENTENCES[language].confirmNewsletter
  const validity = validFor(durationIn(language, lives.NEWSLETTER_TOKEN_SECONDS))
  return { subject, parts: [words(lead), button(open, url), words(validity), link(notYou, endUrl)] }
}

/** A newsletter with the operator's text, split into paragraphs at blank lines. */
export function newsletterEmail(
  language: Language,
  { subject, message, endUrl }: Record<'subject' | 'message' | 'endUrl', string>,
): Email {
  const paragraphs = message.split(/\n\s*\n/).map(words)
  return { subject, parts: [...paragraphs, link(EMAIL_SENTENCES[language].newsletter.unsubscribe, endUrl)] }
}

export function newsletterSubscribedEmail(language: Language, { email }: { email: string }): Email {
  const { subject, lead, list } = EMAIL_SENTENCES[language].newsletterSubscribed
  return { subject: `${PRODUCT_NAME}: ${subject}`, parts: [words(lead(email)), words(list)] }
}

/** Email to the operator. A reply goes to the sender. */
export function contactMessageEmail(
  language: Language,
  message: Omit<ContactMessageRecord, 'id' | 'status' | 'fromPayer'>,
): Email {
  const { contactMessage: sentences, labels } = EMAIL_SENTENCES[language]
  return {
    subject: `${PRODUCT_NAME}: ${message.subject}`,
    parts: [
      words(sentences.lead),
      facts(
        [labels.from, `${message.name} <${message.email}>`],
        [labels.written, timeIn(language, message.createdAt)],
        [labels.subject, message.subject],
      ),
      quote(message.message),
      words(sentences.reply),
    ],
  }
}

type NoticeDetails = Omit<TakedownNoticeRecord, 'id' | 'number' | 'status' | 'unblockable' | 'decidedAt'>

/** Email to the operator. A reply goes to the sender. */
export function takedownNoticeEmail(language: Language, notice: NoticeDetails & { reference: string }): Email {
  const { takedownNotice: sentences, labels } = EMAIL_SENTENCES[language]
  return {
    subject: `${PRODUCT_NAME}: ${sentences.subject} ${notice.reference}`,
    parts: [
      words(sentences.lead),
      facts(
        [labels.reference, notice.reference],
        [labels.written, timeIn(language, notice.createdAt)],
        [labels.from, `${notice.name} <${notice.email}>`],
        [labels.phone, notice.phone],
        [labels.signature, notice.signature],
      ),
      words(sentences.address),
      quote(notice.address),
      words(sentences.work),
      quote(notice.work),
      words(sentences.links),
      quote(notice.links.join('\n')),
      words(sentences.statements),
      words(sentences.decide),
    ],
  }
}

/**
 * Plausible names. Other names are not repeated, because a spammer may sign up a stranger's mailbox with an
 * advertisement as name.
 */
const PLAUSIBLE_NAME_PATTERN = /^[\p{L}\p{M}\p{N} '’\-.&<>()]{1,60}$/u
/** A dot before a letter, which mail programs turn into a link, as in `shop.example`. */
const HOST_LIKE_PATTERN = /\.\p{L}/u

function salutation(language: Language, name: string): EmailPart {
  const trimmedName = name.trim()
  const isName = PLAUSIBLE_NAME_PATTERN.test(trimmedName) && !HOST_LIKE_PATTERN.test(trimmedName)
  return words(EMAIL_SENTENCES[language].hello(isName ? trimmedName : null))
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** Formats a duration: `3 days`, `1 Stunde`. */
function durationIn(language: Language, seconds: number): string {
  const isInDays = seconds % DAY_SECONDS === 0
  const unit = isInDays ? 'day' : 'hour'
  const count = seconds / (isInDays ? DAY_SECONDS : HOUR_SECONDS)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** Formats an amount: `$4.99`, `4,99 $`. */
function moneyIn(language: Language, cents: number, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(language, style).format(cents / 100)
}

/** Formats a time in UTC, because the reader's time zone is unknown: `November 21, 2026 at 6:08 AM UTC`. */
function timeIn(language: Language, time: Date): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language, style).format(time)} UTC`
}

/** Formats the UTC day of a time: `November 21, 2026`. */
function dayIn(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
}
