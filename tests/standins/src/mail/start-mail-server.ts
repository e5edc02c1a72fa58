import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { MOST_WAIT_MILLISECONDS } from '../waits.ts'

export interface ReceivedEmail {
  /** The envelope, which alone decides where an email goes. Its headers do not. */
  envelope: { from: string; to: string[] }
  /** Every mailbox that the headers name as recipient. */
  to: string[]
  subject: string
  text: string
  html: string
  /** By name in lower case. */
  headers: ReadonlyMap<string, string>
  email: Email
  raw: string
}

/** What the server does with an incoming email. */
export type MailServerBehaviour =
  | { does: 'accept' }
  | { does: 'refuse'; at: 'sender' | 'recipient' | 'content'; code: number; text?: string }
  /** Sends nothing more once it has received the recipient. */
  | { does: 'hang' }
  /** Hangs up in the middle of the email. */
  | { does: 'drop' }

export interface MailServerSetup {
  /** With these it speaks TLS: offered by STARTTLS, or from the first byte. */
  certificates?: { serverKeyPem: string; serverChainPem: string }
  tls?: 'starttls' | 'immediate'
  /** A client without these credentials may not send. */
  login?: { user: string; password: string }
}

/** How long clients have to hang up when the server closes. */
const CLOSE_MILLISECONDS = 1_000
const ACCEPT: MailServerBehaviour = { does: 'accept' }

export type MailServerStandin = Awaited<ReturnType<typeof startMailServer>>

/** A mail server on a free port of this machine that stores every email and misbehaves on request. */
export async function startMailServer(setup: MailServerSetup = {}) {
  const emails: ReceivedEmail[] = []
  const waitedFor = new Set<ReceivedEmail>()
  const events = new EventEmitter().setMaxListeners(0)
  let behaviour = ACCEPT
  let timesLeft = Number.POSITIVE_INFINITY
  let attempts = 0
  /** What was decided when the email was brought holds for the whole of it. */
  const decided = new WeakMap<SMTPServerSession, MailServerBehaviour>()

  function decide(session: SMTPServerSession): MailServerBehaviour {
    attempts += 1
    const now = timesLeft > 0 ? behaviour : ACCEPT
    timesLeft -= 1
    decided.set(session, now)
    events.emit('attempt')
    return now
  }

  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === id) connection.close()
  }

  const server = new SMTPServer({
    ...tlsOptions(setup),
    logger: false,
    disableReverseLookup: true,
    closeTimeout: CLOSE_MILLISECONDS,
    authOptional: !setup.login,
    onAuth({ username, password }, _session, answer) {
      const { login } = setup
      if (username === login?.user && password === login?.password) answer(null, { user: username })
      else answer(refusal(535, 'Authentication failed'))
    },
    onMailFrom(_address, session, answer) {
      answer(refusalAt('sender', decide(session)))
    },
    onRcptTo(_address, session, answer) {
      const now = decided.get(session) ?? ACCEPT
      if (now.does !== 'hang') answer(refusalAt('recipient', now))
    },
    onData(stream, session, answer) {
      const now = decided.get(session) ?? ACCEPT
      if (now.does === 'drop') {
        hangUp(session)
        return
      }
      void buffer(stream).then(async (raw) => {
        const refused = refusalAt('content', now)
        if (refused) return answer(refused)
        emails.push(await read(raw, session))
        answer()
        events.emit('message')
      }, answer)
    },
  })
  server.on('error', () => undefined)
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const login = setup.login
    ? `${encodeURIComponent(setup.login.user)}:${encodeURIComponent(setup.login.password)}@`
    : ''

  return {
    port,
    /** For SMTP_URL, with the login if there is one. */
    url: `${setup.tls === 'immediate' ? 'smtps' : 'smtp'}://${login}localhost:${port}`,
    emails,
    /** How many deliveries were started. */
    get attempts() {
      return attempts
    },
    /** From now on, or for the next few emails, after which it accepts. */
    behave(next: MailServerBehaviour, times = Number.POSITIVE_INFINITY) {
      behaviour = next
      timesLeft = times
    },
    /** Resolves when the next delivery starts, even if it then fails. */
    async nextAttempt() {
      await once(events, 'attempt', { signal: AbortSignal.timeout(MOST_WAIT_MILLISECONDS) })
    },
    /** The oldest email to this mailbox, with this in its subject, that was not asked for before; waits for it. */
    async emailTo(address: string, subject = '') {
      const signal = AbortSignal.timeout(MOST_WAIT_MILLISECONDS)
      for (;;) {
        const message = emails.find(
          (one) => !waitedFor.has(one) && one.envelope.to.includes(address) && one.subject.includes(subject),
        )
        if (message) {
          waitedFor.add(message)
          return message
        }
        await once(events, 'message', { signal }).catch(() => {
          const there = emails.map((one) => `"${one.subject}" to ${one.envelope.to.join(', ')}`).join('; ') || 'none'
          throw new Error(`No email "${subject}" to ${address} has come. There are: ${there}.`)
        })
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
        // Never the socket below TLS: Node crashes when that goes during a handshake.
        for (const connection of server.connections) connection.close()
      }),
  }
}

/** The first link in an email that a person would follow. */
export function firstLinkIn(message: Pick<ReceivedEmail, 'text'>): string {
  const [link] = /https?:\/\/\S+/.exec(message.text) ?? []
  if (!link) throw new Error(`There is no link in this email:\n${message.text}`)
  return link
}

/** What a mail program would make of it. */
export function parseEmail(raw: Buffer): Promise<Email> {
  return PostalMime.parse(raw)
}

function tlsOptions({ certificates, tls = 'starttls', login }: MailServerSetup): SMTPServerOptions {
  if (!certificates) return { disabledCommands: login ? ['STARTTLS'] : ['STARTTLS', 'AUTH'] }
  const { serverKeyPem: key, serverChainPem: cert } = certificates
  return { key, cert, secure: tls === 'immediate', disabledCommands: login ? [] : ['AUTH'] }
}

function refusalAt(stage: 'sender' | 'recipient' | 'content', behaviour: MailServerBehaviour): Error | null {
  if (behaviour.does !== 'refuse' || behaviour.at !== stage) return null
  return refusal(behaviour.code, behaviour.text ?? 'Not here')
}

function refusal(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode })
}

async function read(raw: Buffer, session: SMTPServerSession): Promise<ReceivedEmail> {
  const email = await parseEmail(raw)
  const { mailFrom, rcptTo } = session.envelope
  return {
    envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
    to: (email.to ?? []).flatMap((one) => one.address ?? []),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: new Map(email.headers.map(({ key, value }) => [key, value])),
    email,
    raw: raw.toString(),
  }
}
