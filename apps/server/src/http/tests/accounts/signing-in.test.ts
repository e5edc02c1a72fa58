import pino from 'pino'
import { describe, expect, it } from 'vitest'
import { PASSWORD } from '../../../use-cases/testing/people.ts'
import { PRIVATE_IP_ADDRESS } from '../../../use-cases/testing/test-backend.ts'
import { clientAfter, openApp, openTestServer, signedInClient } from '../../testing/open-app.ts'

const lines: Record<string, unknown>[] = []
const logger = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) })
const { backend, people, server } = await openTestServer({ logger })
async function createPerson() {
  const { session } = await people.signUp()
  return session.account
}

const signIn = (payload: object, headers = {}) =>
  server.app.inject({ method: 'POST', url: '/api/auth/signin', payload, headers, remoteAddress: PRIVATE_IP_ADDRESS })

it('a sign-up on a full disk gets a request to come back, and does not reserve the name', async () => {
  const person = { name: 'Anna', username: 'anna', email: 'anna@example.org', password: PASSWORD }
  let freeBytes = 1_000_000
  const serverWithFullDisk = await openApp(backend, people, {
    files: { ...backend.files, freeBytes: async () => freeBytes },
  })
  const signUp = () => serverWithFullDisk.call('POST', '/api/auth/signup', {}, person)
  expect(await signUp()).toMatchObject({ status: 503, body: { code: 'storage_full' } })
  freeBytes = 1_000_000_000
  expect((await signUp()).status).toBe(200)
})

describe('a person who signs in', () => {
  it('over HTTPS gets cookies that no other host and no plain connection can set or read', async () => {
    const { email } = await createPerson()
    const answer = await signIn(
      { email, password: PASSWORD },
      { 'x-forwarded-proto': 'https', 'x-forwarded-for': PRIVATE_IP_ADDRESS },
    )
    expect(answer.statusCode).toBe(200)
    const sentCookies = answer.cookies.filter(({ value }) => value !== '')
    expect(sentCookies.map(({ name }) => name).toSorted()).toEqual([
      '__Host-kerf_device',
      '__Host-kerf_session',
      'kerf_signed_in',
    ])
    for (const cookie of sentCookies) expect(cookie).toMatchObject({ secure: true, sameSite: 'Lax', path: '/' })
    for (const cookie of sentCookies) expect(cookie.domain).toBeUndefined()
    const session = sentCookies.find(({ name }) => name.endsWith('session'))?.value ?? ''
    const whoAmI = (name: string, proto: string) =>
      server.app.inject({
        url: '/api/auth/user',
        headers: { cookie: `${name}=${session}`, 'x-forwarded-proto': proto, 'x-forwarded-for': PRIVATE_IP_ADDRESS },
        remoteAddress: PRIVATE_IP_ADDRESS,
      })
    expect((await whoAmI('__Host-kerf_session', 'https')).statusCode).toBe(200)
    expect((await whoAmI('kerf_session', 'https')).statusCode).toBe(401)
  })

  it('appears in the log by account and refusal code, without any typed text', async () => {
    const { id, email } = await createPerson()
    lines.length = 0
    await signIn({ email, password: `wrong\n{"level":30,"msg":"forged"}` })
    await signIn({ email, password: PASSWORD })
    const entries = lines.map(({ msg, code, accountId, method, route, requestId }) => {
      return { msg, code, accountId, method, route, hasId: typeof requestId === 'string' }
    })
    const expectedEntry = { method: 'POST', route: '/api/auth/signin', hasId: true }
    expect(entries).toEqual([
      { ...expectedEntry, msg: 'refused', code: 'wrong_credentials', accountId: undefined },
      { ...expectedEntry, msg: 'done by an account', code: undefined, accountId: id },
    ])
    const logText = JSON.stringify(lines)
    for (const secret of [email, PASSWORD, 'forged', PRIVATE_IP_ADDRESS]) expect(logText).not.toContain(secret)
  })
})

it('a new password replaces the session token, so a copied cookie stops working', async () => {
  const person = await people.signUp()
  const change = { currentPassword: PASSWORD, newPassword: 'another strip of video' }
  const answer = await server.call('POST', '/api/user/password', signedInClient(person), change)
  expect(answer).toMatchObject({ status: 200, body: {} })
  expect(await server.call('GET', '/api/auth/user', signedInClient(person))).toMatchObject({ status: 401 })
  const client = clientAfter(answer, signedInClient(person))
  expect(await server.call('GET', '/api/auth/user', client)).toMatchObject({ status: 200 })
})
