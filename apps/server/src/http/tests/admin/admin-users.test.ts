import type { SubscriptionRecord } from '@kerf/contract/admin-subscriptions'
import type { User } from '@kerf/contract/auth'
import type { Method } from '@kerf/contract/protocol/endpoint'
import { describe, expect, it } from 'vitest'
import { seedPeople } from '../../../adapters/database/testing/seed-people.ts'
import { grantPlan } from '../../../use-cases/testing/grant-plan.ts'
import { openTestServer, SESSION_COOKIE, signedInClient } from '../../testing/open-app.ts'

const SEEDED_ACCOUNT_COUNT = 503

const { backend, people, server } = await openTestServer()
const admin = await people.signUp({ role: 'admin', email: 'boss@example.net' })
await seedPeople(backend.database.executor, SEEDED_ACCOUNT_COUNT)
const call = (method: Method, url: string, payload?: object, by = admin) =>
  server.call(method, url, signedInClient(by), payload)
const list = (query = '') => call('GET', `/api/admin/users${query}`)
const namesOf = ({ body }: { body: User[] }) => body.map(({ username }) => username.split('-')[0])
const notedLast = async () =>
  (await backend.database.records.audit.list({}, { offset: 0, limit: 1 })).rows.map(({ action, actorId, details }) => [
    action,
    actorId,
    details,
  ])[0]
const ADMIN_ID = () => admin.session.account.id

describe('the list of users', () => {
  it('has pages and a total', async () => {
    const first = await list()
    expect(first).toMatchObject({ status: 200, headers: { 'x-total-count': String(SEEDED_ACCOUNT_COUNT + 1) } })
    expect(first.body).toHaveLength(25)
    expect(namesOf(first)[1]).toBe('user1')
    expect(first.body[1]).toEqual({
      id: 'seeded-1',
      name: expect.any(String),
      username: expect.any(String),
      email: expect.any(String),
      emailVerified: false,
      secondFactor: false,
      role: 'user',
      subscription: 'free',
      subscriptionExpiresAt: null,
      isActive: true,
      createdAt: '2026-11-20T11:55:00.000Z',
      lastActive: expect.any(String),
    })
    expect((await list('?page=21')).body).toHaveLength(4)
    expect(await list('?page=22')).toMatchObject({
      body: [],
      headers: { 'x-total-count': String(SEEDED_ACCOUNT_COUNT + 1) },
    })
  })

  it('is searched, filtered and sorted', async () => {
    expect(namesOf(await list('?search=%20USER77-%20'))).toEqual(['user77'])
    expect(namesOf(await list('?filter=suspended&sort=oldest&search=user')).slice(0, 2)).toEqual(['user500', 'user450'])
  })

  it('is refused for invalid parameters', async () => {
    for (const query of [
      '?page=0',
      '?page=x',
      '?filter=some',
      '?sort=role',
      '?search=%00',
      `?search=${'a'.repeat(300)}`,
    ])
      expect(await list(query), query).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    for (const page of ['9007199254740991', '99999999']) expect(await list(`?page=${page}`)).toMatchObject({ body: [] })
  })
})

describe('the export of users', () => {
  it('has everyone who matches, regardless of page size, and is logged', async () => {
    const { status, body, headers } = await call('GET', '/api/admin/users/export?sort=oldest&search=user')
    expect(status).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': expect.stringContaining('filename="users_export_2026-11-20.csv"'),
      'cache-control': 'private, no-store',
    })
    const lines: string[] = body.split('\r\n')
    expect(lines[0]).toBe('\ufeffID,Username,Email,Role,Subscription,Created,Status')
    expect(lines.slice(1, -1).map((line) => line.split(',')[0])).toEqual(
      Array.from({ length: SEEDED_ACCOUNT_COUNT }, (_, index) => `seeded-${SEEDED_ACCOUNT_COUNT - index}`),
    )
    expect(lines.find((line) => line.startsWith('seeded-50,'))).toMatch(
      /,user,free,2026-11-20T07:50:00.000Z,Suspended$/,
    )
    expect(await notedLast()).toEqual(['users_exported', ADMIN_ID(), 'filter: all, part of them by a search'])
  })

  it('escapes spreadsheet formulas', async () => {
    await backend.database.records.accounts.update('seeded-7', { username: '=1+1' })
    const { body } = await call('GET', '/api/admin/users/export?search=%3D1%2B1')
    expect(body).toContain(`seeded-7,"'=1+1",`)
  })

  it('answers HEAD with its availability, which is not logged', async () => {
    await call('PUT', `/api/admin/users/seeded-000000000000000`, {})
    const lastEntry = await notedLast()
    const cookie = `${SESSION_COOKIE}=${admin.session.sessionToken}`
    const headAnswer = await server.app.inject({ method: 'HEAD', url: '/api/admin/users/export', headers: { cookie } })
    expect([headAnswer.statusCode, headAnswer.body]).toEqual([200, ''])
    const headers = { cookie, range: 'bytes=0-0' }
    const first = await server.app.inject({ method: 'GET', url: '/api/admin/users/export', headers })
    expect([first.statusCode, first.rawPayload]).toEqual([206, Buffer.from([0xef])])
    expect((await server.app.inject({ method: 'HEAD', url: '/api/admin/users/export' })).statusCode).toBe(401)
    expect(await notedLast()).toEqual(lastEntry)
  })
})

