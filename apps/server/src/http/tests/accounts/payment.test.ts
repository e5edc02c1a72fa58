import rateLimit from '@fastify/rate-limit'
import fastify from 'fastify'
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import type { AccountSession, Accounts } from '../../../ports/accounts.ts'
import { createCaches } from '../../../use-cases/shared/caches.ts'
import type { Deps } from '../../../use-cases/shared/deps.ts'
import { openTestPaymentsInMemory } from '../../../use-cases/testing/test-payments.ts'
import { identifyCaller } from '../../callers/identify-caller.ts'
import { requireSameOrigin } from '../../guards/security-headers.ts'
import { paymentRoutes } from '../../payment.ts'
import { userRoutes } from '../../user.ts'

const ORDER = { amount: '4.99', currency: 'USD', intent: 'CAPTURE' }
const SIGNED_IN = { cookie: 'kerf_session=anna' }
const FOREIGN_ORIGIN = { ...SIGNED_IN, origin: 'https://evil.example' }

let testPayments: ReturnType<typeof openTestPaymentsInMemory>
beforeEach(() => {
  testPayments = openTestPaymentsInMemory()
})

/** Opens a server in which Anna's cookie identifies her. */
async function openApp({ withPayments = true, plans = null }: { withPayments?: boolean; plans?: 'off' | null } = {}) {
  const anna = await testPayments.createBuyer()
  const app = fastify()
  onTestFinished(() => app.close())
  await app.register(rateLimit, { max: 1200, timeWindow: 60_000 })
  requireSameOrigin(app, null)
  const findSession = async (sessionToken: string) => {
    const account = sessionToken === 'anna' ? await testPayments.account(anna.id) : null
    return account && ({ id: 'a-session', sessionToken, account } as AccountSession)
  }
  const { paymentPresets } = testPayments
  const deps = {
    ...testPayments,
    caches: createCaches(testPayments.database),
    accounts: { findSession } as Accounts,
    presets: { ...testPayments.presets, plans },
    paymentPresets: withPayments ? paymentPresets : { ...paymentPresets, clientId: '' },
  } as unknown as Deps
  await identifyCaller(app, deps, null)
  await paymentRoutes(app, deps)
  userRoutes(app, deps)
  const call = async (method: 'GET' | 'POST', url: string, payload?: object | string, headers = {}) => {
    const answer = await app.inject({ method, url, headers, ...(payload === undefined ? {} : { payload }) })
    return { status: answer.statusCode, body: answer.json() as Record<string, unknown>, headers: answer.headers }
  }
  return { anna, call }
}

const CALLS = [
  ['GET', '/paypal/setup'],
  ['POST', '/paypal/order'],
  ['POST', '/paypal/order/ORDER-1/capture'],
  ['POST', '/api/payment/success'],
] as const

