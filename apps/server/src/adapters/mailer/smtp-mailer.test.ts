import { once } from 'node:events'
import { createServer } from 'node:net'
import { listenOnLoopback } from '@kerf/standins/http/listen-on-loopback'
import { firstLinkIn, type MailServerStandin, startMailServer } from '@kerf/standins/mail/start-mail-server'
import { makeTestCertificates } from '@kerf/standins/youtube/net/test-certificates'
import { afterEach, describe, expect, it } from 'vitest'
import { createSmtpMailer, type SmtpMailerOptions } from './smtp-mailer.ts'
import { SECRET, SENDER, sampleMail } from './testing/sample-mail.ts'

describe('an email that goes out by SMTP', () => {
  let server: MailServerStandin
  afterEach(() => server.close())

  function mailer(options: Partial<SmtpMailerOptions> = {}) {
    return createSmtpMailer({ url: new URL(server.url), from: SENDER, ...options })
  }

  it('arrives as text and as HTML, from the operator, to one mailbox', async () => {
    server = await startMailServer()
    expect(await mailer().send(sampleMail())).toEqual({ ok: true })
    const email = await server.waitForEmail('anna@example.org')
    expect(email).toMatchObject({
      envelope: { from: SENDER.address, to: ['anna@example.org'] },
      to: ['anna@example.org'],
      subject: 'Setze ein neues Passwort: Größe',
      html: expect.stringContaining('<a href='),
    })
    expect(email.email.from).toEqual(SENDER)
    expect(firstLinkIn(email)).toBe(`https://kerf.example/reset-password?token=${SECRET}`)
    expect(email.headers.get('auto-submitted')).toBe('auto-generated')
    expect(email.headers.has('x-mailer')).toBe(false)
    expect(email.headers.has('list-unsubscribe')).toBe(false)
  })

  it('has headers for ending the newsletter and for the reply address', async () => {
    server = await startMailServer()
    const unsubscribeUrl = 'https://kerf.example/end-newsletter?token=a'
    await mailer().send(sampleMail({ unsubscribeUrl, replyTo: { name: 'Eve', address: 'eve@example.org' } }))
    const email = await server.waitForEmail('anna@example.org')
    expect(email.headers.get('list-unsubscribe')).toBe(`<${unsubscribeUrl}>`)
    expect(email.email.replyTo).toEqual([{ name: 'Eve', address: 'eve@example.org' }])
  })

  it.each(['\r\n', '\n', '\r', '\0', '\u0085', '\u2028', '\u2029', '\r\n\r\n'])(
    'has no header and no recipient injected by %j',
    async (end) => {
      server = await startMailServer()
      const smuggled = `x${end}Bcc: eve@example.org${end}X-Evil: 1${end}${end}<p>evil</p>`
      const outcome = await mailer().send(
        sampleMail({
          to: { name: smuggled, address: 'anna@example.org' },
          replyTo: { name: smuggled, address: 'eve@example.org' },
          subject: smuggled,
        }),
      )
      expect(outcome).toEqual({ ok: true })
      const email = await server.waitForEmail('anna@example.org')
      expect(email.envelope.to).toEqual(['anna@example.org'])
      expect(email.to).toEqual(['anna@example.org'])
      const allowedAddresses = [
        'from',
        'to',
        'reply-to',
        'subject',
        'auto-submitted',
        'message-id',
        'date',
        'mime-version',
        'content-type',
      ]
      expect([...email.headers.keys()].filter((name) => !allowedAddresses.includes(name))).toEqual([])
      expect(email.subject).toBe('x Bcc: eve@example.org X-Evil: 1 <p>evil</p>')
      expect(email.html).not.toContain('evil')

      for (const address of [`anna@example.org${end}`, `anna@example.org${end}eve@example.org`]) {
        expect(await mailer().send(sampleMail({ to: { address } }))).toMatchObject({ ok: false })
        await mailer().send(sampleMail({ replyTo: { address } }))
        expect((await server.waitForEmail('anna@example.org')).headers.has('reply-to')).toBe(false)
      }
    },
  )

  it('fails temporarily if the server defers it, is gone, or does not answer', async () => {
    server = await startMailServer()
    for (const position of ['sender', 'recipient', 'content'] as const) {
      server.behave({ does: 'refuse', at: position, code: 451, text: 'Come back later' })
      await expect(mailer().send(sampleMail())).rejects.toThrow(/451.*Come back later/)
    }
    server.behave({ does: 'drop' })
    await expect(mailer().send(sampleMail())).rejects.toMatchObject({ name: 'MailDeliveryError' })
    server.behave({ does: 'hang' })
    await expect(mailer({ timeoutMilliseconds: 200 }).send(sampleMail())).rejects.toMatchObject({
      name: 'MailDeliveryError',
    })
    await server.close()
    await expect(mailer().send(sampleMail())).rejects.toThrow('ECONNREFUSED')
    expect(server.emails).toEqual([])
  })

  it('fails permanently if the server rejects its recipient or its content', async () => {
    server = await startMailServer()
    for (const position of ['recipient', 'content'] as const) {
      server.behave({ does: 'refuse', at: position, code: 550, text: 'Nobody of that name' })
      expect(await mailer().send(sampleMail())).toEqual({
        ok: false,
        reason: expect.stringMatching(/550.*Nobody of that name/),
      })
    }
  })

  it('fails temporarily if the server rejects the credentials or the sender', async () => {
    server = await startMailServer({ login: { user: 'kerf', password: 'right' } })
    const url = new URL(server.url)
    url.password = 'wrong'
    await expect(mailer({ url }).send(sampleMail())).rejects.toThrow('535')
    server.behave({ does: 'refuse', at: 'sender', code: 550 })
    await expect(mailer().send(sampleMail())).rejects.toThrow('550')
  })

  it('leaves no personal data in an error', async () => {
    server = await startMailServer()
    const text = `no <anna@example.org> with https://kerf.example/reset-password?token=${SECRET} here`
    server.behave({ does: 'refuse', at: 'content', code: 451, text })
    const error: unknown = await mailer()
      .send(sampleMail())
      .catch((reason: unknown) => reason)
    const errorText = JSON.stringify([error, String(error), Object.getOwnPropertyNames(error), (error as Error).stack])
    expect(errorText).toContain('451')
    expect(errorText).not.toContain('anna')
    expect(errorText).not.toContain(SECRET)
    expect((error as Error).cause).toBeUndefined()
  })

  it('does not keep its caller waiting when the mailer is closed', async () => {
    server = await startMailServer()
    server.behave({ does: 'hang' })
    const attempt = server.waitForAttempt()
    const closingMailer = mailer()
    const sending = closingMailer.send(sampleMail())
    const expectedFailure = expect(sending).rejects.toMatchObject({ name: 'MailDeliveryError' })
    await attempt
    await closingMailer.close()
    await expectedFailure
  })

  it('never contains a local file or fetched content', async () => {
    server = await startMailServer()
    const mail = sampleMail() as unknown as Record<string, unknown>
    for (const html of [{ path: '/etc/hostname' }, { href: `http://localhost:${server.port}/` }])
      await expect(mailer().send({ ...mail, html } as never)).rejects.toThrow(/EFILEACCESS|EURLACCESS/)
    expect(server.emails).toEqual([])
  })
})

