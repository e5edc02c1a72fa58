import { generateKeyPairSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { openApp, signedInClient } from '../../testing/open-app.ts'
import { emailOf, freshLogin, openOidcServer, refusal } from '../../testing/open-oidc-server.ts'

const { provider, clock, openMethods, backend, people, server, openBrowser, loginOf } = await openOidcServer()
const { accounts, audit } = backend.database.records

describe('an answer of the provider', () => {
  it('is accepted once, in the browser that started, within ten minutes', async () => {
    const [browser, otherBrowser] = [openBrowser(), openBrowser()]
    const answer = await browser.comeBack(freshLogin())
    await otherBrowser.start()
    expect(await otherBrowser.finish(answer)).toMatchObject(refusal(400, 'oidc_invalid'))
    const newAnswer = await browser.comeBack(freshLogin())
    expect(await browser.finish(newAnswer)).toMatchObject({ status: 200 })
    expect(await browser.finish(newAnswer)).toMatchObject(refusal(400, 'oidc_invalid'))
    expect(await browser.finish({ ...newAnswer, state: 'made up' })).toMatchObject(refusal(400, 'oidc_invalid'))
    const lateAnswer = await browser.comeBack(freshLogin())
    await people.accounts.sweep(new Date(Date.now() + 601_000))
    expect(await browser.finish(lateAnswer)).toMatchObject(refusal(400, 'oidc_invalid'))
  })

  it('may come to two tabs of one browser, in any order', async () => {
    const browser = openBrowser()
    const login = freshLogin()
    const [first, second] = [await browser.comeBack(login), await browser.comeBack(login)]
    expect(await browser.finish(second)).toMatchObject({ status: 200 })
    expect(await browser.finish(first)).toMatchObject({ status: 200 })
  })

  it('is refused clearly if it is a denial or empty', async () => {
    const browser = openBrowser()
    const state = async () => new URL((await browser.start()).body.url).searchParams.get('state')
    expect(await browser.finish({ state: await state(), error: 'access_denied' })).toMatchObject(
      refusal(403, 'oidc_denied'),
    )
    expect(await browser.finish({ state: await state(), error: 'invalid_scope' })).toMatchObject(
      refusal(400, 'oidc_invalid'),
    )
    expect(await browser.finish({ state: await state() })).toMatchObject(refusal(400, 'oidc_invalid'))
    expect(await browser.finish({ state: await state(), code: 'guessed', iss: provider.issuer })).toMatchObject(
      refusal(400, 'oidc_invalid'),
    )
  })

  it('is refused from another issuer or client, with another nonce or key, or expired', async () => {
    const foreignKeys = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey
    const forgeries: [change: (claims: Record<string, unknown>) => Record<string, unknown>, by?: typeof foreignKeys][] =
      [
        [(claims) => ({ ...claims, nonce: 'another' })],
        [({ nonce: _, ...claims }) => claims],
        [(claims) => ({ ...claims, aud: 'another-client' })],
        [(claims) => ({ ...claims, aud: ['kerf', 'another-client'] })],
        [(claims) => ({ ...claims, azp: 'another-client' })],
        [(claims) => ({ ...claims, iss: 'https://id.example.org' })],
        [(claims) => ({ ...claims, exp: Math.floor(Date.now() / 1000) - 120 })],
        [(claims) => claims, foreignKeys],
      ]
    const login = freshLogin()
    for (const [change, by] of forgeries) {
      provider.forge(change, by)
      expect(await openBrowser().signIn(login)).toMatchObject(refusal(400, 'oidc_invalid'))
    }
    provider.forge(null)
    provider.changeUserinfo((claims) => ({ ...claims, sub: 'somebody else' }))
    expect(await openBrowser().signIn(login)).toMatchObject(refusal(400, 'oidc_invalid'))
    provider.changeUserinfo(null)
    const browser = openBrowser()
    const answer = await browser.comeBack(login)
    expect(await browser.finish({ ...answer, iss: 'https://id.example.org' })).toMatchObject(
      refusal(400, 'oidc_invalid'),
    )
    expect(await accounts.findByEmail(emailOf(login))).toBeNull()
  })

  it('leads only to a page of this site', async () => {
    for (const goTo of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      'evil',
      '/\t/evil.example',
      '/a\u0000',
      '/a\r\nb',
      '/\u0085',
    ])
      expect(await openBrowser().start({ goTo })).toMatchObject(refusal(400, 'invalid_request'))
  })
})