describe('paying for a plan', () => {
  it('leads from the setup to a receipt', async () => {
    const { call } = await openApp()
    expect(await call('GET', '/paypal/setup', undefined, SIGNED_IN)).toMatchObject({
      status: 200,
      body: { clientToken: 'token-1', clientId: 'client-1', environment: 'sandbox', currency: 'USD' },
    })
    const german = { ...SIGNED_IN, 'accept-language': 'de' }
    const { body } = await call('POST', '/paypal/order', ORDER, german)
    const id = String(body.id)
    expect((await testPayments.order(id)).language).toBe('de')
    const report = { orderId: id, planId: 'lifetime', userId: 'somebody else', orderData: { status: 'COMPLETED' } }
    expect(await call('POST', '/api/payment/success', report, SIGNED_IN)).toMatchObject({
      status: 402,
      body: { code: 'payment_failed' },
    })
    testPayments.provider.approve(id)
    const captureAnswer = await call('POST', `/paypal/order/${id}/capture`, undefined, SIGNED_IN)
    expect([captureAnswer.status, captureAnswer.body]).toEqual([200, { status: 'COMPLETED' }])
    expect(await call('POST', '/api/payment/success', report, SIGNED_IN)).toMatchObject({
      status: 200,
      body: { subscription: 'pro-monthly', expiresAt: '2026-12-20T12:00:00.000Z' },
    })
    expect(await call('GET', '/api/user/payments', undefined, SIGNED_IN)).toMatchObject({
      body: { payments: [{ id, status: 'paid', receiptNumber: 'KERF-2026-000001' }] },
    })
  })

  it.each([
    [{ ...ORDER, amount: 4.99, planId: 'pro-monthly' }, 200, undefined],
    [{ ...ORDER, amount: '1.00' }, 400, 'unknown_amount'],
    [{ ...ORDER, planId: 'lifetime' }, 400, 'unknown_amount'],
    [{ ...ORDER, currency: 'EUR' }, 400, 'invalid_request'],
    [{ ...ORDER, intent: 'AUTHORIZE' }, 400, 'invalid_request'],
    [{ ...ORDER, planId: 'free' }, 400, 'invalid_request'],
    [{}, 400, 'invalid_request'],
  ])('with %j answers %d %s', async (order, status, code) => {
    const { call } = await openApp()
    const answer = await call('POST', '/paypal/order', order, SIGNED_IN)
    expect([answer.status, answer.body.code]).toEqual([status, code])
  })

  it('fails with an error if the provider is unreachable', async () => {
    const { call } = await openApp()
    testPayments.provider.goDown()
    const expectedFailure = { status: 402, body: { code: 'payment_failed' } }
    expect(await call('GET', '/paypal/setup', undefined, SIGNED_IN)).toMatchObject(expectedFailure)
    expect(await call('POST', '/paypal/order', ORDER, SIGNED_IN)).toMatchObject(expectedFailure)
  })

  it.each(CALLS)('through %s %s requires a sign-in, our own page, and configured payments', async (...to) => {
    const { call } = await openApp({ withPayments: false })
    const body = to[0] === 'POST' ? {} : undefined
    expect(await call(...to, body)).toMatchObject({ status: 401, body: { code: 'not_signed_in' } })
    expect(await call(...to, body, SIGNED_IN)).toMatchObject({ status: 501, body: { code: 'not_set_up' } })
    if (body) expect((await (await openApp()).call(...to, body, FOREIGN_ORIGIN)).status).toBe(403)
    expect(testPayments.provider.asked).toEqual([])
  })

  it.each(CALLS)('through %s %s is limited to a few times a minute', async (...to) => {
    const { call } = await openApp()
    const body = to[0] === 'POST' ? {} : undefined
    for (let index = 0; index < 60; index++) await call(...to, body, SIGNED_IN)
    expect((await call(...to, body, SIGNED_IN)).status).toBe(429)
  })

  it('cannot begin after sales end, and takes no money for an earlier order', async () => {
    const { anna, call } = await openApp({ plans: 'off' })
    for (const [method, path] of CALLS.slice(0, 2))
      expect(await call(method, path, method === 'POST' ? ORDER : undefined, SIGNED_IN)).toMatchObject({
        status: 404,
        body: { code: 'not_found' },
      })
    const id = await testPayments.createApprovedOrder(anna)
    expect(await call('POST', `/paypal/order/${id}/capture`, undefined, SIGNED_IN)).toMatchObject({
      status: 402,
      body: { error: 'Nothing is sold on this server any more. No money was taken.' },
    })
    expect(await testPayments.order(id)).toMatchObject({ status: 'created' })
    expect(testPayments.provider.asked).not.toContain('captureOrder')
  })

  it('that was paid completes after sales end, and PayPal events still count', async () => {
    const { anna, call } = await openApp({ plans: 'off' })
    const id = await testPayments.createApprovedOrder(anna)
    testPayments.provider.goDown()
    await testPayments.captureOrder(anna, id)
    testPayments.provider.restore()
    expect(await call('POST', `/paypal/order/${id}/capture`, undefined, SIGNED_IN)).toMatchObject({
      status: 200,
      body: { status: 'COMPLETED' },
    })
    expect(await testPayments.planOf(anna)).toBe('pro-monthly')
    testPayments.provider.refund(id, 499)
    const { rawBody, headers } = testPayments.provider.webhookEvent('PAYMENT.CAPTURE.REFUNDED', id)
    const sentHeaders = { ...(headers as Record<string, string>), 'content-type': 'application/json' }
    expect(await call('POST', '/paypal/webhook', rawBody, sentHeaders)).toMatchObject({ status: 200 })
    expect(await call('GET', '/api/user/payments', undefined, SIGNED_IN)).toMatchObject({
      status: 200,
      body: { payments: [{ id, status: 'refunded' }] },
    })
    expect(await testPayments.planOf(anna)).toBe('free')
  })

  it('leaves receipts after payments are switched off', async () => {
    const { call } = await openApp({ withPayments: false })
    const receipts = await call('GET', '/api/user/payments', undefined, SIGNED_IN)
    expect([receipts.status, receipts.body]).toEqual([200, { payments: [] }])
    expect(await call('GET', '/api/user/payments')).toMatchObject({ status: 401 })
  })
})

