import { beginningOf } from '@kerf/domain/text/plain-text'
import { createTransport, type NodemailerError } from 'nodemailer'
import type { Mailer } from '../../ports/emails.ts'
import { trusting } from '../outbound/outbound-dispatcher.ts'
import { CLOSED_TRANSPORT, composeMessage, type MailAddress } from './compose-message.ts'

/** For everything that sending one email takes; less than the queue gives a job. */
const TIMEOUT_MILLISECONDS = 60_000
const NAME_LOOKUP_MILLISECONDS = 10_000
const PORTS: Readonly<Record<string, number>> = { 'smtp:': 587, 'smtps:': 465 }
const LOOPBACK_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1']

export interface SmtpMailerOptions {
  /** `smtp://` takes STARTTLS where it is offered, `smtps://` is TLS from the first byte. */
  url: URL
  from: MailAddress
  extraCaPem?: string | undefined
  timeoutMilliseconds?: number | undefined
}

/** Hands emails to the operator's mail server, each over a connection of its own. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const { url, from, extraCaPem, timeoutMilliseconds = TIMEOUT_MILLISECONDS } = options
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const port = Number(url.port || PORTS[url.protocol])
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
      ...trusting(extraCaPem),
    },
    ...(user ? { auth: { user, pass: decodeURIComponent(url.password) } } : {}),
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    dnsTimeout: NAME_LOOKUP_MILLISECONDS,
    logger: false,
    ...CLOSED_TRANSPORT,
  })
  const closing = new AbortController()

  return {
    async send(mail) {
      const message = composeMessage(mail, from)
      if (!message) return { ok: false, reason: 'its recipient is not an address' }
      const signal = AbortSignal.any([AbortSignal.timeout(timeoutMilliseconds), closing.signal])
      try {
        await transport.sendMail({ ...message, signal })
        return { ok: true }
      } catch (error) {
        const failure = error as NodemailerError
        if (isRefusal(failure)) return { ok: false, reason: reasonOf(failure) }
        // Without its cause, which may hold the email.
        throw new MailDeliveryError(`The email could not be handed over: ${reasonOf(failure)}`)
      }
    },
    forget: async () => undefined,
    describe: () => `by the mail server ${host}:${port}`,
    async close() {
      closing.abort()
      transport.close()
    },
  }
}

const MAX_REASON_LENGTH = 300

/** The mail server was unreachable or deferred the email. The message names nobody. */
class MailDeliveryError extends Error {
  override name = 'MailDeliveryError'
}

/** Recipient or content refused for good. Refused credentials are for the operator to fix, so the email waits. */
function isRefusal(error: NodemailerError): boolean {
  const isAboutTheEmail = error.command === 'RCPT TO' || error.command === 'DATA'
  return error.permanent === true && isAboutTheEmail
}

/** For logs and the queue: what went wrong, without addresses of people or of pages, which mail servers like to repeat. */
function reasonOf(error: NodemailerError): string {
  const code = error.originalCode ?? error.code
  const said = (error.response ?? error.message)
    .replace(/\bhttps?:\S+/gi, '(address)')
    .replace(/[^\s<>]*@[^\s<>]*/g, '(address)')
    .replace(/\s+/g, ' ')
  return beginningOf(`${code && !said.includes(code) ? `${code}: ` : ''}${said}`, MAX_REASON_LENGTH)
}
