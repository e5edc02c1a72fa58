import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { listenOnLoopback } from '../http/listen-on-loopback.ts'
import { answerBrowser, PAYPAL_PAGES } from './answer-browser.ts'
import { PAYER_DESK } from './fake-paypal-script.ts'
import { type PaypalStandin, startPaypal } from './start-paypal.ts'

let standin: PaypalStandin
let token: string

beforeEach(async () => {
  standin = await startPaypal()
  token = ((await ask('/v1/oauth2/token', { login: true, form: 'grant_type=client_credentials' })) as Answer).body
    .access_token as string
})
afterEach(() => standin.close())

interface Answer {
  status: number
  body: Record<string, unknown>
}

async function ask(
  path: string,
  { login = false, form, json, id }: { login?: boolean; form?: string; json?: object; id?: string } = {},
): Promise<Answer> {
  const credentials = Buffer.from('standin-client:standin-secret').toString('base64')
  const written = form ?? (json && JSON.stringify(json))
  const response = await fetch(`${standin.url}${path}`, {
    method: written === undefined ? 'GET' : 'POST',
    headers: {
      authorization: login ? `Basic ${credentials}` : `Bearer ${token}`,
      'content-type': form ? 'application/x-www-form-urlencoded' : 'application/json',
      ...(id ? { 'paypal-request-id': id } : {}),
    },
    ...(written === undefined ? {} : { body: written }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const order = (value: string, custom_id = 'ours') => ({
  intent: 'CAPTURE',
  purchase_units: [{ custom_id, amount: { currency_code: 'USD', value } }],
})
const createOrder = async () => (await ask('/v2/checkout/orders', { json: order('4.99') })).body.id as string

describe('the PayPal stand-in', () => {
  it('accepts only callers with a valid token', async () => {
    const id = await createOrder()
    expect(await ask(`/v2/checkout/orders/${id}`)).toMatchObject({ status: 200, body: { status: 'CREATED' } })
    standin.endTokens()
    expect(await ask(`/v2/checkout/orders/${id}`)).toMatchObject({ status: 401, body: { error: 'invalid_token' } })
    token = 'standin-secret'
    expect((await ask('/v2/checkout/orders', { json: order('4.99') })).status).toBe(401)
    expect((await ask('/v1/oauth2/token', { form: 'grant_type=client_credentials' })).body.error).toBe('invalid_client')
  })

  it('issues client tokens to browsers in both formats', async () => {
    const form = 'grant_type=client_credentials&response_type=client_token'
    expect((await ask('/v1/oauth2/token', { login: true, form })).body).toMatchObject({ expires_in: 900 })
    expect((await ask('/v1/identity/generate-token', { json: {} })).body).toHaveProperty('client_token')
    expect(standin.times('clientToken')).toBe(2)
  })

  it('refuses with PayPal’s error messages', async () => {
    const issueOf = (answer: Answer) => (answer.body.details as { issue: string }[])[0]?.issue
    expect(issueOf(await ask('/v2/checkout/orders', { json: order('4.999') }))).toBe('DECIMAL_PRECISION')
    expect(issueOf(await ask('/v2/checkout/orders', { json: { ...order('4.99'), intent: 'GIVE' } }))).toBe(
      'MISSING_REQUIRED_PARAMETER',
    )
    const missing = await ask('/v2/checkout/orders/NONE/capture', { json: {} })
    expect(missing).toMatchObject({ status: 404, body: { name: 'RESOURCE_NOT_FOUND' } })
    const id = await createOrder()
    const early = await ask(`/v2/checkout/orders/${id}/capture`, { json: {} })
    expect(early).toMatchObject({ status: 422, body: { name: 'UNPROCESSABLE_ENTITY' } })
    expect(issueOf(early)).toBe('ORDER_NOT_APPROVED')
  })

  it('carries out a request id once, repeats its answer, and does not mix it up with another request', async () => {
    const first = await ask('/v2/checkout/orders', { json: order('4.99'), id: 'one' })
    expect(await ask('/v2/checkout/orders', { json: order('4.99'), id: 'one' })).toEqual(first)
    expect((await ask('/v2/checkout/orders', { json: order('9.99'), id: 'one' })).status).toBe(422)
    expect(standin.orders).toHaveLength(1)
  })

  it('can repeat a refusal under the same request id, too', async () => {
    await standin.close()
    standin = await startPaypal({ keepsRefusals: true })
    const form = 'grant_type=client_credentials'
    token = (await ask('/v1/oauth2/token', { login: true, form })).body.access_token as string
    const id = await createOrder()
    const capture = (requestId: string) => ask(`/v2/checkout/orders/${id}/capture`, { json: {}, id: requestId })
    expect((await capture('one')).status).toBe(422)
    standin.approve(id)
    expect((await capture('one')).status).toBe(422)
    expect((await capture('two')).status).toBe(201)
  })

  it('refunds in parts, and no more than was paid', async () => {
    const id = await createOrder()
    standin.approve(id)
    await ask(`/v2/checkout/orders/${id}/capture`, { json: {} })
    const path = `/v2/payments/captures/${standin.order(id).captures[0]!.id}`
    const part = { amount: { currency_code: 'USD', value: '4.00' } }
    expect((await ask(`${path}/refund`, { json: part })).status).toBe(201)
    expect((await ask(path)).body).toMatchObject({ status: 'PARTIALLY_REFUNDED' })
    expect((await ask(`${path}/refund`, { json: part })).status).toBe(422)
    expect((await ask(`${path}/refund`, { json: {} })).body).toMatchObject({ amount: { value: '0.99' } })
    expect((await ask(path)).body).toMatchObject({ status: 'REFUNDED' })
  })

  it('notifies subscribers as often as configured, even if they refuse', async () => {
    const received: string[] = []
    const listener = createServer((request, response) => {
      void text(request).then((body) => {
        received.push((JSON.parse(body) as { event_type: string }).event_type)
        response.writeHead(received.length > 2 ? 503 : 200).end()
      })
    })
    const { port, close } = await listenOnLoopback(listener)
    standin.subscribe(`http://127.0.0.1:${port}/paypal/webhook`, 2)
    const id = await createOrder()
    standin.approve(id, 'PENDING')
    expect(await standin.delivered()).toEqual([200, 200])
    await ask(`/v2/checkout/orders/${id}/capture`, { json: {} })
    expect(await standin.delivered()).toEqual([503, 503])
    standin.unsubscribe()
    const captureId = standin.order(id).captures[0]!.id
    standin.settle(captureId, 'COMPLETED')
    standin.refund(captureId, 99)
    standin.reverse(captureId)
    expect(received).toEqual([
      'CHECKOUT.ORDER.APPROVED',
      'CHECKOUT.ORDER.APPROVED',
      'PAYMENT.CAPTURE.PENDING',
      'PAYMENT.CAPTURE.PENDING',
    ])
    expect(standin.webhookEvents.slice(2).map(({ type }) => type)).toEqual([
      'PAYMENT.CAPTURE.COMPLETED',
      'PAYMENT.CAPTURE.REFUNDED',
      'PAYMENT.CAPTURE.REVERSED',
    ])
    await close()
    standin.subscribe(`http://127.0.0.1:${port}/paypal/webhook`)
    standin.expire(id)
    standin.approve(await createOrder())
    expect(await standin.delivered()).toEqual([0])
  })

  it('takes the payer’s choice from the sheet in the page', async () => {
    const id = await createOrder()
    const script = answerBrowser(standin, 'https://www.sandbox.paypal.com/web-sdk/v6/core')
    expect(script.contentType).toBe('text/javascript')
    expect(script.body).toContain(PAYER_DESK)
    const said = `${PAYER_DESK}?order=${id}&outcome=PENDING`
    expect(PAYPAL_PAGES.test(said)).toBe(true)
    expect(answerBrowser(standin, said).status).toBe(200)
    expect(standin.order(id)).toMatchObject({ status: 'APPROVED', outcome: 'PENDING' })
    expect(answerBrowser(standin, `${PAYER_DESK}?order=NONE`).status).toBe(422)
    expect(answerBrowser(standin, 'https://www.paypalobjects.com/logo.svg').status).toBe(404)
  })
})