describe('an unreachable provider', () => {
  it('is reported before and after people have signed in there, and is found once it is back', async () => {
    const freshServer = await openApp(backend, people, { clock, signInMethods: await openMethods() })
    const browser = openBrowser(freshServer)
    provider.setDown(true)
    expect(await browser.start()).toMatchObject(refusal(503, 'oidc_unavailable'))
    provider.setDown(false)
    const answer = await browser.comeBack(freshLogin())
    provider.setDown(true)
    expect(await browser.finish(answer)).toMatchObject(refusal(503, 'oidc_unavailable'))
    provider.setDown(false)
    expect(await browser.signIn(freshLogin())).toMatchObject({ status: 200 })
  })

  it('is named in the health report of admins, with the reason', async () => {
    const admin = signedInClient(await people.signUp({ role: 'admin' }))
    const healthOf = async (otherServer: typeof server) =>
      (await otherServer.call('GET', '/api/admin/health', admin)).body.checks.signIn
    const freshServer = await openApp(backend, people, { clock, signInMethods: await openMethods() })
    provider.setDown(true)
    expect(await healthOf(freshServer)).toMatchObject({
      state: 'degraded',
      message: expect.stringContaining('Example ID cannot be used'),
    })
    provider.setDown(false)
    expect(await healthOf(freshServer)).toMatchObject({ state: 'ok' })
    expect(await healthOf(await openApp(backend, people))).toMatchObject({ state: 'off' })
  })

  it('is not trusted if its issuer or client secret differs', async () => {
    for (const wrongVariables of [{ OIDC_ISSUER: `${provider.issuer}/other` }, { OIDC_CLIENT_SECRET: 'wrong' }]) {
      const browser = openBrowser(
        await openApp(backend, people, { clock, signInMethods: await openMethods(wrongVariables) }),
      )
      const startAnswer = await browser.start()
      const end = startAnswer.status === 200 ? await browser.signIn(freshLogin()) : startAnswer
      expect(end).toMatchObject(refusal(503, 'oidc_unavailable'))
    }
  })
})

describe("the provider's admin group", () => {
  it('makes an admin at one sign-in and revokes it at another, both in the audit log', async () => {
    const login = freshLogin()
    provider.setClaims(login, { groups: ['staff', 'kerf-admins'] })
    const browser = openBrowser()
    const { user } = (await browser.signIn(login)).body
    expect(user.role).toBe('admin')
    expect(await browser.call('GET', '/api/admin/users')).toMatchObject({ status: 200 })
    provider.setClaims(login, { groups: ['staff'] })
    expect((await openBrowser().signIn(login)).body.user.role).toBe('user')
    expect(await browser.call('GET', '/api/admin/users')).toMatchObject(refusal(403, 'needs_admin'))
    const { rows } = await audit.list({}, { offset: 0, limit: 10 })
    expect(
      rows
        .filter(({ target }) => target?.id === user.id)
        .map(({ action, details, actorId }) => [action, details, actorId]),
    ).toEqual([
      ['user_updated', 'role: admin, now user; by the group of the identity provider', null],
      ['user_updated', 'role: user, now admin; by the group of the identity provider', null],
    ])
  })

  it('does not affect an admin who was appointed by hand', async () => {
    const person = await people.signUp({ emailVerified: true, role: 'admin' })
    const login = loginOf(person, { groups: ['kerf-admins'] })
    for (const groups of [['kerf-admins'], []]) {
      provider.setClaims(login, { email: person.session.account.email, groups })
      expect((await openBrowser().signIn(login)).body.user.role).toBe('admin')
    }
  })
})

it('a server without a provider says so', async () => {
  const browser = openBrowser(await openApp(backend, people))
  expect(await browser.start()).toMatchObject(refusal(501, 'not_set_up'))
  expect(await browser.finish({ state: 'x', code: 'y' })).toMatchObject(refusal(501, 'not_set_up'))
})
