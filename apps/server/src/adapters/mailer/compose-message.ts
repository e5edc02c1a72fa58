import { beginningOf } from '@kerf/domain/text/plain-text'
import type { SendMailOptions } from 'nodemailer'
import type { Mail } from '../../ports/emails.ts'

export type MailAddress = Mail['to']

/** Options of every transport: an email never includes a file of this machine or fetched content. */
export const CLOSED_TRANSPORT_OPTIONS = { disableFileAccess: true, disableUrlAccess: true } as const

/** A message for nodemailer; null when the recipient is no plain address. Headers cannot change its envelope. */
export function composeMessage(mail: Mail, from: MailAddress): SendMailOptions | null {
  const { to, replyTo, unsubscribeUrl } = mail
  if (!isPlainAddress(to.address)) return null
  return {
    envelope: { from: from.address, to: [to.address] },
    from: headerAddress(from),
    to: headerAddress(to),
    // With an invalid reply address, answers go to the sender.
    ...(replyTo && isPlainAddress(replyTo.address) ? { replyTo: headerAddress(replyTo) } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    html: mail.html,
    // Suppresses vacation replies.
    headers: { 'Auto-Submitted': 'auto-generated' },
    ...(unsubscribeUrl ? { list: { unsubscribe: { url: new URL(unsubscribeUrl).href } } } : {}),
    xMailer: false,
    ...CLOSED_TRANSPORT_OPTIONS,
  }
}

function headerAddress({ name, address }: MailAddress): { name: string; address: string } {
  return { name: oneLine(name ?? ''), address }
}

/** Characters that are removed from a header: control characters, line ends, and direction marks, which could fake a name. */
const REMOVED_CHARACTERS_PATTERN = /[\p{Cc}\p{Zl}\p{Zp}\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu
const MAX_LINE_LENGTH = 300

/** Turns any text into one line of at most MAX_LINE_LENGTH characters, for a header. */
export function oneLine(text: string): string {
  return beginningOf(
    text.toWellFormed().replace(REMOVED_CHARACTERS_PATTERN, ' ').replace(/\s+/g, ' ').trim(),
    MAX_LINE_LENGTH,
  )
}

/** One plain address: no list, no group, no comment, no quoted local part. */
const PLAIN_ADDRESS_PATTERN =
  /^[^\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}"(),:;<>@[\\\]]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}.-]{0,251}[\p{L}\p{N}\p{M}])?$/u

export function isPlainAddress(address: string): boolean {
  return PLAIN_ADDRESS_PATTERN.test(address) && !address.includes('..')
}
