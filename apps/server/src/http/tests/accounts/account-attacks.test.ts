import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import { describe, expect, it } from 'vitest'
import { newId } from '../../../use-cases/shared/new-id.ts'
import { PASSWORD } from '../../../use-cases/testing/people.ts'
import { PRIVATE_IP_ADDRESS } from '../../../use-cases/testing/test-backend.ts'
import { type AppAnswer, clientAfter, openTestServer, signedInClient, type TestClient } from '../../testing/open-app.ts'

const OTHER_PASSWORD = 'another strip of video'

const { people, server } = await openTestServer({ rateLimits: false })
const newEmail = () => `anna-${newId()}@example.org`

/** Signs up a person, who is signed in. */
async function createAnna() {
  const person = await people.signUp()
  return { email: person.session.account.email, client: signedInClient(person) }
}
const whoAmI = async (client: TestClient) => (await server.call('GET', '/api/auth/user', client)).status
const signOut = (client: TestClient) => server.call('POST', '/api/auth/signout', client, {})
const signIn = (email: string, client: TestClient = {}, fields: object = {}): Promise<AppAnswer> =>
  server.call('POST', '/api/auth/signin', client, { email, password: PASSWORD, ...fields })

// sign-in.test.ts covers that guesses are slowed, with or without an account.
it('an attacker who looks for accounts gets identical answers for known and unknown emails', async () => {
  const { email } = await createAnna()
  const postJson = async (url: string, payload: object) => {
    const { statusCode, body, cookies } = await server.app.inject({
      method: 'POST',
      url,
      payload,
      remoteAddress: PRIVATE_IP_ADDRESS,
    })
    return { statusCode, body, cookies }
  }
  const wrongPassword = { password: 'guess-me' }
  for (const [path, fields] of [
    ['/api/auth/signin', wrongPassword],
    ['/api/auth/forgot-password', {}],
    ['/api/newsletter', {}],
  ] as const)
    expect(await postJson(path, { email, ...fields }), path).toEqual(
      await postJson(path, { email: newEmail(), ...fields }),
    )
})

describe('an attacker who wants to take over an account', () => {
  it('gains nothing by planting a session before the victim signs in', async () => {
    const anna = await createAnna()
    await signOut(anna.client)
    const mallory = await createAnna()
    const annaLater = clientAfter(await signIn(anna.email, mallory.client), mallory.client)
    expect(annaLater.cookie).not.toBe(mallory.client.cookie)
    expect(await whoAmI(annaLater)).toBe(200)
    // The planted session was ended, not only replaced.
    expect(await whoAmI(mallory.client)).toBe(401)
  })

  it('cannot use a session after it ended, by sign-out or from another device', async () => {
    const { email, client: stolen } = await createAnna()
    expect(await whoAmI(stolen)).toBe(200)
    await signOut(stolen)
    expect(await whoAmI(stolen)).toBe(401)

    const [anna, laptop] = [clientAfter(await signIn(email), {}), clientAfter(await signIn(email), {})]
    const answer = await server.call('POST', '/api/user/sessions/end-others', anna, {})
    expect(answer.body).toEqual({ ended: 1 })
    expect([await whoAmI(laptop), await whoAmI(anna)]).toEqual([401, 200])
  })

  it('needs the password for every sensitive change, even with a stolen session', async () => {
    const { email, client } = await createAnna()
    const guess = { password: 'guess-me', currentPassword: 'guess-me', newPassword: OTHER_PASSWORD, email: newEmail() }
    for (const [method, path] of [
      ['POST', '/api/user/password'],
      ['POST', '/api/user/email'],
      ['POST', '/api/user/second-factor'],
      ['DELETE', '/api/user/second-factor'],
      ['DELETE', '/api/user'],
    ] as const)
      expect(await server.call(method, path, client, guess), path).toMatchObject({
        status: 403,
        body: { code: 'wrong_password' },
      })
    expect((await signIn(email)).status).toBe(200)
  })
})

const forbiddenFields = {
  id: 'AAAAAAAAAAAAAAAAAAAAAA',
  role: 'admin',
  subscription: 'lifetime',
  subscriptionExpiresAt: null,
  isActive: false,
  emailVerified: true,
  twoFactorEnabled: true,
  createdAt: '2001-01-01T00:00:00Z',
}

it('a user gains no rights by adding fields to sign-up, sign-in and profile requests', async () => {
  const person = { name: 'Anna Example', email: newEmail(), password: PASSWORD }
  const signUpAnswer = await server.call('POST', '/api/auth/signup', {}, { ...person, ...forbiddenFields })
  const { user } = signUpAnswer.body
  expect(user).toMatchObject({
    role: 'user',
    subscription: 'free',
    isActive: true,
    emailVerified: false,
    secondFactor: false,
    subscriptionExpiresAt: null,
  })
  expect(user.id).not.toBe(forbiddenFields.id)
  const sameUser = { ...user, lastActive: expect.anything() }
  expect((await signIn(person.email, {}, forbiddenFields)).body.user).toEqual(sameUser)
  const anna = clientAfter(signUpAnswer, {})
  const change = { name: 'Anna', username: 'anna', ...forbiddenFields }
  expect((await server.call('PUT', '/api/user/profile', anna, change)).body).toEqual({ ...sameUser, name: 'Anna' })
  expect((await server.call('GET', '/api/user/quota', anna)).body.viewer).toBe('free')
})

it('another site cannot make a signed-in browser do anything', async () => {
  const { client } = await createAnna()
  const changingEndpoints = ALL_ENDPOINTS.filter(({ method }) => method !== 'GET')
  expect(changingEndpoints.length).toBeGreaterThan(15)
  const foreignHeaders: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const { method, path } of changingEndpoints)
    for (const headers of foreignHeaders) {
      const url = path.replace(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAAA')
      const refusal = await server.app.inject({
        method,
        url,
        payload: {},
        headers: { ...headers, cookie: client.cookie ?? '' },
        remoteAddress: PRIVATE_IP_ADDRESS,
      })
      expect([url, refusal.statusCode, refusal.json().code]).toEqual([url, 403, 'wrong_origin'])
    }
  expect(await whoAmI(client)).toBe(200)
})

const ODDITIES: unknown[] = [
  null,
  0,
  true,
  [],
  {},
  ['a@example.org'],
  { $gt: '' },
  { toString: 'x' },
  '',
  ' ',
  '\u0000',
  'a'.repeat(10_000),
]

it('input of the wrong kind is refused with a sentence and a code in every text field', async () => {
  const { email, client } = await createAnna()
  const forms = [
    ['POST', '/api/auth/signin', { email, password: PASSWORD }],
    ['POST', '/api/auth/forgot-password', { email }],
    ['POST', '/api/auth/reset-password', { token: 'x', password: OTHER_PASSWORD }],
    ['POST', '/api/auth/verify-email', { token: 'x' }],
    ['POST', '/api/user/password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }],
    ['PUT', '/api/user/profile', { name: 'Anna' }],
  ] as const
  for (const [method, path, validBody] of forms)
    for (const field of Object.keys(validBody))
      for (const oddity of ODDITIES) {
        const { status, body } = await server.call(method, path, client, { ...validBody, [field]: oddity })
        const label = `${path} ${field} ${JSON.stringify(oddity)?.slice(0, 30)}`
        expect(status, label).toBeGreaterThanOrEqual(400)
        expect(status, label).toBeLessThan(500)
        expect([body.code, body.error], label).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.stringMatching(/./)])
      }
  expect((await signIn(email)).status).toBe(200)
})
