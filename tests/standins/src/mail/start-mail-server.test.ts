import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { describe, expect, it } from 'vitest'
import { firstLinkIn, type MailServerStandin, startMailServer } from './start-mail-server.ts'

describe('the mail server stand-in', () => {
  it('stores an email and passes it once to the caller that waits for it', async () => {
    const server = await startMailServer()
    const awaited = server.emailTo('anna@example.org', 'Confirm')
    await bring(server, 'anna@example.org', 'Confirm your email')
    await bring(server, 'anna@example.org', 'Confirm your email again')
    const first = await awaited
    expect(first).toMatchObject({
      subject: 'Confirm your email',
      envelope: { from: 'kerf@example.org', to: ['anna@example.org'] },
    })
    expect(firstLinkIn(first)).toBe('https://kerf.example/confirm-email?token=a')
    expect((await server.emailTo('anna@example.org')).subject).toBe('Confirm your email again')
    await server.close()
  })

  it('refuses as often as configured, then accepts', async () => {
    const server = await startMailServer()
    server.behave({ does: 'refuse', at: 'recipient', code: 450, text: 'Come back later' }, 1)
    expect(await bring(server, 'anna@example.org', 'One')).toMatch(/^450 .*Come back later/)
    expect(await bring(server, 'anna@example.org', 'One')).toMatch(/^250 /)
    expect(server.emails).toHaveLength(1)
    expect(server.attempts).toBe(2)
    await server.close()
  })
})

/** Sends the SMTP commands that deliver an email; returns the server's last reply. */
async function bring(server: MailServerStandin, to: string, subject: string): Promise<string> {
  const socket = connect(server.port, '127.0.0.1')
  const email = `Subject: ${subject}\r\nTo: ${to}\r\n\r\nFollow https://kerf.example/confirm-email?token=a\r\n.`
  const steps = ['EHLO localhost', 'MAIL FROM:<kerf@example.org>', `RCPT TO:<${to}>`, 'DATA', email]
  let said = ''
  for await (const line of createInterface({ input: socket })) {
    said = line
    if (/^\d{3}-/.test(line)) continue
    const step = steps.shift()
    if (!step || /^[45]/.test(line)) break
    socket.write(`${step}\r\n`)
  }
  socket.destroy()
  return said
}