describe('an account', () => {
  it('accepts any spelling of its fields, and is returned in its new state', async () => {
    const { session } = await people.signUp()
    const url = `/api/admin/users/${session.account.id}`
    const answer = await call('PUT', url, { subscription: 'LIFETIME', role: 'ADMIN' })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        id: session.account.id,
        subscription: 'lifetime',
        subscriptionExpiresAt: null,
        role: 'admin',
        isActive: true,
      },
    })
    expect(await notedLast()).toEqual(['user_updated', ADMIN_ID(), 'plan: Free, now Lifetime; role: user, now admin'])
    expect(await call('PUT', url, {})).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    expect(await call('PUT', url, { role: 'boss' })).toMatchObject({
      status: 400,
      body: { error: '"role" must be one of user, admin.' },
    })
    expect(await call('DELETE', url)).toMatchObject({ status: 403, body: { code: 'admin_protected' } })
    expect(await call('PUT', url, { role: 'user' })).toMatchObject({ status: 200, body: { role: 'user' } })
    expect(await call('DELETE', url)).toMatchObject({ status: 204 })
    expect(await call('DELETE', url)).toMatchObject({ status: 404 })
    expect(await call('PUT', url, { role: 'user' })).toMatchObject({ status: 404 })
  })

  it('is signed out in every tab when suspended, and may come back', async () => {
    const person = await people.signUp()
    const url = `/api/admin/users/${person.session.account.id}`
    expect((await call('GET', '/api/user/profile', undefined, person)).status).toBe(200)
    await call('PUT', url, { isActive: false })
    expect((await call('GET', '/api/user/profile', undefined, person)).status).toBe(401)
    await call('PUT', url, { isActive: true })
    expect((await call('GET', '/api/user/profile', undefined, person)).status).toBe(401)
  })
})

it('the list of subscriptions has purchases and grants with their owners and outcomes', async () => {
  const [cachedPerson, deletedPerson] = [await people.signUp(), await people.signUp()]
  const { ledger } = backend.database.records
  const { id: accountId, email } = cachedPerson.session.account
  const money = { orderId: 'order', captureId: 'a-capture', amountCents: 499, currency: 'USD' } as const
  const at = backend.clock.now()
  await ledger.add({ id: 'bought', accountId, at, kind: 'purchase', plan: 'pro-monthly', ...money })
  await ledger.add({ id: 'part', accountId, at, kind: 'partial_refund', ...money, amountCents: 150 })
  await grantPlan(backend, deletedPerson.session.account.id, 'lifetime')
  await grantPlan(backend, deletedPerson.session.account.id, 'free')
  await call('DELETE', `/api/admin/users/${deletedPerson.session.account.id}`)
  const { body, headers } = await call('GET', '/api/admin/subscriptions')
  const [givenPlan, boughtPlan]: SubscriptionRecord[] = body
  expect(headers['x-total-count']).toBe(String(SEEDED_ACCOUNT_COUNT + 3))
  expect(givenPlan).toMatchObject({ userName: null, userEmail: null, status: 'ended', plan: 'lifetime', given: true })
  expect(boughtPlan).toEqual({
    id: 'bought',
    userId: accountId,
    userName: cachedPerson.session.account.name,
    userEmail: email,
    status: 'active',
    plan: 'pro-monthly',
    amount: 4.99,
    refundedAmount: 1.5,
    given: false,
    currency: 'USD',
    currentPeriodStart: '2026-11-20T12:00:00.000Z',
    currentPeriodEnd: '2026-12-20T12:00:00.000Z',
    createdAt: '2026-11-20T12:00:00.000Z',
  })
  expect((await call('GET', '/api/admin/subscriptions?page=21')).body).toHaveLength(6)
})
