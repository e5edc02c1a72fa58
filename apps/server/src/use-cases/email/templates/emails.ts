import * as lives from '@kerf/domain/access/token-lives'
import { PLANS, type PlanId } from '@kerf/domain/plans/plans'
import { PRODUCT_NAME } from '@kerf/domain/site/product'
import { EMAIL_WORDS } from '@kerf/messages/email-words'
import type { Language } from '@kerf/messages/languages'
import type { TakedownNoticeRecord } from '../../../ports/admin.ts'
import type { ContactMessageRecord } from '../../../ports/emails.ts'
import { button, type Email, type EmailPart, facts, link, quote, words } from './email.ts'

interface ToAccount {
  name: string
  url: string
}

/** To a mailbox that has to answer. It says nothing of the account: nobody has shown yet that the mailbox is theirs. */
const asksMailbox =
  (kind: 'verifyEmail' | 'changeEmail', tokenSeconds: number) =>
  (language: Language, { url }: { url: string }): Email => {
    const { subject, lead, open, validFor, notYou } = EMAIL_WORDS[language][kind]
    return {
      subject,
      parts: [words(lead), button(open, url), words(validFor(durationIn(language, tokenSeconds))), words(notYou)],
    }
  }
export const verifyEmail = asksMailbox('verifyEmail', lives.VERIFY_EMAIL_TOKEN_SECONDS)
export const changeEmail = asksMailbox('changeEmail', lives.CHANGE_EMAIL_TOKEN_SECONDS)

export function welcome(language: Language, { name, url }: ToAccount): Email {
  const { subject, lead, open, account } = EMAIL_WORDS[language].welcome
  return { subject, parts: [salutation(language, name), words(lead), button(open, url), words(account)] }
}

export function test(language: Language, { name, url }: ToAccount): Email {
  const { subject, lead, address, open } = EMAIL_WORDS[language].test
  return { subject, parts: [salutation(language, name), words(lead), words(address), button(open, url)] }
}

/** The token is for those who read the email on another device than the one they sign in on. */
export function resetPassword(language: Language, given: { url: string; token: string }): Email {
  const { subject, lead, open, token, validFor, notYou } = EMAIL_WORDS[language].resetPassword
  const valid = validFor(durationIn(language, lives.RESET_TOKEN_SECONDS))
  const parts = [words(lead), button(open, given.url), facts([token, given.token]), words(valid), words(notYou)]
  return { subject, parts }
}

const warns =
  (kind: 'passwordChanged' | 'emailChanged') =>
  (language: Language, { name, url }: ToAccount): Email => {
    const { subject, lead, notYou, open } = EMAIL_WORDS[language][kind]
    return { subject, parts: [salutation(language, name), words(lead), words(notYou), button(open, url)] }
  }
export const passwordChanged = warns('passwordChanged')
/** To the former mailbox, which does not learn the new address. */
export const emailChanged = warns('emailChanged')

export function accountDeleted(language: Language, { name, url }: ToAccount): Email {
  const { subject, lead, last, notYou } = EMAIL_WORDS[language].accountDeleted
  return { subject, parts: [salutation(language, name), words(lead), words(last), link(notYou, url)] }
}

interface PaymentReceipt extends ToAccount {
  plan: PlanId
  amountCents: number
  paidAt: Date
  /** Later than `paidAt` if the payment extends a plan. */
  startsAt: Date
  /** null for what never ends. */
  endsAt: Date | null
  receiptNumber: string
  orderId: string
}

export function paymentReceipt(language: Language, receipt: PaymentReceipt): Email {
  const { name: plan, currency, period } = PLANS[receipt.plan]
  const amount = moneyIn(language, receipt.amountCents, currency)
  const { paymentReceipt: said, labels } = EMAIL_WORDS[language]
  const isExtension = receipt.startsAt > receipt.paidAt
  return {
    subject: said.subject(plan, amount),
    parts: [
      salutation(language, receipt.name),
      words(isExtension ? said.extended(plan, dayIn(language, receipt.startsAt)) : said.received),
      facts(
        [labels.plan, `${plan}, ${said.periods[period]}`],
        ...(receipt.endsAt ? [[labels.until, dayIn(language, receipt.endsAt)] as const] : []),
        [labels.amount, amount],
        [labels.paid, timeIn(language, receipt.paidAt)],
        [labels.receipt, receipt.receiptNumber],
        [labels.order, receipt.orderId],
      ),
      button(said.open, receipt.url),
    ],
  }
}

export function planRefunded(
  language: Language,
  refund: ToAccount & Pick<PaymentReceipt, 'plan' | 'amountCents' | 'orderId'>,
): Email {
  const { name: plan, currency } = PLANS[refund.plan]
  const amount = moneyIn(language, refund.amountCents, currency)
  const { planRefunded: said, labels } = EMAIL_WORDS[language]
  return {
    subject: said.subject(plan, amount),
    parts: [
      salutation(language, refund.name),
      words(said.lead),
      facts([labels.plan, plan], [labels.amount, amount], [labels.order, refund.orderId]),
      button(said.open, refund.url),
    ],
  }
}

interface AccessAdded extends ToAccount {
  access: { kind: 'key' | 'webhook'; name: string }
}

