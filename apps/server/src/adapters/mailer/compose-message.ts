import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../../ports/emails.ts'
import { isPlainAddress, oneLine } from './one-line.ts'

export type MailAddress = Mail['to']

/** For every transport: a email is what we wrote, never a file of this machine or something fetched. */
export const CLOSED_TRANSPORT = { disableFileAccess: true, disableUrlAccess: true } as const

/**
 * What nodemailer is given. Headers are made of single lines, and the envelope is given by itself: whatever a header says,
 * the email goes to this one address. null when that is not an address.
 */
export function composeMessage(mail: Mail, from: MailAddress): SendMailOptions | null {
  const { to, replyTo, unsubscribeUrl } = mail
  if (!isPlainAddress(to.address)) return null
  return {
    envelope: { from: from.address, to: [to.address] },
    from: headerAddress(from),
    to: headerAddress(to),
    // An answer that cannot be addressed goes to the sender, as it does without.
    ...(replyTo && isPlainAddress(replyTo.address) ? { replyTo: headerAddress(replyTo) } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // Vacation notices are not an answer that anybody waits for.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(unsubscribeUrl ? { list: { unsubscribe: { url: new URL(unsubscribeUrl).href } } } : {}),
    xMailer: false,
    ...CLOSED_TRANSPORT,
  }
}

function headerAddress({ name, address }: MailAddress): { name: string; address: string } {
  return { name: oneLine(name ?? ''), address }
}
