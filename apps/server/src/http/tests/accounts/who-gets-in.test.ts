import type { InvitationState } from '@kerf/domain/access/access-mode'
import { beforeEach, describe, expect, it } from 'vitest'
import { openAccounts } from '../../../adapters/auth/open-accounts.ts'
import { quickPasswords } from '../../../adapters/auth/testing/quick-passwords.ts'
import { describeOnDatabases } from '../../../adapters/database/testing/open-test-database.ts'
import { AccountsBusyError } from '../../../ports/accounts.ts'
import { createSetupToken } from '../../../use-cases/admin/first-admin.ts'
import { newId } from '../../../use-cases/shared/new-id.ts'
import { createFinishedDownload } from '../../../use-cases/testing/downloads.ts'
import { openPeople, PASSWORD } from '../../../use-cases/testing/people.ts'
import { workerProcess } from '../../../use-cases/testing/process-at-work.ts'
import { openTestBackend } from '../../../use-cases/testing/test-backend.ts'
import { openApp, openTestServer, SESSION_COOKIE, signedInClient, type TestClient } from '../../testing/open-app.ts'

const NOON = new Date('2026-11-20T12:00:00Z')
const DAY_SECONDS = 24 * 3600
const { backend, people, server } = await openTestServer({ rateLimits: false })
const { records } = backend.database
const admin = signedInClient(await people.signUp({ role: 'admin' }))

let personCount = 0
const newPerson = () => {
  personCount += 1
  return { name: 'Nobody Yet', email: `nobody-yet-${personCount}@example.org`, password: PASSWORD }
}
const saveAccess = (access: string) => server.call('PUT', '/api/admin/settings', admin, { access })
const processLink = (client: TestClient) =>
  server.call('POST', '/api/video/process', client, { youtubeUrl: 'https://youtu.be/dQw4w9WgXcQ' })
const signUp = (person: object) => server.call('POST', '/api/auth/signup', {}, person)
const invite = async (terms: object = {}) => (await server.call('POST', '/api/admin/invitations', admin, terms)).body
const stateOf = async (token: string) => (await server.call('POST', '/api/auth/invitation', {}, { token })).body
const readOpenInvitations = async () => (await server.call('GET', '/api/admin/invitations', admin)).body
const lastNoted = async () => (await records.audit.list({}, { offset: 0, limit: 1 })).rows[0]
const clientFrom = (headers: Record<string, unknown>): TestClient => {
  const setCookies = [headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith(`${SESSION_COOKIE}=`))
  return { cookie: String(setCookies).split(';')[0] ?? '' }
}

beforeEach(async () => {
  backend.clock.set(NOON)
  await records.settings.write({ access: 'public' })
})

describe('access to the server', () => {
  it("follows an admin's change at once, which is in the audit log", async () => {
    const { client } = await server.createStranger()
    expect((await processLink(client)).status).toBe(200)
    expect((await saveAccess('accounts')).body).toMatchObject({ access: 'accounts' })
    expect(await lastNoted()).toMatchObject({ details: 'Who gets in: public, now accounts' })
    expect(await processLink(client)).toMatchObject({
      status: 401,
      body: { code: 'accounts_only', error: 'This server is only for people with an account. Please sign in.' },
    })
    expect((await processLink(signedInClient(await people.signUp()))).status).toBe(200)
    await saveAccess('public')
    expect((await processLink(client)).status).toBe(200)
  })

  it('still lets a stranger fetch and delete an earlier file', async () => {
    const { client, viewer } = await server.createStranger()
    const { download } = await createFinishedDownload(backend, viewer)
    await saveAccess('closed')
    const address = `/api/download/${download.id}`
    expect(await server.call('GET', `${address}/file`, client)).toMatchObject({ status: 200, body: 'clip' })
    expect(await server.call('GET', address, client)).toMatchObject({ status: 401 })
    expect(await server.call('DELETE', address, {})).toMatchObject({ status: 404 })
    expect(await server.call('DELETE', address, client)).toMatchObject({ status: 204 })
    expect(await server.call('GET', `${address}/file`, client)).toMatchObject({ status: 404 })
  })

  it('applies to assistants as well', async () => {
    await saveAccess('accounts')
    const { body } = await server.app.inject({
      method: 'POST',
      url: '/mcp',
      headers: { accept: 'application/json, text/event-stream' },
      payload: {
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name: 'open_video', arguments: { link: 'https://youtu.be/dQw4w9WgXcQ' } },
      },
    })
    expect(body).toContain('This server is only for people with an account.')
  })

  it('prevents sign-ups of strangers only if people need an invitation', async () => {
    await saveAccess('closed')
    expect(await signUp(newPerson())).toMatchObject({ status: 403, body: { code: 'invitation_needed' } })
    await saveAccess('accounts')
    expect((await signUp(newPerson())).status).toBe(200)
  })
})