export function accessAdded(language: Language, { name, access, url }: AccessAdded): Email {
  const { notYou, open, ...kinds } = EMAIL_WORDS[language].accessAdded
  const { subject, lead } = kinds[access.kind]
  return { subject, parts: [salutation(language, name), words(lead(access.name)), words(notYou), button(open, url)] }
}

export function webhookOff(language: Language, { name, host, url }: ToAccount & { host: string }): Email {
  const { subject, lead, waits, open } = EMAIL_WORDS[language].webhookOff
  return { subject, parts: [salutation(language, name), words(lead(host)), words(waits), button(open, url)] }
}

/** A week before, and a day before. It names the time, so that it is true whenever it is read. */
export function planEnds(language: Language, ending: ToAccount & { plan: PlanId; endsAt: Date }): Email {
  const { name: plan } = PLANS[ending.plan]
  const { subject, lead, buyAgain, open } = EMAIL_WORDS[language].planEnds
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

/** `endUrl` deletes the email from the list at once. */
export function confirmNewsletter(language: Language, { url, endUrl }: { url: string; endUrl: string }): Email {
  const { subject, lead, open, validFor, notYou } = EMAIL_WORDS[language].confirmNewsletter
  const valid = validFor(durationIn(language, lives.NEWSLETTER_TOKEN_SECONDS))
  return { subject, parts: [words(lead), button(open, url), words(valid), link(notYou, endUrl)] }
}

/** As the operator wrote it, a paragraph after each blank line. */
export function newsletterIssue(
  language: Language,
  { subject, message, endUrl }: Record<'subject' | 'message' | 'endUrl', string>,
): Email {
  const paragraphs = message.split(/\n\s*\n/).map(words)
  return { subject, parts: [...paragraphs, link(EMAIL_WORDS[language].newsletter.unsubscribe, endUrl)] }
}

export function newsletterSubscribed(language: Language, { email }: { email: string }): Email {
  const { subject, lead, list } = EMAIL_WORDS[language].newsletterSubscribed
  return { subject: `${PRODUCT_NAME}: ${subject}`, parts: [words(lead(email)), words(list)] }
}

/** To the operator. A reply goes to the sender. */
export function contactMessage(
  language: Language,
  written: Omit<ContactMessageRecord, 'id' | 'status' | 'fromPayer'>,
): Email {
  const { contactMessage: said, labels } = EMAIL_WORDS[language]
  return {
    subject: `${PRODUCT_NAME}: ${written.subject}`,
    parts: [
      words(said.lead),
      facts(
        [labels.from, `${written.name} <${written.email}>`],
        [labels.written, timeIn(language, written.createdAt)],
        [labels.subject, written.subject],
      ),
      quote(written.message),
      words(said.reply),
    ],
  }
}

type GivenNotice = Omit<TakedownNoticeRecord, 'id' | 'number' | 'status' | 'unblockable' | 'decidedAt'>

/** To the operator. A reply goes to the sender. */
export function takedownNotice(language: Language, notice: GivenNotice & { reference: string }): Email {
  const { takedownNotice: said, labels } = EMAIL_WORDS[language]
  return {
    subject: `${PRODUCT_NAME}: ${said.subject} ${notice.reference}`,
    parts: [
      words(said.lead),
      facts(
        [labels.reference, notice.reference],
        [labels.written, timeIn(language, notice.createdAt)],
        [labels.from, `${notice.name} <${notice.email}>`],
        [labels.phone, notice.phone],
        [labels.signature, notice.signature],
      ),
      words(said.address),
      quote(notice.address),
      words(said.work),
      quote(notice.work),
      words(said.links),
      quote(notice.links.join('\n')),
      words(said.statements),
      words(said.decide),
    ],
  }
}

/** Accounts can be opened for a stranger's mailbox under an advertisement as name: such names are not repeated. */
const LIKE_A_NAME = /^[\p{L}\p{M}\p{N} '’\-.&<>()]{1,60}$/u
/** A dot that mail programs would make a link of, as in `shop.example`. */
const LIKE_A_HOST = /\.\p{L}/u

function salutation(language: Language, name: string): EmailPart {
  const given = name.trim()
  const isName = LIKE_A_NAME.test(given) && !LIKE_A_HOST.test(given)
  return words(EMAIL_WORDS[language].hello(isName ? given : null))
}

const HOUR_SECONDS = 3600
const DAY_SECONDS = 24 * HOUR_SECONDS

/** `3 days`, `1 Stunde`. */
function durationIn(language: Language, seconds: number): string {
  const inDays = seconds % DAY_SECONDS === 0
  const unit = inDays ? 'day' : 'hour'
  const count = seconds / (inDays ? DAY_SECONDS : HOUR_SECONDS)
  return new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
}

/** `$4.99`, `4,99 $`. */
function moneyIn(language: Language, cents: number, currency: string): string {
  const style = { style: 'currency', currency, currencyDisplay: 'narrowSymbol' } as const
  return new Intl.NumberFormat(language, style).format(cents / 100)
}

/** `November 21, 2026 at 6:08 AM UTC`: the reader's time zone is unknown. */
function timeIn(language: Language, time: Date): string {
  const style = { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' } as const
  return `${new Intl.DateTimeFormat(language, style).format(time)} UTC`
}

/** `November 21, 2026`, of the day in UTC. */
function dayIn(language: Language, time: Date): string {
  return new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(time)
}
