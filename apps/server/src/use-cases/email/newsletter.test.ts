import type { Language } from '@kerf/messages/languages'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Caller } from '../../ports/accounts.ts'
import { newId } from '../shared/new-id.ts'
import { CALLER, openPeople, somewhere } from '../testing/people.ts'
import { openWorkbench } from '../testing/workbench.ts'
import {
  askForNewsletter,
  confirmNewsletter,
  endNewsletter,
  exportSubscribers,
  listSubscribers,
  sendNewsletter,
} from './newsletter.ts'

const LIFE_SECONDS = 3600
const bench = await openWorkbench()
const people = await openPeople(bench)
const deps = { ...bench, ...people }
beforeEach(() => bench.clock.set(new Date('2026-11-20T12:00:00Z')))

const ask = (email: string, caller: Caller, language: Language) => askForNewsletter(deps, { email, caller, language })
const confirm = (token: string, caller: Caller) => confirmNewsletter(deps, { token, caller, language: 'en' })
const end = (token: string, caller: Caller) => endNewsletter(deps, { token, caller })

const mailbox = () => `anna-${newId()}@example.org`.toLowerCase()
const ordersFor = async (email: string) =>
  (await people.orders()).filter((order) => order.kind === 'confirm_newsletter' && order.email === email)
const subscription = (email: string) => bench.database.records.newsletter.find(email)
const tokenFor = (kind: 'newsletter' | 'newsletter-end', email: string) =>
  people.accounts.createToken(kind, email, LIFE_SECONDS)

async function subscribed(): Promise<string> {
  const email = mailbox()
  await ask(email, somewhere(), 'en')
  expect(await confirm(await tokenFor('newsletter', email), somewhere())).toMatchObject({ ok: true })
  return email
}

