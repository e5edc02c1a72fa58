import type { Language } from '@kerf/messages/languages'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../ports/accounts.ts'
import { newId } from '../shared/new-id.ts'
import { CALLER, newCaller, openPeople } from '../testing/people.ts'
import { openTestBackend } from '../testing/test-backend.ts'
import {
  askForNewsletter,
  confirmNewsletter,
  endNewsletter,
  exportSubscribers,
  listSubscribers,
  sendNewsletter,
} from './newsletter.ts'

const LIFE_SECONDS = 3600
const backend = await openTestBackend()
const people = await openPeople(backend)
const deps = { ...backend, ...people }
beforeEach(() => backend.clock.set(new Date('2026-11-20T12:00:00Z')))

const requestNewsletter = (email: string, caller: Caller, language: Language) =>
  askForNewsletter(deps, { email, caller, language })
const confirm = (token: string, caller: Caller) => confirmNewsletter(deps, { token, caller, language: 'en' })
const endByToken = (token: string, caller: Caller) => endNewsletter(deps, { token, caller })

const newMailbox = () => `anna-${newId()}@example.org`.toLowerCase()
const emailsFor = async (email: string) =>
  (await people.queuedEmails()).filter(
    (queuedEmail) => queuedEmail.kind === 'confirm_newsletter' && queuedEmail.email === email,
  )
const findSubscription = (email: string) => backend.database.records.newsletter.find(email)
const tokenFor = (kind: 'newsletter' | 'newsletter-end', email: string) =>
  people.accounts.createToken(kind, email, LIFE_SECONDS)

async function createSubscription(): Promise<string> {
  const email = newMailbox()
  await requestNewsletter(email, newCaller(), 'en')
  expect(await confirm(await tokenFor('newsletter', email), newCaller())).toMatchObject({ ok: true })
  return email
}

