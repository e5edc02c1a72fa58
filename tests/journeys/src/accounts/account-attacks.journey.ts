import { ALL_ENDPOINTS } from '@kerf/contract/all-endpoints'
import type { ErrorBody } from '@kerf/contract/protocol/error'
import type { Quota } from '@kerf/contract/user'
import { describe, expect, inject, it } from 'vitest'
import { AccountHolder, newEmail, PASSWORD } from '../harness/account-holder.ts'
import { Visitor } from '../harness/visitor.ts'

const OTHER_PASSWORD = 'another strip of video'

const url = inject('sharedKerfUrl')
const createHolder = (credentials: { email?: string; password?: string } = {}) => new AccountHolder(url, credentials)
async function signUpHolder(): Promise<AccountHolder> {
  const anna = createHolder()
  expect((await anna.signUp()).status).toBe(200)
  return anna
}

// sign-in.test.ts covers that guesses are slowed, with or without an account.
it('an attacker who looks for accounts gets the same answer for a known and an unknown email, byte for byte', async () => {
  const anna = await signUpHolder()
  const unknownEmail = newEmail()
  const post = async (path: string, body: object) => {
    const response = await new Visitor(url).fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    return { status: response.status, cookies: response.headers.getSetCookie(), text: await response.text() }
  }
  const wrongPassword = { password: 'guess-me' }
  expect(await post('/api/auth/signin', { email: anna.email, ...wrongPassword })).toEqual(
    await post('/api/auth/signin', { email: unknownEmail, ...wrongPassword }),
  )
  expect(await post('/api/auth/forgot-password', { email: anna.email })).toEqual(
    await post('/api/auth/forgot-password', { email: unknownEmail }),
  )
  expect(await post('/api/newsletter', { email: anna.email })).toEqual(
    await post('/api/newsletter', { email: unknownEmail }),
  )
})

describe('an attacker who wants to take over an account', () => {
  it('gains nothing by planting a session before the victim signs in', async () => {
    const anna = await signUpHolder()
    await anna.signOut()
    const mallory = await signUpHolder()
    const plantedSession = mallory.cookie('kerf_session') ?? ''
    anna.plantCookie('kerf_session', plantedSession)
    await anna.signIn()
    expect(anna.cookie('kerf_session')).not.toBe(plantedSession)
    // The planted session was ended, not only replaced.
    expect((await mallory.whoAmI()).status).toBe(401)
  })

  it('cannot use a session after it ended, by sign-out or by the account’s owner elsewhere', async () => {
    const anna = await signUpHolder()
    const stolenSession = anna.cookie('kerf_session') ?? ''
    const thief = createHolder()
    thief.plantCookie('kerf_session', stolenSession)
    expect((await thief.whoAmI()).status).toBe(200)
    await anna.signOut()
    expect((await thief.whoAmI()).status).toBe(401)

    await anna.signIn()
    const laptop = createHolder({ email: anna.email })
    await laptop.signIn()
    expect((await anna.call('POST', '/api/user/sessions/end-others', {})).body).toEqual({ ended: 1 })
    expect((await laptop.whoAmI()).status).toBe(401)
    expect((await anna.whoAmI()).status).toBe(200)
  })

  it('needs the password for every sensitive change, even with a stolen session', async () => {
    const anna = await signUpHolder()
    const guess = { password: 'guess-me', currentPassword: 'guess-me', newPassword: OTHER_PASSWORD, email: newEmail() }
    for (const [method, path] of [
      ['POST', '/api/user/password'],
      ['POST', '/api/user/email'],
      ['POST', '/api/user/second-factor'],
      ['DELETE', '/api/user/second-factor'],
      ['DELETE', '/api/user'],
    ] as const)
      expect(await anna.call(method, path, guess)).toMatchObject({ status: 403, body: { code: 'wrong_password' } })
    expect((await anna.signIn()).status).toBe(200)
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
  username: 'anna',
}

it('a user gains no rights by adding fields to sign-up, sign-in and profile requests', async () => {
  const anna = createHolder()
  const { body } = await anna.signUp({ ...forbiddenFields, username: undefined })
  const freeUser = {
    role: 'user',
    subscription: 'free',
    isActive: true,
    emailVerified: false,
    secondFactor: false,
    subscriptionExpiresAt: null,
  }
  expect(body.user).toMatchObject(freeUser)
  expect(body.user.id).not.toBe(forbiddenFields.id)
  expect((await anna.signIn(forbiddenFields)).body.user).toEqual({
    ...body.user,
    lastActive: expect.anything() as unknown,
  })
  const profileAnswer = await anna.call('PUT', '/api/user/profile', { name: 'Anna', ...forbiddenFields })
  expect(profileAnswer.body).toEqual({ ...body.user, name: 'Anna', lastActive: expect.anything() as unknown })
  expect((await anna.call<Quota>('GET', '/api/user/quota')).body.viewer).toBe('free')
})

it('another site cannot make a signed-in browser do anything', async () => {
  const anna = await signUpHolder()
  const changingEndpoints = ALL_ENDPOINTS.filter(({ method }) => method !== 'GET')
  expect(changingEndpoints.length).toBeGreaterThan(15)
  const foreignHeaders: Record<string, string>[] = [
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { 'sec-fetch-site': 'cross-site' },
  ]
  for (const { method, path } of changingEndpoints) {
    const address = path.replace(/\{\w+\}/g, 'AAAAAAAAAAAAAAAAAAAAAA')
    for (const headers of foreignHeaders) {
      const refusal = await anna.call<ErrorBody>(method, address, {}, headers)
      expect(refusal, `${method} ${address}`).toMatchObject({ status: 403, body: { code: 'wrong_origin' } })
    }
  }
  expect((await anna.whoAmI()).status).toBe(200)
})

const oddities: unknown[] = [
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
  const anna = await signUpHolder()
  const fields: [string, string, Record<string, unknown>][] = [
    ['POST', '/api/auth/signin', { email: anna.email, password: PASSWORD }],
    ['POST', '/api/auth/forgot-password', { email: anna.email }],
    ['POST', '/api/auth/reset-password', { token: 'x', password: OTHER_PASSWORD }],
    ['POST', '/api/auth/verify-email', { token: 'x' }],
    ['POST', '/api/user/password', { currentPassword: PASSWORD, newPassword: OTHER_PASSWORD }],
    ['PUT', '/api/user/profile', { name: 'Anna' }],
  ]
  for (const [method, path, validBody] of fields)
    for (const field of Object.keys(validBody))
      for (const oddity of oddities) {
        const answer = await anna.call<ErrorBody>(method, path, { ...validBody, [field]: oddity })
        const label = `${path} ${field} ${JSON.stringify(oddity)?.slice(0, 30)}`
        expect(answer.status, label).toBeGreaterThanOrEqual(400)
        expect(answer.status, label).toBeLessThan(500)
        expect(answer.body.code, label).toMatch(/^[a-z_]+$/)
      }
  expect((await anna.signIn()).status).toBe(200)
})
