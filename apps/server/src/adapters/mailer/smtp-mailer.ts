import { beginningOf } from '@kerf/domain/text/plain-text'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Mailer } from '../../ports/emails.ts'
import { tlsOptions } from '../outbound/outbound-dispatcher.ts'
import { CLOSED_TRANSPORT_OPTIONS, composeMessage, type MailAddress } from './compose-message.ts'

/** Maximum time to send one email. It is shorter than the queue's limit for a job. */
const SEND_TIMEOUT_MILLISECONDS = 60_000
const DNS_TIMEOUT_MILLISECONDS = 10_000
const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }
const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1']

export interface SmtpMailerOptions {
  /** `smtp://` uses STARTTLS where the server offers it; `smtps://` is TLS from the first byte. */
  url: URL
  from: MailAddress
  extraCaPem?: string | undefined
  timeoutMilliseconds?: number | undefined
}

/** Hands emails to the operator's mail server, each over a connection of its own. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { url, from, extraCaPem, timeoutMilliseconds = SEND_TIMEOUT_MILLISECONDS } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || DEFAULT_PORTS[url.protocol])
  const user = decodeURIComponent(url.username)
  const transport = createTransport({
    host,
    port,
    secure: url.protocol === 'smtps:',
    // An attacker who strips the offer of TLS must not get the password.
    requireTLS: user !== '' && !LOOPBACK_HOSTS.includes(host),
    tls: {
      rejectUnauthorized: true,
      minVersion: 'TLSv1.2',
      ...tlsOptions(extraCaPem),
    },
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    dnsTimeout: DNS_TIMEOUT_MILLISECONDS,
    logger: false,
    ...CLOSED_TRANSPORT_OPTIONS,
  })
  const closeController = new AbortController()

  return {
    async send(mail) {
      const message = composeMessage(mail, from)
      if (!message) return { ok: false, reason: 'its recipient is not an address' }
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMilliseconds), closeController.signal])
      try {
        await transport.sendMail({ ...message, signal })
        return { ok: true }
      } catch (error) {
        const failure = error as NodemailerError
        if (isRefusal(failure)) return { ok: false, reason: reasonOf(failure) }
        // The new error has no cause, because that may contain the email.
        throw new MailDeliveryError(`The email could not be handed over: ${reasonOf(failure)}`)
      }
    },
    forget: async () => undefined,
    describe: () => `by the mail server ${host}:${port}`,
    async close() {
      closeController.abort()
      transport.close()
    },
  }
}

const MAX_REASON_LENGTH = 300

/** The mail server was unreachable or deferred the email. The message contains no address. */
class MailDeliveryError extends Error {
  override name = 'MailDeliveryError'
}

/**
 * Whether the server refused recipient or content permanently. Refused credentials can be fixed, so the email waits.
 */
function isRefusal(error: NodemailerError): boolean {
  const isAboutTheEmail = error.command === 'RCPT TO' || error.command === 'DATA'
  return error.permanent === true && isAboutTheEmail
}

/** The failure in words for logs and the queue, without email addresses and URLs, which servers often repeat. */
function reasonOf(error: NodemailerError): string {
  const code = error.originalCode ?? error.code
  const text = (error.response ?? error.message)
    .replace(/\bhttps?:\S+/gi, '(address)')
    .replace(/[^\s<>]*@[^\s<>]*/g, '(address)')
    .replace(/\s+/g, ' ')
  return beginningOf(`${code && !text.includes(code) ? `${code}: ` : ''}${text}`, MAX_REASON_LENGTH)
}