describe('the newsletter', () => {
  it('is not sent before the mailbox itself has said yes', async () => {
    const email = mailbox()
    expect(await ask(email.toUpperCase(), CALLER, 'de')).toEqual({ ok: true, value: {} })
    expect(await subscription(email)).toMatchObject({ confirmedAt: null })
    expect(await ordersFor(email)).toEqual([{ kind: 'confirm_newsletter', email, language: 'de' }])

    const token = await tokenFor('newsletter', email)
    expect(await confirm(token, CALLER)).toEqual({ ok: true, value: { email } })
    expect(await people.orders()).toContainEqual({ kind: 'newsletter_subscribed', email, language: 'en' })
    expect((await listSubscribers(deps, {})).rows).toContainEqual(
      expect.objectContaining({ email, confirmedAt: expect.any(String) as string }),
    )
    expect(await subscription(email)).toMatchObject({ confirmedAt: bench.clock.now() })
    expect(await confirm(token, CALLER)).toEqual({ ok: false, code: 'invalid_confirmation' })
  })

  it('does the same for those who have it already as for those who are new, and changes nothing for them', async () => {
    const [reader, stranger] = [await subscribed(), mailbox()]
    const confirmedAt = bench.clock.now()
    const orders = await ordersFor(reader)
    bench.clock.pass(60)
    for (const email of [reader, stranger]) expect(await ask(email, somewhere(), 'en')).toEqual({ ok: true, value: {} })
    // The mail worker decides whether an email is sent.
    expect(await ordersFor(reader)).toHaveLength(orders.length + 1)
    expect(await ordersFor(stranger)).toHaveLength(1)
    expect(await subscription(reader)).toMatchObject({ createdAt: confirmedAt, confirmedAt })
  })

  it('counts asks for a mailbox alike, whoever asks, so that the refusal tells nothing', async () => {
    const [reader, stranger] = [await subscribed(), mailbox()]
    bench.clock.pass(3600)
    for (const email of [reader, stranger]) {
      for (let count = 0; count < 3; count++)
        expect(await ask(email, somewhere(), 'en')).toEqual({ ok: true, value: {} })
      expect(await ask(email, somewhere(), 'en')).toEqual({
        ok: false,
        code: 'too_many_requests',
        retryAfterSeconds: 60,
      })
    }
    expect(await ordersFor(stranger)).toHaveLength(3)
  })

  it('cannot be used from one place to fill the mailboxes of others', async () => {
    const place = somewhere()
    for (let count = 0; count < 10; count++) await ask(mailbox(), place, 'en')
    const email = mailbox()
    expect(await ask(email, place, 'en')).toMatchObject({ ok: false, code: 'too_many_requests' })
    expect(await subscription(email)).toBeNull()
    expect(await ordersFor(email)).toEqual([])
  })

  it('counts as confirmed since the first time, however many emails were followed', async () => {
    const email = await subscribed()
    const first = bench.clock.now()
    bench.clock.pass(60)
    await confirm(await tokenFor('newsletter', email), somewhere())
    expect(await subscription(email)).toMatchObject({ confirmedAt: first })
  })

  it('keeps nothing of a mailbox that ends it', async () => {
    const email = await subscribed()
    await tokenFor('newsletter-end', email)
    const late = await tokenFor('newsletter', email)
    expect(await end(await tokenFor('newsletter-end', email), CALLER)).toEqual({ ok: true, value: {} })
    expect(await subscription(email)).toBeNull()
    const stored = await people.everythingStored()
    // Queued emails still contain the address until they are sent.
    const inTables = stored.split('\n').filter((row) => row.includes(email) && !row.startsWith('pgboss.job'))
    expect(inTables).toEqual([])
    expect(await confirm(late, CALLER)).toEqual({ ok: false, code: 'invalid_confirmation' })
  })

  it('takes no token for another, and slows those who guess', async () => {
    const email = await subscribed()
    const place = somewhere()
    expect(await end(await tokenFor('newsletter', email), place)).toMatchObject({
      code: 'invalid_confirmation',
    })
    for (let guess = 1; guess < 30; guess++) await confirm(`guess ${guess}`, place)
    expect(await confirm('guess', place)).toMatchObject({ code: 'too_many_requests' })
    expect(await end(await tokenFor('newsletter-end', email), place)).toMatchObject({
      code: 'too_many_requests',
    })
    expect(await subscription(email)).not.toBeNull()
  })

  it('is exported and written to those who have confirmed, once each, and both are noted', async () => {
    const [reader, unconfirmed, secondReader] = [await subscribed(), mailbox(), await subscribed()]
    await ask(unconfirmed, somewhere(), 'en')
    let lines = ''
    for await (const part of await exportSubscribers(deps, 'the-admin')) lines += part
    expect(lines).toMatch(/^\ufeffEmail,Confirmed\r\n/)
    for (const email of [reader, secondReader])
      expect(lines).toContain(`${email},${bench.clock.now().toISOString()}\r\n`)
    expect(lines).not.toContain(unconfirmed)

    const written = { subject: 'News of November', message: 'We cut faster.' }
    const sent = await sendNewsletter(deps, { written, by: 'the-admin', language: 'de' })
    const issues = (await people.orders()).filter(({ kind }) => kind === 'newsletter')
    expect(sent).toEqual({ ok: true, value: { recipients: issues.length } })
    for (const email of [reader, secondReader])
      expect(issues.filter((order) => 'email' in order && order.email === email)).toEqual([
        { kind: 'newsletter', email, language: 'de', ...written },
      ])
    expect(issues).not.toContainEqual(expect.objectContaining({ email: unconfirmed }))
    const noted = await bench.database.records.audit.list({}, { offset: 0, limit: 2 })
    expect(noted.rows.map(({ action, details }) => [action, details]).toSorted()).toEqual([
      ['newsletter_exported', null],
      ['newsletter_sent', `${issues.length} recipients: News of November`],
    ])
  })

  it('does not count good tokens: a whole office may subscribe from one place', async () => {
    const place = somewhere()
    for (let reader = 0; reader < 31; reader++) {
      const email = mailbox()
      await bench.database.records.newsletter.ask(email, bench.clock.now())
      expect(await confirm(await tokenFor('newsletter', email), place)).toMatchObject({ ok: true })
    }
  })
})
