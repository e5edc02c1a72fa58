import { firstLinkIn, startMailServer } from '@kerf/standins/mail/start-mail-server'
import { afterAll, describe, expect, it } from 'vitest'
import { DEFAULT_KIND } from '../../adapters/database/testing/open-test-database.ts'
import { createSmtpMailer } from '../../adapters/mailer/smtp-mailer.ts'
import type { AccountRecord } from '../../ports/accounts.ts'
import type { QueuedEmail } from '../../ports/emails.ts'
import { newId } from '../shared/new-id.ts'
import { openPeople } from '../testing/people.ts'
import { sendEmail } from './write-email.ts'

const HOME_URL = 'https://home.example/kerf'
const OPERATOR_ADDRESS = 'operator@kerf.example'
const ENDS_AT = new Date('2026-11-28T06:08:00Z')

describe('a queued email', async () => {
  const { database } = await DEFAULT_KIND.open()
  const server = await startMailServer()
  afterAll(() => server.close())
  const { accounts } = await openPeople({ database })
  const logged: string[] = []
  let personCount = 0
  const log = (context: object, message: string) => logged.push(JSON.stringify([message, context]))
  const deps = {
    database,
    accounts,
    mailer: createSmtpMailer({ url: new URL(server.url), from: { name: 'Kerf', address: 'kerf@kerf.example' } }),
    publicUrl: new URL(HOME_URL),
    operatorAddress: OPERATOR_ADDRESS,
    log: { info: log, warn: log },
  }
  const sendQueued = (queuedEmail: QueuedEmail) => sendEmail(deps, queuedEmail)

  async function createAccount(change: Partial<AccountRecord> = {}): Promise<AccountRecord> {
    personCount += 1
    const person = {
      name: 'Anna',
      username: `anna${personCount}`,
      email: `anna${personCount}@example.org`,
      password: 'a strip',
    }
    const creation = await accounts.signUp(person, { ipAddress: '203.0.113.7', userAgent: null })
    if (!creation.ok) throw new Error(`${creation.taken} is taken`)
    return (await database.records.accounts.update(creation.account.id, change)) ?? creation.account
  }
  const tokenIn = (link: string) => new URLSearchParams(new URL(link).hash.slice(1)).get('token') ?? ''

  it('that confirms an email brings a token for its account and that email', async () => {
    const { id, email } = await createAccount()
    await sendQueued({ kind: 'verify_email', language: 'en', accountId: id })
    const message = await server.waitForEmail(email)
    const link = firstLinkIn(message)
    expect(link).toMatch(/^https:\/\/home\.example\/kerf\/confirm-email#token=[\w-]{43}$/)
    expect(message.html).toContain(link)
    expect(JSON.parse((await accounts.consumeToken('verify-email', tokenIn(link))) ?? '')).toEqual({
      accountId: id,
      email,
      generation: 0,
    })
    expect(message.raw).not.toContain('Anna')
  })

  it('for a new password brings a token for its account, and a page in its language', async () => {
    const { id, email } = await createAccount()
    await sendQueued({ kind: 'reset_password', language: 'de', email: email.toUpperCase() })
    const message = await server.waitForEmail(email)
    expect(message.subject).toBe('Setze ein neues Passwort')
    const link = firstLinkIn(message)
    expect(link).toMatch(/^https:\/\/home\.example\/kerf\/reset-password\?lang=de#token=[\w-]{43}$/)
    expect(message.text).toContain(`: ${tokenIn(link)}\n`)
    const value = await accounts.consumeToken('reset-password', tokenIn(link))
    expect(JSON.parse(value ?? '')).toMatchObject({ accountId: id, generation: 0 })
  })

  it('that changes an email goes to the new mailbox, and the old one is informed later', async () => {
    const { id, email } = await createAccount()
    await sendQueued({ kind: 'change_email', language: 'en', accountId: id, email: 'new@example.org', generation: 0 })
    const token = tokenIn(firstLinkIn(await server.waitForEmail('new@example.org')))
    expect(JSON.parse((await accounts.consumeToken('change-email', token)) ?? '')).toEqual({
      accountId: id,
      email: 'new@example.org',
      generation: 0,
    })
    await sendQueued({ kind: 'email_changed', language: 'en', accountId: id, formerEmail: email })
    const message = await server.waitForEmail(email, 'Your email was changed')
    expect(firstLinkIn(message)).toBe(`${HOME_URL}/contact`)
    expect(message.raw).not.toContain('new@example.org')
  })

  it("about an account goes to the account's mailbox", async () => {
    const { id, email } = await createAccount({ emailVerified: true })
    await sendQueued({ kind: 'welcome', language: 'en', accountId: id })
    expect(firstLinkIn(await server.waitForEmail(email, 'Welcome'))).toBe(HOME_URL)
    await sendQueued({ kind: 'password_changed', language: 'de', accountId: id })
    expect(firstLinkIn(await server.waitForEmail(email, 'Passwort'))).toBe(`${HOME_URL}/forgot-password?lang=de`)
    const paidAt = '2026-11-21T06:08:00.000Z'
    const payment = { accountId: id, orderId: 'ORDER-1', plan: 'lifetime', amountCents: 19900 } as const
    const receiptNumber = 'KERF-2026-000042'
    const period = { startsAt: paidAt, endsAt: null }
    await sendQueued({ kind: 'payment_receipt', language: 'en', ...payment, ...period, receiptNumber, paidAt })
    const receipt = await server.waitForEmail(email, 'Receipt: Lifetime Access, $199.00')
    for (const fact of ['ORDER-1', receiptNumber]) expect(receipt.text).toContain(fact)
    await sendQueued({ kind: 'plan_refunded', language: 'en', ...payment })
    expect(firstLinkIn(await server.waitForEmail(email, 'Refunded: Lifetime'))).toBe(`${HOME_URL}/dashboard/billing`)
    // With `unasked` no email is sent, so the received email is the second one.
    await sendQueued({ kind: 'account_deleted', language: 'en', email, name: 'Whoever typed it', unasked: true })
    await sendQueued({ kind: 'account_deleted', language: 'en', email, name: 'Anna' })
    expect((await server.waitForEmail(email, 'deleted')).text).toContain('Hello Anna,')
  })

  it('for the newsletter brings two tokens, and mail programs can unsubscribe with one', async () => {
    const email = 'reader@example.org'
    await database.records.newsletter.ask(email, new Date())
    await sendQueued({ kind: 'confirm_newsletter', language: 'en', email })
    const message = await server.waitForEmail(email)
    expect(await accounts.consumeToken('newsletter', tokenIn(firstLinkIn(message)))).toBe(email)
    const [, endLink = ''] = /<(.*)>/.exec(message.headers.get('list-unsubscribe') ?? '') ?? []
    expect(endLink).toMatch(/^https:\/\/home\.example\/kerf\/end-newsletter#token=/)
    expect(message.text).toContain(endLink)
    expect(await accounts.consumeToken('newsletter-end', tokenIn(endLink))).toBe(email)
  })

  it("of a newsletter has the operator's text, and a way to unsubscribe", async () => {
    const email = 'faithful@example.org'
    await database.records.newsletter.ask(email, new Date())
    await database.records.newsletter.confirm(email, new Date())
    const issue = { subject: 'News of November', message: 'We cut faster.\n\nAnd <b>exactly</b>.' }
    await sendQueued({ kind: 'newsletter', language: 'en', email, ...issue })
    const message = await server.waitForEmail(email)
    expect(message.subject).toBe(issue.subject)
    expect(message.text).toContain(issue.message)
    const [, endLink = ''] = /<(.*)>/.exec(message.headers.get('list-unsubscribe') ?? '') ?? []
    expect(message.text).toContain(endLink)
    expect(await accounts.consumeToken('newsletter-end', tokenIn(endLink))).toBe(email)
  })

  it("brings a visitor's message to the operator, who can reply to the visitor", async () => {
    const subject = `"A question" ../\u202e\r\nX-Evil: 1 ${'long '.repeat(60)}`
    const form = { id: newId(), name: 'Eve\r\nBcc: x@example.org', email: 'eve@example.org', subject }
    await database.records.contactMessages.insert({
      ...form,
      message: 'Line one\nline two',
      status: 'new',
      createdAt: new Date(),
    })
    await sendQueued({ kind: 'contact_message', language: 'en', messageId: form.id })
    const message = await server.waitForEmail(OPERATOR_ADDRESS)
    expect(message.envelope.to).toEqual([OPERATOR_ADDRESS])
    expect(message.email.replyTo).toEqual([{ name: 'Eve Bcc: x@example.org', address: 'eve@example.org' }])
    expect(message.subject).toMatch(/^Kerf: "A question" \.\.\/ X-Evil: 1 long (?:long )+lo?n?g?$/)
    expect(message.subject.length).toBeLessThanOrEqual(300)
    for (const header of ['bcc', 'x-evil']) expect(message.headers.has(header)).toBe(false)
    expect(message.text).toContain('> Line one\n> line two')
    expect(message.text).toMatch(/^From: Eve Bcc: x@example\.org <eve@example\.org>$/m)
    expect(message.text).not.toMatch(/^(?:Bcc|X-Evil):/m)
  })

  it('about the end of a plan is sent only while that end still applies', async () => {
    const { id, email } = await createAccount()
    await database.records.accounts.setPlan(id, { subscription: 'pro-monthly', expiresAt: ENDS_AT })
    await sendQueued({ kind: 'plan_ends', language: 'de', accountId: id, endsAt: ENDS_AT.toISOString() })
    const message = await server.waitForEmail(email, 'Pro endet am 28. November 2026')
    expect(firstLinkIn(message)).toBe(`${HOME_URL}/subscription?lang=de`)
    const count = server.emails.length
    await database.records.accounts.setPlan(id, { subscription: 'pro-monthly', expiresAt: new Date('2026-12-28') })
    await sendQueued({ kind: 'plan_ends', language: 'de', accountId: id, endsAt: ENDS_AT.toISOString() })
    expect(server.emails).toHaveLength(count)
  })

  it('to or about nobody sends nothing and is done', async () => {
    const count = server.emails.length
    const verifiedAccount = await createAccount({ emailVerified: true })
    await database.records.newsletter.ask('confirmed@example.org', new Date())
    await database.records.newsletter.confirm('confirmed@example.org', new Date())
    const unknownAccount = { language: 'en', accountId: 'nobody' } as const
    const queuedEmails: QueuedEmail[] = [
      { kind: 'verify_email', ...unknownAccount },
      { kind: 'verify_email', language: 'en', accountId: verifiedAccount.id },
      { kind: 'welcome', ...unknownAccount },
      { kind: 'password_changed', ...unknownAccount },
      { kind: 'change_email', ...unknownAccount, email: 'a@example.org', generation: 0 },
      // The first email has an outdated generation; the second is for a mailbox of another account.
      { kind: 'change_email', language: 'en', accountId: verifiedAccount.id, email: 'a@example.org', generation: -1 },
      {
        kind: 'change_email',
        language: 'en',
        accountId: verifiedAccount.id,
        email: verifiedAccount.email,
        generation: 0,
      },
      { kind: 'email_changed', ...unknownAccount, formerEmail: 'a@example.org' },
      { kind: 'plan_refunded', ...unknownAccount, orderId: 'x', plan: 'lifetime', amountCents: 1 },
      { kind: 'plan_ends', ...unknownAccount, endsAt: ENDS_AT.toISOString() },
      { kind: 'reset_password', language: 'en', email: 'nobody@example.org' },
      { kind: 'contact_message', language: 'en', messageId: 'nothing' },
      { kind: 'confirm_newsletter', language: 'en', email: 'nobody@example.org' },
      { kind: 'newsletter', language: 'en', email: 'nobody@example.org', subject: 'News', message: 'None.' },
      { kind: 'confirm_newsletter', language: 'en', email: 'confirmed@example.org' },
    ]
    for (const queuedEmail of queuedEmails) await sendQueued(queuedEmail)
    expect(server.emails).toHaveLength(count)
  })

  it('is returned on a temporary failure, and dropped on a permanent one', async () => {
    const { email } = await createAccount()
    server.behave({ does: 'refuse', at: 'recipient', code: 450, text: `Not now, ${email}` }, 1)
    await expect(sendQueued({ kind: 'reset_password', language: 'en', email })).rejects.toThrow('450')
    server.behave({ does: 'refuse', at: 'recipient', code: 550, text: `Never, ${email}` }, 1)
    await sendQueued({ kind: 'reset_password', language: 'en', email })
    expect(logged.at(-1)).toMatch(/email refused for good.*reset_password.*550/)
  })

  it('is logged by its kind, without names, mailboxes or tokens', () => {
    const tokens = server.emails.flatMap(({ text }) =>
      [...text.matchAll(/token=([\w-]+)/g)].map(([, token = '']) => token),
    )
    expect(tokens.length).toBeGreaterThan(4)
    const log = logged.join('\n')
    expect(log).toContain('["email sent",{"kind":"verify_email"}]')
    for (const secret of [...tokens, 'example.org', 'anna', 'Anna']) expect(log).not.toContain(secret)
  })
})
