import { PRODUCT_NAME, PRODUCT_SLUG } from '@kerf/domain/site/product'
import { z } from 'zod'
import { addressAs, isDecodable } from './plain-variables.ts'

export interface MailSender {
  name: string
  address: string
}

/** Email addresses in settings. Hosts such as `localhost`, without a dot, are allowed. */
const ADDRESS_PATTERN = /^[^\s"(),:;<>@[\\\]]+@[^\s"(),:;<>@[\\\]]+$/
const NAMED_SENDER_PATTERN = /^\s*"?([^"<>\r\n]*?)"?\s*<([^<>]+)>\s*$/

export const emailAddress = z
  .string()
  .trim()
  .regex(ADDRESS_PATTERN, { error: 'must be one email address, like operator@example.org' })

export const smtpUrl = addressAs(complaintAboutSmtpUrl, (url) => url)

function complaintAboutSmtpUrl(url: URL | null): string | null {
  if (!url || !['smtp:', 'smtps:'].includes(url.protocol) || !url.hostname)
    return 'must be like smtp://user:password@mail.example.org:587 or smtps://user:password@mail.example.org'
  if (url.search || url.hash || !['', '/'].includes(url.pathname)) return 'must end after host and port'
  if (url.password && !url.username) return 'has a password but no user'
  if (!isDecodable(url.username) || !isDecodable(url.password))
    return 'has a % in user or password that is not an escape: write it as %25'
  return null
}

/** Parses `Kerf <kerf@example.org>`, or only an email address. */
export const mailSender = z.string().transform((text, context): MailSender => {
  const [, name = '', addressInBrackets] = NAMED_SENDER_PATTERN.exec(text) ?? []
  const address = (addressInBrackets ?? text).trim()
  if (ADDRESS_PATTERN.test(address)) return { name: name.trim(), address }
  context.addIssue({ code: 'custom', message: 'must be like Kerf <kerf@example.org>', input: text })
  return z.NEVER
})

/** Hosts that are allowed in an email address: names, but no IP addresses. */
const HOST_NAME_PATTERN = /^[a-z0-9.-]*[a-z]$/i

export function defaultSender(publicUrl: URL | null): MailSender {
  const host = publicUrl && HOST_NAME_PATTERN.test(publicUrl.hostname) ? publicUrl.hostname : 'localhost'
  return { name: PRODUCT_NAME, address: `${PRODUCT_SLUG}@${host}` }
}
