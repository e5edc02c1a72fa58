import { codeShownBy } from '@kerf/standins/authenticator/code-shown-by'
import type { OidcPerson } from '@kerf/standins/oidc/start-oidc-provider'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../use-cases/testing/people.ts'
import { withinTransactions } from '../../../use-cases/testing/test-backend.ts'
import { openApp, signedInClient } from '../../testing/open-app.ts'
import { emailOf, freshLogin, openOidcServer, refusal } from '../../testing/open-oidc-server.ts'

const { provider, clock, openMethods, signInMethods, backend, people, server, openBrowser, loginOf } =
  await openOidcServer()
const { accounts } = backend.database.records

describe('a person known to the identity provider', () => {
  it('gets an account without a password at first, and keeps it, even with another email', async () => {
    const login = freshLogin()
    const browser = openBrowser()
    const first = await browser.signIn(login, { goTo: '/dashboard/settings' })
    expect(first).toMatchObject({
      status: 200,
      body: {
        state: 'signed_in',
        goTo: '/dashboard/settings',
        user: { email: emailOf(login), emailVerified: true, name: `Name of ${login}`, role: 'user' },
      },
    })
    expect((await browser.whoAmI()).body.id).toBe(first.body.user.id)
    expect((await browser.call('GET', '/api/user/profile')).body.hasPassword).toBe(false)
    expect(await people.queuedEmails()).toContainEqual({
      kind: 'welcome',
      accountId: first.body.user.id,
      language: 'en',
    })
    const { body: exportedData } = await browser.call('GET', '/api/user/export')
    expect(exportedData.identities).toEqual([{ issuer: provider.issuer, subject: login }])
    provider.setClaims(login, { email: 'renamed@example.org' })
    expect((await openBrowser().signIn(login)).body.user).toMatchObject({
      id: first.body.user.id,
      email: emailOf(login),
    })
  })

  it('returns to the path of the server on its host', async () => {
    const publicUrl = new URL('https://home.example/kerf')
    const { url } = (await openBrowser(await openApp(backend, people, { clock, signInMethods, publicUrl })).start())
      .body
    expect(new URL(url).searchParams.get('redirect_uri')).toBe('https://home.example/kerf/signin')
  })

  it('cannot be locked out by a stranger who signs up with their email', async () => {
    const login = freshLogin()
    const { user } = (await openBrowser().signIn(login)).body
    const stranger = { name: 'S', email: emailOf(login), password: PASSWORD }
    expect(await openBrowser().call('POST', '/api/auth/signup', stranger)).toMatchObject(refusal(409, 'email_taken'))
    expect((await openBrowser().signIn(login)).body.user.id).toBe(user.id)
  })

  it('keeps their earlier work in this browser, and ends the session by signing out', async () => {
    const browser = openBrowser()
    const { viewer, client } = await server.createStranger()
    const [name = '', token = ''] = client.cookie?.split('=') ?? []
    browser.cookies.set(name, token)
    const video = await backend.video(viewer)
    const { user } = (await browser.signIn(freshLogin())).body
    expect(await backend.database.records.videos.find(video.id, user.id)).not.toBeNull()
    expect(browser.cookies.has(name)).toBe(false)
    const oldSession = browser.cookies.get('kerf_session') ?? ''
    await browser.call('POST', '/api/auth/signout')
    expect(await server.call('GET', '/api/auth/user', { cookie: `kerf_session=${oldSession}` })).toMatchObject({
      status: 401,
    })
  })

  it('enters the account with their confirmed email, and its password still works', async () => {
    const person = await people.signUp({ emailVerified: true })
    const { email, id } = person.session.account
    expect((await openBrowser().signIn(loginOf(person))).body.user.id).toBe(id)
    expect(await openBrowser().call('POST', '/api/auth/signin', { email, password: PASSWORD })).toMatchObject({
      status: 200,
    })
  })

  it('takes over an account that somebody created with their email and never confirmed', async () => {
    const squatter = await people.signUp()
    const { email, id } = squatter.session.account
    const hook = { url: 'https://hooks.example/squatter', events: ['download.completed'] }
    expect(await server.call('POST', '/api/user/webhooks', signedInClient(squatter), hook)).toMatchObject({
      status: 200,
    })
    expect((await openBrowser().signIn(loginOf(squatter))).body.user).toMatchObject({ id, emailVerified: true })
    expect(await server.call('GET', '/api/auth/user', signedInClient(squatter))).toMatchObject({ status: 401 })
    expect(await openBrowser().call('POST', '/api/auth/signin', { email, password: PASSWORD })).toMatchObject(
      refusal(401, 'wrong_credentials'),
    )
    expect(await backend.database.records.webhooks.listFor(id)).toEqual([])
  })

  it('is refused without a verified email, even with an existing account', async () => {
    const login = freshLogin()
    for (const claims of [{ email_verified: false }, { email: undefined }, { email: 'nobody' }] as OidcPerson[]) {
      provider.setClaims(login, claims)
      expect(await openBrowser().signIn(login)).toMatchObject(refusal(403, 'oidc_email_unverified'))
    }
    expect(await accounts.findByEmail(emailOf(login))).toBeNull()
    const person = await people.signUp({ emailVerified: true })
    const unverifiedLogin = loginOf(person, { email_verified: false })
    expect(await openBrowser().signIn(unverifiedLogin)).toMatchObject(refusal(403, 'oidc_email_unverified'))
    // Some providers send `email_verified` as text.
    provider.setClaims(login, { email_verified: 'true' })
    expect(await openBrowser().signIn(login)).toMatchObject({ status: 200 })
  })

  it('stays out while suspended, linked or not', async () => {
    const person = await people.signUp({ emailVerified: true })
    const login = loginOf(person)
    await accounts.update(person.session.account.id, { isActive: false })
    expect(await openBrowser().signIn(login)).toMatchObject(refusal(403, 'account_suspended'))
    await accounts.update(person.session.account.id, { isActive: true })
    expect(await openBrowser().signIn(login)).toMatchObject({ status: 200 })
    await accounts.update(person.session.account.id, { isActive: false })
    const browser = openBrowser()
    expect(await browser.signIn(login)).toMatchObject(refusal(403, 'account_suspended'))
    expect(browser.cookies.has('kerf_session')).toBe(false)
  })

  it('has one account after two simultaneous sign-ins', async () => {
    const login = freshLogin()
    const browsers = [openBrowser(), openBrowser()]
    const answers = await Promise.all(browsers.map((browser) => browser.comeBack(login)))
    const results = await Promise.all(browsers.map((browser, index) => browser.finish(answers[index] ?? {})))
    expect(results.map(({ status }) => status)).toEqual([200, 200])
    expect(results[0]?.body.user.id).toBe(results[1]?.body.user.id)
  })

  it('takes over an account that is created with their email at the same time', async () => {
    const login = freshLogin()
    const squatter = await people.signUp({ email: emailOf(login) })
    // The first lookup finds no account, like that of a process which runs at the same time.
    const readings = [async () => null]
    const database = withinTransactions(backend, (records) => ({
      accounts: { ...records.accounts, findByEmail: readings.pop() ?? records.accounts.findByEmail },
    }))
    const browser = openBrowser(await openApp(backend, people, { clock, signInMethods, database }))
    expect(await browser.signIn(login)).toMatchObject({
      body: { user: { id: squatter.session.account.id, emailVerified: true } },
    })
    expect(await server.call('GET', '/api/auth/user', signedInClient(squatter))).toMatchObject({ status: 401 })
  })

  it('needs an existing account if OIDC_SIGN_UP is off', async () => {
    const closedServer = await openApp(backend, people, {
      clock,
      signInMethods: await openMethods({ OIDC_SIGN_UP: 'off' }),
    })
    const login = freshLogin()
    expect(await openBrowser(closedServer).signIn(login)).toMatchObject(refusal(403, 'oidc_sign_up_off'))
    expect(await accounts.findByEmail(emailOf(login))).toBeNull()
    const person = await people.signUp({ emailVerified: true })
    expect(await openBrowser(closedServer).signIn(loginOf(person))).toMatchObject({ status: 200 })
  })

  it('needs an invitation if accounts are by invitation only, and gets its plan', async () => {
    const admin = signedInClient(await people.signUp({ role: 'admin' }))
    const invite = async (terms: object) =>
      (await server.call('POST', '/api/admin/invitations', admin, terms)).body.token as string
    const closedServer = await openApp(backend, people, {
      clock,
      signInMethods: await openMethods({ OIDC_SIGN_UP: 'off' }),
    })
    await backend.database.records.settings.write({ access: 'closed' })
    const login = freshLogin()
    expect(await openBrowser().signIn(login)).toMatchObject(refusal(403, 'invitation_needed'))
    const forAnother = await invite({ email: 'another@example.org' })
    expect(await openBrowser().signIn(login, { invitation: forAnother })).toMatchObject({
      body: { code: 'invalid_confirmation', error: 'This invitation is for another email.' },
    })
    const invitation = await invite({ plan: 'lifetime' })
    const browser = openBrowser(closedServer)
    const comingBack = await browser.comeBack(login, { invitation })
    expect(await people.everythingStored()).not.toContain(invitation)
    expect(await browser.finish(comingBack)).toMatchObject({
      body: { user: { email: emailOf(login), subscription: 'lifetime' } },
    })
    expect((await openBrowser().signIn(freshLogin(), { invitation })).body).toMatchObject({
      code: 'invalid_confirmation',
      error: 'This invitation has been used. Each one is for one account. Please ask for a new one.',
    })
    await backend.database.records.settings.write({ access: 'public' })
  })
})

