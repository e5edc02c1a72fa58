import * as lives from '@kerf/domain/access/token-lives'
import { noticeReference } from '@kerf/domain/moderation/dmca-rules'
import { LANGUAGES, type Language } from '@kerf/messages/languages'
import type { AccountRecord, Accounts } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { Mail, Mailer, QueuedEmail } from '../../ports/emails.ts'
import { siteAddressOf } from '../shared/site-address.ts'
import { writeClaim } from './mailed-claim.ts'
import type { Email } from './templates/email.ts'
import * as emails from './templates/emails.ts'
import { renderHtml, renderText } from './templates/render-email.ts'

interface WriteEmailDeps {
  database: { records: Pick<Records, 'accounts' | 'contactMessages' | 'newsletter' | 'takedownNotices'> }
  accounts: Pick<Accounts, 'createToken'>
  /** Configured address of this installation. */
  publicUrl: URL
  operatorAddress: string
}

type AddressedEmail = Pick<Mail, 'to' | 'replyTo' | 'unsubscribeUrl'> & { message: Email }

/** Writes an ordered email; null if its recipient was deleted or the email is no longer due. */
async function writeEmail(deps: WriteEmailDeps, queuedEmail: QueuedEmail): Promise<Mail | null> {
  const addressedEmail = await addressEmail(deps, queuedEmail)
  if (!addressedEmail) return null
  const { message, ...mail } = addressedEmail
  const { home } = emailLinks(deps.publicUrl, queuedEmail.language)
  return {
    ...mail,
    subject: message.subject,
    text: renderText(message, home),
    html: renderHtml(message, queuedEmail.language, home),
  }
}

async function addressEmail(deps: WriteEmailDeps, queuedEmail: QueuedEmail): Promise<AddressedEmail | null> {
  const { createToken } = deps.accounts
  const { accounts, contactMessages, newsletter, takedownNotices } = deps.database.records
  const { language } = queuedEmail
  const links = emailLinks(deps.publicUrl, language)
  switch (queuedEmail.kind) {
    case 'verify_email': {
      const account = await accounts.find(queuedEmail.accountId)
      if (!account || account.emailVerified) return null
      const token = await createToken('verify-email', writeClaim(account), lives.VERIFY_EMAIL_TOKEN_SECONDS)
      return toMailbox(account.email, emails.verificationEmail(language, { url: links.confirmEmail(token) }))
    }
    case 'change_email': {
      const account = await accounts.find(queuedEmail.accountId)
      if (account?.generation !== queuedEmail.generation || (await accounts.findByEmail(queuedEmail.email))) return null
      const claim = writeClaim(account, queuedEmail.email)
      const token = await createToken('change-email', claim, lives.CHANGE_EMAIL_TOKEN_SECONDS)
      return toMailbox(queuedEmail.email, emails.addressChangeEmail(language, { url: links.confirmEmail(token) }))
    }
    case 'reset_password': {
      const account = await accounts.findByEmail(queuedEmail.email)
      if (!account) return null
      const token = await createToken('reset-password', writeClaim(account), lives.RESET_TOKEN_SECONDS)
      return toMailbox(account.email, emails.passwordResetEmail(language, { url: links.resetPassword(token), token }))
    }
    case 'welcome':
      return toAccount(accounts, queuedEmail.accountId, ({ name }) =>
        emails.welcomeEmail(language, { name, url: links.home }),
      )
    case 'test':
      return toAccount(accounts, queuedEmail.accountId, ({ name }) =>
        emails.testEmail(language, { name, url: links.admin }),
      )
    case 'password_changed':
      return toAccount(accounts, queuedEmail.accountId, ({ name }) =>
        emails.passwordChangedEmail(language, { name, url: links.forgotPassword }),
      )
    case 'payment_receipt': {
      const paidAt = new Date(queuedEmail.paidAt)
      const startsAt = new Date(queuedEmail.startsAt)
      const endsAt = queuedEmail.endsAt ? new Date(queuedEmail.endsAt) : null
      const payment = { ...queuedEmail, paidAt, startsAt, endsAt, url: links.receipt(queuedEmail.orderId) }
      return toAccount(accounts, queuedEmail.accountId, ({ name }) =>
        emails.paymentReceiptEmail(language, { ...payment, name }),
      )
    }
    case 'plan_refunded': {
      const refund = { ...queuedEmail, url: links.payments }
      return toAccount(accounts, queuedEmail.accountId, ({ name }) =>
        emails.planRefundedEmail(language, { ...refund, name }),
      )
    }
    case 'plan_ends': {
      const account = await accounts.find(queuedEmail.accountId)
      const endsAt = account?.subscriptionExpiresAt
      // The plan was extended, refunded or ended meanwhile, so the email would be wrong.
      if (!account || endsAt?.toISOString() !== queuedEmail.endsAt) return null
      const { name, subscription: plan } = account
      return toMailbox(account.email, emails.planEndsEmail(language, { name, plan, endsAt, url: links.plans }))
    }
    case 'access_added': {
      const { access } = queuedEmail
      return toAccount(accounts, queuedEmail.accountId, ({ name }) =>
        emails.accessAddedEmail(language, { name, access, url: links.settings }),
      )
    }
    case 'webhook_off': {
      const webhook = { host: queuedEmail.webhookHost, url: links.settings }
      return toAccount(accounts, queuedEmail.accountId, ({ name }) =>
        emails.webhookOffEmail(language, { ...webhook, name }),
      )
    }
    case 'email_changed': {
      const account = await accounts.find(queuedEmail.accountId)
      const url = links.contact
      return (
        account && toMailbox(queuedEmail.formerEmail, emails.addressChangedEmail(language, { name: account.name, url }))
      )
    }
    case 'account_deleted':
      if (queuedEmail.unasked) return null
      return toMailbox(
        queuedEmail.email,
        emails.accountDeletedEmail(language, { name: queuedEmail.name, url: links.contact }),
      )
    case 'contact_message': {
      const message = await contactMessages.find(queuedEmail.messageId)
      if (!message) return null
      const replyTo = { name: message.name, address: message.email }
      return { ...toMailbox(deps.operatorAddress, emails.contactMessageEmail(language, message)), replyTo }
    }
    case 'takedown_notice': {
      const notice = await takedownNotices.find(queuedEmail.noticeId)
      if (!notice) return null
      const replyTo = { name: notice.name, address: notice.email }
      const message = emails.takedownNoticeEmail(language, { ...notice, reference: noticeReference(notice) })
      return { ...toMailbox(deps.operatorAddress, message), replyTo }
    }
    case 'newsletter': {
      const subscriber = await newsletter.find(queuedEmail.email)
      if (!subscriber?.confirmedAt) return null
      const endToken = await createToken('newsletter-end', subscriber.email, lives.END_NEWSLETTER_TOKEN_SECONDS)
      const endUrl = links.endNewsletter(endToken)
      const message = emails.newsletterEmail(language, { ...queuedEmail, endUrl })
      return { ...toMailbox(subscriber.email, message), unsubscribeUrl: endUrl }
    }
    case 'newsletter_subscribed':
      return toMailbox(deps.operatorAddress, emails.newsletterSubscribedEmail(language, { email: queuedEmail.email }))
    case 'confirm_newsletter': {
      const request = await newsletter.find(queuedEmail.email)
      if (!request || request.confirmedAt) return null
      const token = await createToken('newsletter', request.email, lives.NEWSLETTER_TOKEN_SECONDS)
      const endToken = await createToken('newsletter-end', request.email, lives.END_NEWSLETTER_TOKEN_SECONDS)
      const endUrl = links.endNewsletter(endToken)
      const message = emails.newsletterConfirmationEmail(language, { url: links.confirmNewsletter(token), endUrl })
      return { ...toMailbox(request.email, message), unsubscribeUrl: endUrl }
    }
  }
}