describe('a webhook event of the provider', () => {
  const JSON_TYPE = { 'content-type': 'application/json' }

  it('is verified over its exact bytes, without reading or setting a cookie', async () => {
    const { anna, call } = await openApp()
    const id = await testPayments.createApprovedOrder(anna)
    await testPayments.provider.captureOrder(id, 'by hand')
    const { rawBody } = testPayments.provider.webhookEvent('PAYMENT.CAPTURE.COMPLETED', id)
    const spaced = `${rawBody.replace('{', '{\n  ')} `
    expect(await call('POST', '/paypal/webhook', spaced, JSON_TYPE)).toMatchObject({
      status: 400,
      body: { code: 'unverified_notice' },
    })
    const webhookAnswer = await call('POST', '/paypal/webhook', rawBody, { ...JSON_TYPE, cookie: 'kerf_session=eve' })
    expect([webhookAnswer.status, webhookAnswer.body, webhookAnswer.headers['set-cookie']]).toEqual([
      200,
      {},
      undefined,
    ])
    expect((await testPayments.account(anna.id)).subscription).toBe('pro-monthly')
  })

  it('is refused without a call to the provider if it is not JSON, or empty', async () => {
    const { call } = await openApp()
    expect(await call('POST', '/paypal/webhook', 'not json', JSON_TYPE)).toMatchObject({ status: 400 })
    expect((await call('POST', '/paypal/webhook', 'a=b', { 'content-type': 'text/plain' })).status).toBe(415)
    expect((await call('POST', '/paypal/webhook')).status).toBe(400)
    expect(testPayments.provider.asked).toEqual([])
  })

  it('is limited to a few at a time per address', async () => {
    const { call } = await openApp()
    const statuses = []
    for (let index = 0; index < 121; index++)
      statuses.push((await call('POST', '/paypal/webhook', '{}', JSON_TYPE)).status)
    expect([statuses.filter((status) => status === 400).length, statuses.at(-1)]).toEqual([120, 429])
  })

  it('is requested again while the provider is unreachable, and ignored without payments', async () => {
    const { anna, call } = await openApp()
    const { rawBody } = testPayments.provider.webhookEvent(
      'PAYMENT.CAPTURE.COMPLETED',
      await testPayments.createApprovedOrder(anna),
    )
    testPayments.provider.goDown()
    expect(await call('POST', '/paypal/webhook', rawBody, JSON_TYPE)).toMatchObject({ status: 402 })
    const { call: callWithoutPayments } = await openApp({ withPayments: false })
    expect(await callWithoutPayments('POST', '/paypal/webhook', rawBody, JSON_TYPE)).toMatchObject({ status: 501 })
  })
})