describe('a second factor', () => {
  it('is requested after the provider as after a password, and wrong codes are slowed down', async () => {
    const person = await people.signUp({ emailVerified: true })
    const login = loginOf(person)
    const setup = await server.call('POST', '/api/user/second-factor', signedInClient(person), { password: PASSWORD })
    const first = codeShownBy(setup.body.secret)
    await server.call('POST', '/api/user/second-factor/confirm', signedInClient(person), { code: first })

    const browser = openBrowser()
    const { body } = await browser.signIn(login, { goTo: '/profile' })
    expect(body).toEqual({ state: 'second_factor', challenge: expect.any(String), goTo: '/profile' })
    expect(browser.cookies.has('kerf_session')).toBe(false)
    const { challenge } = body
    const answer = (code: string, enteredChallenge = challenge) =>
      browser.call('POST', '/api/auth/oidc/second-factor', { challenge: enteredChallenge, code })
    expect(await answer('000000')).toMatchObject(refusal(401, 'wrong_code'))
    expect(await answer('123456', `${challenge.slice(0, -4)}AAAA`)).toMatchObject(refusal(400, 'oidc_invalid'))
    const [backup = ''] = setup.body.backupCodes
    expect(await answer(backup)).toMatchObject({ status: 200, body: { user: { id: person.session.account.id } } })
    expect((await browser.whoAmI()).status).toBe(200)
    expect(await answer(backup)).toMatchObject(refusal(401, 'wrong_code'))
    for (let attempt = 0; attempt < 5; attempt += 1) await answer('000000')
    expect(await answer('000000')).toMatchObject(refusal(429, 'too_many_requests'))
    // A change of the account voids challenges from before.
    const { body: laterAnswer } = await openBrowser().signIn(login)
    await accounts.renew(person.session.account.id)
    expect(await answer('000000', laterAnswer.challenge)).toMatchObject({
      status: expect.toSatisfy((is) => is === 400 || is === 429),
    })
  })
})

