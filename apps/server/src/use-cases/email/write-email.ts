import {
  CHANGE_EMAIL_TOKEN_SECONDS,
  END_NEWSLETTER_TOKEN_SECONDS,
  NEWSLETTER_TOKEN_SECONDS,
  RESET_TOKEN_SECONDS,
  VERIFY_EMAIL_TOKEN_SECONDS,
} from '@kerf/domain/access/token-lives'
import { noticeReference } from '@kerf/domain/moderation/dmca-rules'
import type { AccountRecord, AccountRecords, Accounts } from '../../ports/accounts.ts'
import type { AdminRecords } from '../../ports/admin.ts'
import type { LetterRecords, Mail, MailOrder } from '../../ports/letters.ts'
import { writeClaim } from '../accounts/mailed-claim.ts'
import { letterLinks } from './email-links.ts'
import { accountDeleted } from './templates/account-deleted.ts'
import { changeEmail } from './templates/change-email.ts'
import { confirmNewsletter } from './templates/confirm-newsletter.ts'
import { contactMessage } from './templates/contact-message.ts'
import type { Letter } from './templates/email.ts'
import { emailChanged } from './templates/email-changed.ts'
import { newsletterSubscribed } from './templates/newsletter-subscribed.ts'
import { passwordChanged } from './templates/password-changed.ts'
import { paymentReceipt } from './templates/payment-receipt.ts'
import { planEnds } from './templates/plan-ends.ts'
import { planRefunded } from './templates/plan-refunded.ts'
import { renderHtml } from './templates/render-html.ts'
import { renderText } from './templates/render-text.ts'
import { resetPassword } from './templates/reset-password.ts'
import { takedownNotice } from './templates/takedown-notice.ts'
import { verifyEmail } from './templates/verify-email.ts'
import { welcome } from './templates/welcome.ts'

export interface WriteLetterDeps {
  records: Pick<AccountRecords, 'accounts'> &
    Pick<LetterRecords, 'contactMessages' | 'newsletter'> &
    Pick<AdminRecords, 'takedownNotices'>
  accounts: Pick<Accounts, 'createToken'>
  /** The address of this installation, as the operator says. */
  publicUrl: URL
  /** Where messages to the operator go. */
  operatorAddress: string
}

/** Whom a letter goes to, and what it says. */
type Addressed = Pick<Mail, 'to' | 'replyTo' | 'unsubscribeUrl'> & { letter: Letter }

/** Writes what was ordered. null when there is nobody any more, or nothing to be said to them. */
export function writeLetter(deps: WriteLetterDeps) {
  const { createToken } = deps.accounts
  const { accounts, contactMessages, newsletter, takedownNotices } = deps.records

  return async (order: MailOrder): Promise<Mail | null> => {
    const addressed = await address(order)
    if (!addressed) return null
    const { letter, ...mail } = addressed
    const { home } = letterLinks(deps.publicUrl, order.language)
    return {
      ...mail,
      subject: letter.subject,
      text: renderText(letter, home),
      html: renderHtml(letter, order.language, home),
    }
  }

  async function address(order: MailOrder): Promise<Addressed | null> {
    const { language } = order
    const links = letterLinks(deps.publicUrl, language)
    switch (order.kind) {
      case 'verify_email': {
        const account = await accounts.find(order.accountId)
        if (!account || account.emailVerified) return null
        const token = await createToken('verify-email', writeClaim(account), VERIFY_EMAIL_TOKEN_SECONDS)
        return { to: { address: account.email }, letter: verifyEmail(language, { url: links.confirmEmail(token) }) }
      }
      case 'change_email': {
        const account = await accounts.find(order.accountId)
        if (account?.generation !== order.generation || (await accounts.findByEmail(order.email))) return null
        const token = await createToken('change-email', writeClaim(account, order.email), CHANGE_EMAIL_TOKEN_SECONDS)
        return { to: { address: order.email }, letter: changeEmail(language, { url: links.confirmEmail(token) }) }
      }
      case 'reset_password': {
        const account = await accounts.findByEmail(order.email)
        if (!account) return null
        const token = await createToken('reset-password', writeClaim(account), RESET_TOKEN_SECONDS)
        const letter = resetPassword(language, { url: links.resetPassword(token), token })
        return { to: { address: account.email }, letter }
      }
      case 'welcome':
        return toAccount(order.accountId, ({ name }) => welcome(language, { name, url: links.home }))
      case 'password_changed':
        return toAccount(order.accountId, ({ name }) => passwordChanged(language, { name, url: links.forgotPassword }))
      case 'payment_receipt': {
        const [paidAt, startsAt] = [new Date(order.paidAt), new Date(order.startsAt)]
        const endsAt = order.endsAt ? new Date(order.endsAt) : null
        const paid = { ...order, paidAt, startsAt, endsAt, url: links.receipt(order.orderId) }
        return toAccount(order.accountId, ({ name }) => paymentReceipt(language, { ...paid, name }))
      }
      case 'plan_refunded': {
        const refund = { ...order, url: links.payments }
        return toAccount(order.accountId, ({ name }) => planRefunded(language, { ...refund, name }))
      }
      case 'plan_ends': {
        const account = await accounts.find(order.accountId)
        const endsAt = account?.subscriptionExpiresAt
        // Extended, refunded or over meanwhile: what the letter would say is not so.
        if (!account || endsAt?.toISOString() !== order.endsAt) return null
        const { name, subscription: plan } = account
        return { to: { address: account.email }, letter: planEnds(language, { name, plan, endsAt, url: links.plans }) }
      }
      case 'email_changed': {
        const account = await accounts.find(order.accountId)
        if (!account) return null
        const letter = emailChanged(language, { name: account.name, url: links.contact })
        return { to: { address: order.formerEmail }, letter }
      }
      case 'account_deleted': {
        if (order.unasked) return null
        const letter = accountDeleted(language, { name: order.name, url: links.contact })
        return { to: { address: order.email }, letter }
      }
      case 'contact_message': {
        const message = await contactMessages.find(order.messageId)
        if (!message) return null
        const replyTo = { name: message.name, address: message.email }
        return { to: { address: deps.operatorAddress }, replyTo, letter: contactMessage(language, message) }
      }
      case 'takedown_notice': {
        const notice = await takedownNotices.find(order.noticeId)
        if (!notice) return null
        const replyTo = { name: notice.name, address: notice.email }
        const letter = takedownNotice(language, { ...notice, reference: noticeReference(notice) })
        return { to: { address: deps.operatorAddress }, replyTo, letter }
      }
      case 'newsletter_subscribed': {
        const { email } = order
        return { to: { address: deps.operatorAddress }, letter: newsletterSubscribed(language, { email }) }
      }
      case 'confirm_newsletter': {
        const wish = await newsletter.find(order.email)
        if (!wish || wish.confirmedAt) return null
        const token = await createToken('newsletter', wish.email, NEWSLETTER_TOKEN_SECONDS)
        const endToken = await createToken('newsletter-end', wish.email, END_NEWSLETTER_TOKEN_SECONDS)
        const endUrl = links.endNewsletter(endToken)
        const letter = confirmNewsletter(language, { url: links.confirmNewsletter(token), endUrl })
        return { to: { address: wish.email }, unsubscribeUrl: endUrl, letter }
      }
    }
  }

  async function toAccount(id: string, write: (account: AccountRecord) => Letter): Promise<Addressed | null> {
    const account = await accounts.find(id)
    return account && { to: { address: account.email }, letter: write(account) }
  }
}