describe('the newsletter', () => {
  it('is not sent before the mailbox has confirmed', async () => {
    const email = newMailbox()
    expect(await requestNewsletter(email.toUpperCase(), CALLER, 'de')).toEqual({ ok: true, value: {} })
    expect(await findSubscription(email)).toMatchObject({ confirmedAt: null })
    expect(await emailsFor(email)).toEqual([{ kind: 'confirm_newsletter', email, language: 'de' }])

    const token = await tokenFor('newsletter', email)
    expect(await confirm(token, CALLER)).toEqual({ ok: true, value: { email } })
    expect(await people.queuedEmails()).toContainEqual({ kind: 'newsletter_subscribed', email, language: 'en' })
    expect((await listSubscribers(deps, {})).rows).toContainEqual(
      expect.objectContaining({ email, confirmedAt: expect.any(String) as string }),
    )
    expect(await findSubscription(email)).toMatchObject({ confirmedAt: backend.clock.now() })
    expect(await confirm(token, CALLER)).toEqual({ ok: false, code: 'invalid_confirmation' })
  })

  it('treats existing and new subscribers alike, and changes nothing for the former', async () => {
    const [reader, stranger] = [await createSubscription(), newMailbox()]
    const confirmedAt = backend.clock.now()
    const queuedEmails = await emailsFor(reader)
    backend.clock.pass(60)
    for (const email of [reader, stranger])
      expect(await requestNewsletter(email, newCaller(), 'en')).toEqual({ ok: true, value: {} })
    // The mail worker decides whether an email is sent.
    expect(await emailsFor(reader)).toHaveLength(queuedEmails.length + 1)
    expect(await emailsFor(stranger)).toHaveLength(1)
    expect(await findSubscription(reader)).toMatchObject({ createdAt: confirmedAt, confirmedAt })
  })

  it('counts requests per mailbox alike, so that the refusal reveals nothing', async () => {
    const [reader, stranger] = [await createSubscription(), newMailbox()]
    backend.clock.pass(3600)
    for (const email of [reader, stranger]) {
      for (let count = 0; count < 3; count++)
        expect(await requestNewsletter(email, newCaller(), 'en')).toEqual({ ok: true, value: {} })
      expect(await requestNewsletter(email, newCaller(), 'en')).toEqual({
        ok: false,
        code: 'too_many_requests',
        retryAfterSeconds: 60,
      })
    }
    expect(await emailsFor(stranger)).toHaveLength(3)
  })

  it("cannot be used from one IP address to fill other people's mailboxes", async () => {
    const caller = newCaller()
    for (let count = 0; count < 10; count++) await requestNewsletter(newMailbox(), caller, 'en')
    const email = newMailbox()
    expect(await requestNewsletter(email, caller, 'en')).toMatchObject({ ok: false, code: 'too_many_requests' })
    expect(await findSubscription(email)).toBeNull()
    expect(await emailsFor(email)).toEqual([])
  })

  it('keeps the first confirmation time, however many emails were followed', async () => {
    const email = await createSubscription()
    const firstTime = backend.clock.now()
    backend.clock.pass(60)
    await confirm(await tokenFor('newsletter', email), newCaller())
    expect(await findSubscription(email)).toMatchObject({ confirmedAt: firstTime })
  })

  it('keeps nothing of a mailbox that unsubscribes', async () => {
    const email = await createSubscription()
    await tokenFor('newsletter-end', email)
    const unusedToken = await tokenFor('newsletter', email)
    expect(await endByToken(await tokenFor('newsletter-end', email), CALLER)).toEqual({ ok: true, value: {} })
    expect(await findSubscription(email)).toBeNull()
    const storedText = await people.everythingStored()
    // Queued emails still contain the address until they are sent.
    const rowsWithEmail = storedText.split('\n').filter((row) => row.includes(email) && !row.startsWith('pgboss.job'))
    expect(rowsWithEmail).toEqual([])
    expect(await confirm(unusedToken, CALLER)).toEqual({ ok: false, code: 'invalid_confirmation' })
  })

  it('accepts no token for another purpose, and slows guesses down', async () => {
    const email = await createSubscription()
    const caller = newCaller()
    expect(await endByToken(await tokenFor('newsletter', email), caller)).toMatchObject({
      code: 'invalid_confirmation',
    })
    for (let guess = 1; guess < 30; guess++) await confirm(`guess ${guess}`, caller)
    expect(await confirm('guess', caller)).toMatchObject({ code: 'too_many_requests' })
    expect(await endByToken(await tokenFor('newsletter-end', email), caller)).toMatchObject({
      code: 'too_many_requests',
    })
    expect(await findSubscription(email)).not.toBeNull()
  })

  it('is exported and sent to confirmed subscribers, once each, and both are audited', async () => {
    const [reader, unconfirmedEmail, secondReader] = [
      await createSubscription(),
      newMailbox(),
      await createSubscription(),
    ]
    await requestNewsletter(unconfirmedEmail, newCaller(), 'en')
    let lines = ''
    for await (const part of await exportSubscribers(deps, 'the-admin')) lines += part
    expect(lines).toMatch(/^\ufeffEmail,Confirmed\r\n/)
    for (const email of [reader, secondReader])
      expect(lines).toContain(`${email},${backend.clock.now().toISOString()}\r\n`)
    expect(lines).not.toContain(unconfirmedEmail)

    const issue = { subject: 'News of November', message: 'We cut faster.' }
    const outcome = await sendNewsletter(deps, { issue, by: 'the-admin', language: 'de' })
    const issues = (await people.queuedEmails()).filter(({ kind }) => kind === 'newsletter')
    expect(outcome).toEqual({ ok: true, value: { recipients: issues.length } })
    for (const email of [reader, secondReader])
      expect(issues.filter((queuedEmail) => 'email' in queuedEmail && queuedEmail.email === email)).toEqual([
        { kind: 'newsletter', email, language: 'de', ...issue },
      ])
    expect(issues).not.toContainEqual(expect.objectContaining({ email: unconfirmedEmail }))
    const auditPage = await backend.database.records.audit.list({}, { offset: 0, limit: 2 })
    expect(auditPage.rows.map(({ action, details }) => [action, details]).toSorted()).toEqual([
      ['newsletter_exported', null],
      ['newsletter_sent', `${issues.length} recipients: News of November`],
    ])
  })

  it('does not count valid tokens, so a whole office may subscribe from one IP address', async () => {
    const caller = newCaller()
    for (let reader = 0; reader < 31; reader++) {
      const email = newMailbox()
      await backend.database.records.newsletter.ask(email, backend.clock.now())
      expect(await confirm(await tokenFor('newsletter', email), caller)).toMatchObject({ ok: true })
    }
  })
})