describe('people without a password', () => {
  it('may change and delete their account shortly after signing in, and must sign in again later', async () => {
    const laterTime = new Date(Date.now() + 16 * 60_000)
    const laterServer = await openApp(backend, people, { clock: { now: () => laterTime }, signInMethods })
    const login = freshLogin()
    const browser = openBrowser()
    await browser.signIn(login)
    const cookie = `kerf_session=${browser.cookies.get('kerf_session')}`
    const changes = [
      ['DELETE', '/api/user', {}],
      ['POST', '/api/user/email', { email: 'new@example.org' }],
      ['POST', '/api/user/second-factor', {}],
      ['DELETE', '/api/user/second-factor', {}],
    ] as const
    for (const [method, path, body] of changes)
      expect(await laterServer.call(method, path, { cookie }, body)).toMatchObject(
        refusal(403, 'recent_sign_in_needed'),
      )
    expect(await browser.call('POST', '/api/user/email', { email: 'new@example.org' })).toMatchObject({ status: 200 })
    expect(await browser.call('POST', '/api/user/second-factor', {})).toMatchObject({ status: 200 })
    const { url } = (await browser.start({ again: true })).body
    expect(new URL(url).searchParams.get('prompt')).toBe('login')
    expect(await browser.call('DELETE', '/api/user', {})).toMatchObject({ status: 204 })
    expect(await accounts.findByEmail(emailOf(login))).toBeNull()
  })

  it('can set one through an emailed link, and then confirm changes with it', async () => {
    const login = freshLogin()
    const browser = openBrowser()
    await browser.signIn(login)
    const demo = await openApp(backend, people, { clock, signInMethods, demoMode: true })
    const { resetToken } = (await demo.call('POST', '/api/auth/forgot-password', {}, { email: emailOf(login) })).body
    await demo.call('POST', '/api/auth/reset-password', {}, { token: resetToken, password: PASSWORD })
    const localBrowser = openBrowser()
    expect(
      await localBrowser.call('POST', '/api/auth/signin', { email: emailOf(login), password: PASSWORD }),
    ).toMatchObject({
      status: 200,
    })
    expect((await localBrowser.call('GET', '/api/user/profile')).body.hasPassword).toBe(true)
    expect(await localBrowser.call('DELETE', '/api/user', {})).toMatchObject(refusal(403, 'wrong_password'))
    expect((await openBrowser().signIn(login)).status).toBe(200)
  })
})

