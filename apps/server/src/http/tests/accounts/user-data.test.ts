import { describe, expect, it } from 'vitest'
import { createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openTestServer, signedInClient } from '../../testing/open-app.ts'

const MESSAGE = { name: 'Anna', email: 'anna@example.org', subject: 'A question', message: 'How exact is exact?' }

const { backend, people, server } = await openTestServer({ chatUrl: 'https://chat.example.org/' })
const post = (url: string, payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url, payload, headers })

it("a message to the operator is answered once stored, and its email is in the page's language", async () => {
  const headers = { cookie: 'kerf_language=de', 'accept-language': 'en' }
  const answer = await post('/api/contact', { ...MESSAGE, name: '  Anna  ' }, headers)
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  const [message] = await backend.database.records.contactMessages.listFrom(MESSAGE.email)
  expect(message).toMatchObject(MESSAGE)
  expect(await people.queuedEmails()).toContainEqual({
    kind: 'contact_message',
    messageId: message?.id,
    language: 'de',
  })
})

it('any viewer can read the live chat setting', async () => {
  expect((await server.call('GET', '/api/contact', {})).body).toEqual({ chatUrl: 'https://chat.example.org/' })
})

it('the newsletter is requested, confirmed and ended by its emails', async () => {
  const email = 'reader@example.org'
  const answer = await post('/api/newsletter', { email }, { 'accept-language': 'de-AT,de' })
  expect([answer.statusCode, answer.json()]).toEqual([200, {}])
  expect(await people.queuedEmails()).toContainEqual({ kind: 'confirm_newsletter', email, language: 'de' })
  const token = await people.accounts.createToken('newsletter', email, 3600)
  expect((await post('/api/newsletter/confirm', { token })).json()).toEqual({ email })
  const secondAnswer = await post('/api/newsletter/confirm', { token })
  expect([secondAnswer.statusCode, secondAnswer.json().code]).toEqual([400, 'invalid_confirmation'])
  const end = await people.accounts.createToken('newsletter-end', email, 3600)
  expect((await post('/api/newsletter/end', { token: end })).statusCode).toBe(200)
  expect(await backend.database.records.newsletter.find(email)).toBeNull()
})

describe("a person's own data", () => {
  it('is listed, but not under a malformed id', async () => {
    const person = await people.signUp()
    const call = (url: string) => server.call('GET', url, signedInClient(person))
    const { download } = await createFinishedDownload(backend, person.viewer)
    const answer = (await call('/api/user/downloads')).body
    expect(answer).toMatchObject({
      downloads: [{ id: download.id, status: 'completed', title: 'A video' }],
      next: null,
    })
    expect((await call(`/api/user/downloads?before=${download.id}`)).body.downloads).toEqual([])
    for (const cursor of ['%00', 'x', "'--", `${download.id}&before=${download.id}`])
      expect((await call(`/api/user/downloads?before=${cursor}`)).status).toBe(400)
  })

  it('is exported as one JSON file', async () => {
    const person = await people.signUp()
    const call = (url: string) => server.call('GET', url, signedInClient(person))
    await createFinishedDownload(backend, person.viewer)
    const answer = await call('/api/user/export')
    expect(answer.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': 'attachment; filename="kerf_export_2026-11-20.json"',
      'cache-control': 'private, no-store',
    })
    expect(answer.body).toMatchObject({ account: { id: person.session.account.id }, downloads: [{}] })
  })
})