describe('an invitation', () => {
  it('creates one account, with its plan from that day on, and is stored only as a hash', async () => {
    await saveAccess('closed')
    const { token, ...shownInvitation } = await invite({ plan: 'pro-monthly' })
    expect(await lastNoted()).toMatchObject({ action: 'invitation_made', details: 'plan: pro-monthly' })
    expect(await readOpenInvitations()).toEqual([shownInvitation])
    expect(await people.everythingStored()).not.toContain(token)
    expect(await stateOf(token)).toEqual({ state: 'open', email: null, plan: 'pro-monthly' })

    backend.clock.pass(3 * DAY_SECONDS)
    const person = newPerson()
    const answer = await signUp({ ...person, invitation: token })
    expect(answer).toMatchObject({
      status: 200,
      body: { user: { email: person.email, role: 'user', subscription: 'pro-monthly' } },
    })
    expect(answer.body.user.subscriptionExpiresAt).toBe('2026-12-23T12:00:00.000Z')
    expect((await processLink(clientFrom(answer.headers))).status).toBe(200)
    expect(await lastNoted()).toMatchObject({ action: 'invitation_used', actorId: answer.body.user.id })
    const [grant] = await records.ledger.listFor(answer.body.user.id)
    expect(grant).toMatchObject({ kind: 'grant', plan: 'pro-monthly' })
    expect(await readOpenInvitations()).toEqual([])
    expect((await signUp({ ...newPerson(), invitation: token })).body).toMatchObject({
      code: 'invalid_confirmation',
      error: 'This invitation has been used. Each one is for one account. Please ask for a new one.',
    })
  })

  it('signs in its user even if too many passwords wait to be checked', async () => {
    const verify = () => Promise.reject(new AccountsBusyError('Too many are waiting.'))
    const passwords = { ...quickPasswords(), verify }
    const secret = 'the secret of a server that is busy'
    const { executor } = backend.database
    const accounts = openAccounts({ executor, secret, newId, passwords })
    const busyServer = await openApp(backend, { ...people, accounts })
    const { token } = await invite()
    const person = { ...newPerson(), invitation: token }
    const answer = await busyServer.call('POST', '/api/auth/signup', {}, person)
    expect(answer).toMatchObject({ status: 200, body: { user: { email: person.email } } })
    expect((await busyServer.call('GET', '/api/user/profile', clientFrom(answer.headers))).status).toBe(200)
  })

  it('also grants its plan if anybody may sign up', async () => {
    const { token } = await invite({ plan: 'lifetime' })
    const answer = await signUp({ ...newPerson(), invitation: token })
    expect(answer.body.user).toMatchObject({ subscription: 'lifetime', subscriptionExpiresAt: null })
  })

  it('works only for its email, in any case', async () => {
    const person = newPerson()
    const { token } = await invite({ email: person.email.toUpperCase() })
    expect(await stateOf(token)).toMatchObject({ email: person.email })
    expect((await signUp({ ...newPerson(), invitation: token })).body).toMatchObject({
      code: 'invalid_confirmation',
      error: 'This invitation is for another email.',
    })
    expect((await signUp({ ...person, email: person.email.toUpperCase(), invitation: token })).status).toBe(200)
    expect(await invite({ email: person.email })).toMatchObject({ code: 'email_taken' })
    // The account now stores the email, so that its deletion also deletes the email.
    const row = (await people.everythingStored())
      .split('\n')
      .find((line) => line.startsWith('public.invitations') && line.includes(person.email))
    expect(row).toBeUndefined()
  })

  it('stays open if the account could not be created', async () => {
    const person = newPerson()
    await signUp(person)
    const { token } = await invite()
    expect((await signUp({ ...person, invitation: token })).body).toMatchObject({ code: 'email_taken' })
    expect((await signUp({ ...newPerson(), password: 'short', invitation: token })).status).toBe(400)
    expect(await stateOf(token)).toMatchObject({ state: 'open' })
  })

  it.each<[InvitationState, string, (id: string) => unknown]>([
    ['expired', 'has expired', () => backend.clock.pass(7 * DAY_SECONDS)],
    ['revoked', 'was revoked', (id) => server.call('DELETE', `/api/admin/invitations/${id}`, admin)],
    ['unknown', 'not a valid invitation', () => records.invitations.sweep(new Date('2027-01-01T00:00:00Z'))],
  ])('creates no account and says so if it is %s', async (state, sentence, end) => {
    const { token, id } = await invite()
    await end(id)
    expect(await stateOf(token)).toEqual({ state, email: null, plan: null })
    const person = newPerson()
    const refusal = await signUp({ ...person, invitation: token })
    expect(refusal).toMatchObject({ status: 400, body: { code: 'invalid_confirmation', details: state } })
    expect(refusal.body.error).toContain(sentence)
    expect(await records.accounts.findByEmail(person.email)).toBeNull()
    expect(await server.call('DELETE', `/api/admin/invitations/${id}`, admin)).toMatchObject({ status: 404 })
  })

  it('cannot be guessed, because attempts are limited', async () => {
    const limitedServer = await openApp(backend, people)
    const guess = () => limitedServer.call('POST', '/api/auth/invitation', {}, { token: 'a guess' })
    for (let attempt = 0; attempt < 30; attempt++) expect((await guess()).body.state).toBe('unknown')
    expect(await guess()).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  })
})