describe('a mail server that speaks TLS', () => {
  it.each(['starttls', 'immediate'] as const)(
    'is trusted by its certificate and gets the password (%s)',
    async (tls) => {
      const certificates = await makeTestCertificates(['localhost'])
      const login = { user: 'kerf@example.org', password: 'p:ä/ss@' }
      const server = await startMailServer({ certificates, tls, login })
      const options = { url: new URL(server.url), from: SENDER }
      await expect(createSmtpMailer(options).send(sampleMail())).rejects.toThrow(/certificate/i)
      const trustingMailer = createSmtpMailer({ ...options, extraCaPem: certificates.caPem })
      expect(await trustingMailer.send(sampleMail())).toEqual({ ok: true })
      await server.close()
    },
  )

  it('is not trusted with a certificate for another name', async () => {
    const certificates = await makeTestCertificates(['mail.example.org'])
    const server = await startMailServer({ certificates, tls: 'immediate' })
    const mailer = createSmtpMailer({ url: new URL(server.url), from: SENDER, extraCaPem: certificates.caPem })
    await expect(mailer.send(sampleMail())).rejects.toThrow(/altname/i)
    await server.close()
  })

  it.each([
    ['from the first byte', 'smtps', []],
    ['after STARTTLS', 'smtp', ['220 mail', '250-mail\r\n250 STARTTLS', '220 Go ahead']],
  ])('is given up if it falls silent during the handshake: %s', async (_when, protocol, answers) => {
    const silentServer = createServer((socket) => {
      const answersLeft = [...answers]
      const sendNextAnswer = () => answersLeft.length > 0 && socket.write(`${answersLeft.shift()}\r\n`)
      sendNextAnswer()
      socket.on('data', sendNextAnswer)
      socket.on('error', () => socket.destroy())
    })
    const { port, close } = await listenOnLoopback(silentServer)
    const url = new URL(`${protocol}://localhost:${port}`)
    const impatientMailer = createSmtpMailer({ url, from: SENDER, timeoutMilliseconds: 200 })
    await expect(impatientMailer.send(sampleMail())).rejects.toMatchObject({ name: 'MailDeliveryError' })

    const closingMailer = createSmtpMailer({ url, from: SENDER })
    const connected = once(silentServer, 'connection')
    const expectedFailure = expect(closingMailer.send(sampleMail())).rejects.toMatchObject({
      name: 'MailDeliveryError',
    })
    await connected
    await closingMailer.close()
    await expectedFailure
    await close()
  })

  it('does not get the password on another host without TLS', async () => {
    // The host name leads to this machine, but is none of the known loopback names.
    const receivedMails: string[] = []
    const plainServer = createServer((socket) => {
      socket.write('220 mail\r\n')
      socket.on('data', (bytes) => {
        receivedMails.push(String(bytes))
        socket.write('250-mail\r\n250 AUTH PLAIN LOGIN\r\n')
      })
      socket.on('error', () => socket.destroy())
    })
    const { port, close } = await listenOnLoopback(plainServer)
    const url = new URL(`smtp://kerf:secret@[::ffff:127.0.0.1]:${port}`)
    const mailer = createSmtpMailer({ url, from: SENDER, timeoutMilliseconds: 5_000 })
    await expect(mailer.send(sampleMail())).rejects.toMatchObject({ name: 'MailDeliveryError' })
    expect(receivedMails.join('')).toContain('EHLO')
    expect(receivedMails.join('')).not.toContain('AUTH')
    await close()
  })
})
