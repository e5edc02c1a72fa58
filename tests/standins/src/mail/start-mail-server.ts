import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions, type SMTPServerSession } from 'smtp-server'
import { MAX_WAIT_MILLISECONDS } from '../waits.ts'

export interface ReceivedEmail {
  /** The SMTP envelope. Only it decides where an email goes; the headers do not. */
  envelope: { from: string; to: string[] }
  /** Every mailbox that the headers name as recipient. */
  to: string[]
  subject: string
  text: string
  html: string
  /** Values of the headers, by name in lower case. */
  headers: ReadonlyMap<string, string>
  email: Email
  raw: string
}

/** Behaviour of the server towards an incoming email. */
export type MailServerBehaviour =
  | { does: 'accept' }
  | { does: 'refuse'; at: 'sender' | 'recipient' | 'content'; code: number; text?: string }
  /** The server sends nothing more after the recipient command. */
  | { does: 'hang' }
  /** The server hangs up in the middle of the email. */
  | { does: 'drop' }

export interface MailServerSetup {
  /** Certificates for TLS, which begins with STARTTLS or at the first byte. */
  certificates?: { serverKeyPem: string; serverChainPem: string }
  tls?: 'starttls' | 'immediate'
  /** A client without these credentials may not send. */
  login?: { user: string; password: string }
}

/** Time for clients to hang up when the server closes. */
const CLOSE_TIMEOUT_MILLISECONDS = 1_000
const ACCEPT_BEHAVIOUR: MailServerBehaviour = { does: 'accept' }

export type MailServerStandin = Awaited<ReturnType<typeof startMailServer>>

/** A mail server on a free port of this machine that stores every email and misbehaves on request. */
export async function startMailServer(setup: MailServerSetup = {}) {
  const emails: ReceivedEmail[] = []
  const returnedEmails = new Set<ReceivedEmail>()
  const events = new EventEmitter().setMaxListeners(0)
  let behaviour = ACCEPT_BEHAVIOUR
  let timesLeft = Number.POSITIVE_INFINITY
  let attempts = 0
  /** Behaviour for each session, decided at the sender command and valid for the whole email. */
  const decisions = new WeakMap<SMTPServerSession, MailServerBehaviour>()

  function decide(session: SMTPServerSession): MailServerBehaviour {
    attempts += 1
    const decision = timesLeft > 0 ? behaviour : ACCEPT_BEHAVIOUR
    timesLeft -= 1
    decisions.set(session, decision)
    events.emit('attempt')
    return decision
  }

  function hangUp({ id }: SMTPServerSession): void {
    for (const connection of server.connections) if (connection.id === id) connection.close()
  }

  const server = new SMTPServer({
    ...tlsOptions(setup),
    logger: false,
    disableReverseLookup: true,
    closeTimeout: CLOSE_TIMEOUT_MILLISECONDS,
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
      const decision = decisions.get(session) ?? ACCEPT_BEHAVIOUR
      if (decision.does !== 'hang') answer(refusalAt('recipient', decision))
    },
    onData(stream, session, answer) {
      const decision = decisions.get(session) ?? ACCEPT_BEHAVIOUR
      if (decision.does === 'drop') {
        hangUp(session)
        return
      }
      void buffer(stream).then(async (raw) => {
        const contentRefusal = refusalAt('content', decision)
        if (contentRefusal) return answer(contentRefusal)
        emails.push(await readEmail(raw, session))
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
    /** Value of SMTP_URL, with the login if there is one. */
    url: `${setup.tls === 'immediate' ? 'smtps' : 'smtp'}://${login}localhost:${port}`,
    emails,
    /** Number of deliveries that were started. */
    get attempts() {
      return attempts
    },
    /** Sets the behaviour for all later emails, or for the next few, after which the server accepts. */
    behave(newBehaviour: MailServerBehaviour, times = Number.POSITIVE_INFINITY) {
      behaviour = newBehaviour
      timesLeft = times
    },
    /** Resolves when the next delivery starts, even if it then fails. */
    async waitForAttempt() {
      await once(events, 'attempt', { signal: AbortSignal.timeout(MAX_WAIT_MILLISECONDS) })
    },
    /** Waits for the oldest email to this mailbox, with this in its subject, that no call has returned before. */
    async waitForEmail(address: string, subject = '') {
      const signal = AbortSignal.timeout(MAX_WAIT_MILLISECONDS)
      for (;;) {
        const message = emails.find(
          (candidate) =>
            !returnedEmails.has(candidate) &&
            candidate.envelope.to.includes(address) &&
            candidate.subject.includes(subject),
        )
        if (message) {
          returnedEmails.add(message)
          return message
        }
        await once(events, 'message', { signal }).catch(() => {
          const emailList =
            emails.map((candidate) => `"${candidate.subject}" to ${candidate.envelope.to.join(', ')}`).join('; ') ||
            'none'
          throw new Error(`No email "${subject}" to ${address} has come. There are: ${emailList}.`)
        })
      }
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(resolve)
        // The socket below TLS must stay open: Node crashes if it closes during a handshake.
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

/** Parses an email as a mail program does. */
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

async function readEmail(raw: Buffer, session: SMTPServerSession): Promise<ReceivedEmail> {
  const email = await parseEmail(raw)
  const { mailFrom, rcptTo } = session.envelope
  return {
    envelope: { from: mailFrom ? mailFrom.address : '', to: rcptTo.map(({ address }) => address) },
    to: (email.to ?? []).flatMap((mailbox) => mailbox.address ?? []),
    subject: email.subject ?? '',
    text: email.text ?? '',
    html: email.html ?? '',
    headers: new Map(email.headers.map(({ key, value }) => [key, value])),
    email,
    raw: raw.toString(),
  }
}