const toMailbox = (address: string, message: Email): AddressedEmail => ({ to: { address }, message })

async function toAccount(
  accounts: Records['accounts'],
  id: string,
  write: (account: AccountRecord) => Email,
): Promise<AddressedEmail | null> {
  const account = await accounts.find(id)
  return account && toMailbox(account.email, write(account))
}

/** Links in emails, always under the configured address, which requests cannot influence. */
function emailLinks(publicUrl: URL, language: Language) {
  const link = (path: string, token?: string): string => {
    const url = new URL(siteAddressOf(publicUrl) + path)
    // The first language is the default and needs no parameter.
    if (language !== LANGUAGES[0]) url.searchParams.set('lang', language)
    // Browsers do not send the fragment, so the token reaches no log, proxy or link scanner.
    if (token !== undefined) url.hash = new URLSearchParams({ token }).toString()
    return url.href
  }
  return {
    home: siteAddressOf(publicUrl),
    resetPassword: (token: string) => link('/reset-password', token),
    confirmEmail: (token: string) => link('/confirm-email', token),
    confirmNewsletter: (token: string) => link('/confirm-newsletter', token),
    endNewsletter: (token: string) => link('/end-newsletter', token),
    forgotPassword: link('/forgot-password'),
    contact: link('/contact'),
    admin: link('/admin'),
    payments: link('/dashboard/billing'),
    settings: link('/dashboard/settings'),
    receipt: (orderId: string) => link(`/dashboard/billing/${encodeURIComponent(orderId)}`),
    plans: link('/subscription'),
  }
}

interface SendEmailDeps extends WriteEmailDeps {
  mailer: Pick<Mailer, 'send' | 'forget'>
  /** Gets the kind and outcome of each email, never its recipient or content. */
  log: { info(context: object, message: string): void; warn(context: object, message: string): void }
}

/**
 * Sends an ordered email. Throws if it should be retried; returns if it was sent, permanently refused, or is no longer
 * due.
 */
export async function sendEmail(deps: SendEmailDeps, queuedEmail: QueuedEmail): Promise<void> {
  const { kind } = queuedEmail
  const warn = (message: string, reason: string) => deps.log.warn({ kind, reason }, message)
  const mail = await writeEmail(deps, queuedEmail).catch((error: Error) => {
    // Only the error's name is logged, because a query error's message contains its parameters.
    warn('email not written yet', error.name)
    throw error
  })
  // Stored emails are deleted before the last one is sent, which would be deleted too.
  if (kind === 'account_deleted') await deps.mailer.forget(queuedEmail.email)
  if (!mail) return
  const delivery = await deps.mailer.send(mail).catch((error: Error) => {
    warn('email not sent yet', error.message)
    throw error
  })
  if (delivery.ok) deps.log.info({ kind }, 'email sent')
  else warn('email refused for good', delivery.reason)
}
