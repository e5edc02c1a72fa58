import type { FastifyInstance } from 'fastify'
import { describe, expect, it } from 'vitest'
import { savePaymentSettings } from '../../../use-cases/payments/payment-settings.ts'
import { PRIVATE_IP_ADDRESS } from '../../../use-cases/testing/test-backend.ts'
import { openApp, openTestServer, signedInClient } from '../../testing/open-app.ts'

const TOKEN = 'a-token-of-thirty-two-characters-or-more'

const emailDelivery = async () => ({ place: '/outbox', toOutbox: true, lastFailure: null })
const { backend, people, server } = await openTestServer(({ clock }) => ({
  emailDelivery,
  lastSweepAt: async () => clock.now(),
  lastPaymentRoundAt: async () => clock.now(),
}))
const admin = signedInClient(await people.signUp({ role: 'admin' }))
const health = async () => (await server.call('GET', '/api/admin/health', admin)).body

describe('GET /api/admin/health', () => {
  it('reports every part, with its metrics', async () => {
    await backend.database.cutWorker.start(2, async () => undefined)
    const { status, body } = await server.call('GET', '/api/admin/health', admin)
    expect(status).toBe(200)
    expect(body).toMatchObject({
      status: 'ok',
      version: '0',
      checks: {
        database: { state: 'ok' },
        queue: { state: 'ok', waiting: 0, running: 0, oldestSeconds: null },
        workers: { state: 'ok', running: 0, concurrency: 2 },
        engine: { state: 'ok', version: 'FFmpeg 8.1' },
        storage: { state: 'ok', freeBytes: expect.any(Number) },
        disk: { state: 'ok', freeBytes: expect.any(Number), totalBytes: expect.any(Number) },
        resolver: { state: 'off' },
        sweep: { state: 'ok', lastAt: backend.clock.now().toISOString() },
        mail: { state: 'off' },
        payments: { state: 'off' },
        source: { state: 'off' },
        updates: { state: 'off' },
      },
    })
    expect(body.checks.disk.totalBytes).toBeGreaterThan(body.checks.disk.freeBytes)
    await backend.database.cutWorker.stop(0)
  })

  it('answers 200 even if a part fails, so that admins see which', async () => {
    const { status, body } = await server.call('GET', '/api/admin/health', admin)
    expect([status, body.status, body.checks.workers.state]).toEqual([200, 'failing', 'failing'])
  })

  it('shows no details to others', async () => {
    const { body } = await server.call('GET', '/api/health', {})
    expect(Object.keys(body.checks).toSorted()).toEqual(['database', 'queue', 'resolver', 'storage', 'sweep'])
    expect(body.version).toBeNull()
    expect(body.checks.queue).toEqual({
      state: expect.any(String),
      message: '',
      says: [],
      waiting: null,
      running: null,
    })
    expect((await server.call('GET', '/api/health', admin)).body.checks.queue).toMatchObject({ waiting: 0, running: 0 })
  })

  it('shows details with the metrics token, and states only with another token', async () => {
    const { app } = await openApp(backend, people, { metricsToken: TOKEN })
    const ask = async (token: string) => {
      const headers = { authorization: `Bearer ${token}` }
      const answer = await app.inject({ url: '/api/health', remoteAddress: PRIVATE_IP_ADDRESS, headers })
      return { status: answer.statusCode, version: answer.json().version, queue: answer.json().checks?.queue.waiting }
    }
    expect(await ask(TOKEN)).toEqual({ status: 200, version: '0', queue: 0 })
    expect(await ask('of-something-else')).toEqual({ status: 200, version: null, queue: null })
    expect(await ask(`kerf_${'A'.repeat(43)}`)).toMatchObject({ status: 401 })
  })

  it('shows metrics only to requests from this machine and not through a proxy, or with the token', async () => {
    const ask = async (app: FastifyInstance, remoteAddress: string, headers = {}) =>
      (await app.inject({ url: '/metrics', remoteAddress, headers })).statusCode
    expect(await ask(server.app, '127.0.0.1')).toBe(200)
    expect(await ask(server.app, '::ffff:127.0.0.1')).toBe(200)
    expect(await ask(server.app, PRIVATE_IP_ADDRESS)).toBe(404)
    expect(await ask(server.app, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' })).toBe(404)
    for (const host of ['127.0.0.1:3000', '[::1]:3000', 'LOCALHOST'])
      expect(await ask(server.app, '127.0.0.1', { host })).toBe(200)
    // A browser of this machine sends such hosts for pages whose owner has pointed their name here (DNS rebinding).
    for (const host of ['page.example:3000', 'localhost.page.example', '127.0.0.1.page.example'])
      expect(await ask(server.app, '127.0.0.1', { host })).toBe(404)
    const unknownPath = await server.app.inject({ url: '/metrical', remoteAddress: PRIVATE_IP_ADDRESS })
    const metricsAnswer = await server.app.inject({ url: '/metrics', remoteAddress: PRIVATE_IP_ADDRESS })
    expect([metricsAnswer.statusCode, metricsAnswer.body]).toEqual([unknownPath.statusCode, unknownPath.body])

    const withToken = await openApp(backend, people, { metricsToken: TOKEN })
    expect(await ask(withToken.app, '127.0.0.1')).toBe(404)
    expect(await ask(withToken.app, PRIVATE_IP_ADDRESS, { authorization: 'Bearer of-something-else' })).toBe(404)
    expect(await ask(withToken.app, PRIVATE_IP_ADDRESS, { authorization: `Bearer ${TOKEN}` })).toBe(200)
  })
})

describe('payments that an admin configures', () => {
  const request = { paypalClientId: 'client-1', paypalEnvironment: 'sandbox', paypalWebhookId: 'WH1' } as const
  const save = (change: object) =>
    backend.database.transaction((records) => savePaymentSettings(server.deps, records, { ...request, ...change }))
  const setup = async () => (await server.call('GET', '/paypal/setup', admin)).status
  const plans = async () => (await server.call('GET', '/api/plans', {})).body.payments

  it('exist from the next call on, and are gone with the next', async () => {
    expect([await plans(), await setup()]).toEqual([false, 501])
    await save({})
    expect([await plans(), await setup(), (await health()).checks.payments.state]).toEqual([false, 501, 'failing'])
    await save({ paypalClientSecret: 'a-secret-of-theirs' })
    expect([await plans(), await setup(), (await health()).checks.payments.state]).toEqual([true, 200, 'ok'])
    expect(JSON.stringify(await health())).not.toContain('a-secret-of-theirs')
    expect(await people.everythingStored()).not.toContain('a-secret-of-theirs')
    await save({ paypalClientId: '' })
    expect([await plans(), await setup(), (await health()).checks.payments.state]).toEqual([false, 501, 'off'])
  })
})