describe('if LOCAL_PASSWORDS is off,', () => {
  it('no password works for sign-in, sign-up or reset, and a sign-in at the provider confirms changes', async () => {
    const closedServer = await openApp(backend, people, {
      clock,
      signInMethods: await openMethods({ LOCAL_PASSWORDS: 'off' }),
    })
    const person = await people.signUp({ emailVerified: true })
    const { email } = person.session.account
    const calls = [
      ['/api/auth/signin', { email, password: PASSWORD }],
      ['/api/auth/signup', { name: 'A', email: 'a@example.org', password: PASSWORD }],
      ['/api/auth/forgot-password', { email }],
      ['/api/auth/reset-password', { token: 'any', password: PASSWORD }],
    ] as const
    for (const [path, body] of calls)
      expect(await closedServer.call('POST', path, {}, body)).toMatchObject(refusal(403, 'local_sign_in_off'))
    const change = { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` }
    expect(await closedServer.call('POST', '/api/user/password', signedInClient(person), change)).toMatchObject(
      refusal(403, 'local_sign_in_off'),
    )
    const browser = openBrowser(closedServer)
    await browser.signIn(loginOf(person))
    expect((await browser.call('GET', '/api/user/profile')).body.hasPassword).toBe(false)
    expect(await browser.call('POST', '/api/user/second-factor', {})).toMatchObject({ status: 200 })
    expect(await browser.call('DELETE', '/api/user', {})).toMatchObject({ status: 204 })
  })
})