describe('a test email', () => {
  it('goes to the admin who requests it', async () => {
    const somebody = await people.signUp({ role: 'admin' })
    const answer = await server.call('POST', '/api/admin/test-email', signedInClient(somebody), {})
    expect(answer).toMatchObject({ status: 200, body: { email: somebody.session.account.email } })
    expect(await people.ordersAbout(somebody)).toMatchObject([{ kind: 'test' }])
  })
})

describeOnDatabases('on $name', async (kind) => {
  const newBackend = await openTestBackend(kind)
  const newPeople = await openPeople(newBackend)
  const { call, deps } = await openApp(newBackend, newPeople, { rateLimits: false })
  const { accounts, audit, invitations } = newBackend.database.records
  const setUp = (token: string | null, person = newPerson()) =>
    call('POST', '/api/auth/setup', {}, { ...person, token: token ?? 'none' })
  /** Starts a process while these other processes run. */
  const start = (processId: string, running: string[] = []) => {
    const processes = {
      list: async () => running.map((id) => ({ ...workerProcess({ concurrency: 0, running: 0, movedAt: null }), id })),
    }
    return createSetupToken({ ...deps, processes }, processId)
  }

  beforeEach(async () => {
    for (const id of await newBackend.database.transaction((transactionRecords) =>
      transactionRecords.accounts.lockActiveAdmins(),
    ))
      await accounts.update(id, { role: 'user' })
  })

  it('only one of three people gets in with one invitation', async () => {
    const adminClient = signedInClient(await newPeople.signUp({ role: 'admin' }))
    const { token } = (await call('POST', '/api/admin/invitations', adminClient, { plan: 'pro-yearly' })).body
    const userCount = await newBackend.database.records.stats.countUsers()
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('POST', '/api/auth/signup', {}, { ...newPerson(), invitation: token })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400])
    const refusal = answers.find(({ status }) => status === 400)
    expect(refusal?.body).toMatchObject({ code: 'invalid_confirmation', details: 'used' })
    expect(await newBackend.database.records.stats.countUsers()).toBe(userCount + 1)
    expect((await invitations.listOpen(newBackend.clock.now(), { offset: 0, limit: 9 })).total).toBe(0)
  })

  describe('the first admin', () => {
    it('is created once by the printed link, and is signed in', async () => {
      const token = await start('one')
      expect(await newPeople.everythingStored()).not.toContain(token)
      const answer = await setUp(token)
      expect(answer).toMatchObject({ status: 200, body: { user: { role: 'admin', isActive: true } } })
      expect((await call('GET', '/api/admin/settings', clientFrom(answer.headers))).status).toBe(200)
      expect(await setUp(token)).toMatchObject({ status: 400, body: { code: 'invalid_confirmation' } })
      expect(await start('two')).toBeNull()
      const { rows } = await audit.list({}, { offset: 0, limit: 1 })
      expect(rows).toMatchObject([{ action: 'admin_made', actorId: null, details: 'by the setup link, a new account' }])
    })

    it('is a single one, whichever link of two processes is used, and however often', async () => {
      const tokens = await Promise.all([start('one', ['one', 'two']), start('two', ['one', 'two'])])
      const answers = await Promise.all([...tokens, ...tokens].map((token) => setUp(token)))
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400])
    })

    it('is not created by an expired link, one of an earlier start, or a made-up one', async () => {
      const earlier = await start('one')
      const token = await start('two')
      expect((await setUp(earlier)).status).toBe(400)
      expect((await setUp('made-up')).status).toBe(400)
      newBackend.clock.pass(3600)
      expect((await setUp(token)).status).toBe(400)
      expect((await setUp(await start('three'))).status).toBe(200)
    })

    it('is not created by a link once a command has created one', async () => {
      const token = await start('one')
      await newPeople.signUp({ role: 'admin' })
      expect((await setUp(token)).body.code).toBe('invalid_confirmation')
    })

    it('may already have an account: the link sets the password and ends the sessions', async () => {
      const firstPerson = await newPeople.signUp({ email: 'early@example.org' })
      const token = await start('one')
      const answer = await setUp(token, { name: 'Early', email: 'Early@example.org', password: 'another password' })
      expect(answer.body.user).toMatchObject({ id: firstPerson.session.account.id, role: 'admin' })
      expect((await call('GET', '/api/auth/user', signedInClient(firstPerson))).status).toBe(401)
    })

    it('can use the link again if the form was refused', async () => {
      const token = await start('one')
      expect((await setUp(token, { ...newPerson(), password: 'short' })).status).toBe(400)
      expect((await setUp(token)).status).toBe(200)
    })
  })
})
