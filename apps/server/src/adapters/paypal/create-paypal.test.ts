import { randomUUID } from 'node:crypto'
import { inspect } from 'node:util'
import { beforeEach, describe, expect, it } from 'vitest'
import { type PaymentProvider, PaymentProviderError } from '../../ports/payments.ts'
import { CLIENT_SECRET, startTestPaypal } from './test-paypal.fixture.ts'

const backend = await startTestPaypal()
const { standin } = backend
/** A new client for each test, without a token. */
let paypal: PaymentProvider

beforeEach(() => {
  standin.clearBehaviours()
  paypal = backend.connect()
})

/** Long enough for a call on a busy machine, short enough for a test. */
const CALL_TIMEOUT_MILLISECONDS = 1_000

const request = (reference: string) => ({
  requestId: reference,
  reference,
  description: 'Kerf Pro, one month',
  amountCents: 499,
  currency: 'USD' as const,
})

async function createOrder(provider = paypal): Promise<{ id: string; reference: string }> {
  const reference = randomUUID()
  return { ...(await provider.createOrder(request(reference))), reference }
}

async function createApprovedOrder(outcome: 'COMPLETED' | 'PENDING' | 'DECLINED' = 'COMPLETED') {
  const order = await createOrder()
  standin.approve(order.id, outcome)
  return order
}

async function failureOf(work: Promise<unknown>): Promise<PaymentProviderError> {
  const error = await work.then(
    (answer) => expect.fail(`answered ${inspect(answer)}`),
    (rejection: unknown) => rejection,
  )
  expect(error).toBeInstanceOf(PaymentProviderError)
  const errorText = inspect(error, { depth: 10, showHidden: true })
  expect(errorText).not.toContain(CLIENT_SECRET)
  expect(errorText).not.toContain(Buffer.from(`client:${CLIENT_SECRET}`).toString('base64'))
  expect(errorText).not.toContain('A21AA')
  return error as PaymentProviderError
}

const requestsOf = (call: string) => standin.requests.filter((entry) => entry.call === call)

describe('an order', () => {
  it("has the plan's amount, immediate payment, our reference and no shipping", async () => {
    const { id, reference } = await createOrder()
    expect(JSON.parse(requestsOf('createOrder').at(-1)!.body)).toEqual({
      intent: 'CAPTURE',
      purchase_units: [
        {
          custom_id: reference,
          description: 'Kerf Pro, one month',
          amount: { currency_code: 'USD', value: '4.99' },
        },
      ],
      application_context: { user_action: 'PAY_NOW', shipping_preference: 'NO_SHIPPING' },
    })
    expect(await paypal.readOrder(id)).toEqual({
      id,
      status: 'CREATED',
      reference,
      amountCents: 499,
      currency: 'USD',
      captures: [],
    })
  })

  it('is created once per request id, also after its response was lost', async () => {
    const reference = randomUUID()
    const countBefore = standin.orders.length
    standin.setNextBehaviour('createOrder', { does: 'lose' })
    await failureOf(backend.connect({ callMilliseconds: CALL_TIMEOUT_MILLISECONDS }).createOrder(request(reference)))
    const repetitions = await Promise.all([
      paypal.createOrder(request(reference)),
      paypal.createOrder(request(reference)),
    ])
    expect(standin.orders.length - countBefore).toBe(1)
    expect(repetitions).toEqual([{ id: standin.orders.at(-1)!.id }, { id: standin.orders.at(-1)!.id }])
  })

  it('is null if PayPal does not know it, and an invalid id causes no request', async () => {
    expect(await paypal.readOrder('5O190127TN364715T')).toBeNull()
    const countBefore = standin.requests.length
    expect(await paypal.readOrder('../../v1/oauth2/token')).toBeNull()
    expect(await paypal.captureOrder('a/b', 'x')).toEqual({ ok: false, reason: 'gone' })
    expect(standin.requests.length).toBe(countBefore)
  })

  it('is not unknown just because another server returns 404', async () => {
    const { id } = await createOrder()
    standin.setNextBehaviour('readOrder', { does: 'answer', status: 404, body: '<h1>Not Found</h1>' })
    expect((await failureOf(paypal.readOrder(id))).message).toMatch(/^PayPal answered 404 to GET /)
  })

  it('is refused if its amount is not a number of cents', async () => {
    const countBefore = standin.requests.length
    await expect(paypal.createOrder({ ...request('x'), amountCents: 4.99 })).rejects.toThrow(RangeError)
    expect(standin.requests.length).toBe(countBefore)
  })

  it("has a description cut to PayPal's limit", async () => {
    const { id } = await paypal.createOrder({ ...request(randomUUID()), description: 'Kerf '.repeat(100) })
    expect(standin.order(id).description).toHaveLength(127)
  })
})

describe('a capture', () => {
  it('takes the money once, however often it is requested', async () => {
    const { id, reference } = await createApprovedOrder()
    const results = await Promise.all([
      paypal.captureOrder(id, reference),
      paypal.captureOrder(id, reference),
      // With another request id PayPal answers ORDER_ALREADY_CAPTURED. The result is the state of the order.
      paypal.captureOrder(id, 'another'),
    ])
    const [capture] = standin.order(id).captures
    const order = {
      id,
      status: 'COMPLETED',
      reference,
      amountCents: 499,
      currency: 'USD',
      captures: [{ id: capture!.id, status: 'COMPLETED', amountCents: 499, currency: 'USD', refundedCents: 0 }],
    }
    expect(results).toEqual(Array(3).fill({ ok: true, order }))
    expect(standin.order(id).captures).toHaveLength(1)
    expect(await paypal.readOrder(id)).toEqual(order)
  })

  it('takes no money before the payer approves, and takes it later with the same request id', async () => {
    const { id, reference } = await createOrder()
    expect(await paypal.captureOrder(id, reference)).toEqual({ ok: false, reason: 'not_approved' })
    standin.approve(id)
    expect(await paypal.captureOrder(id, reference)).toMatchObject({ ok: true })
  })

  it.each(['PENDING', 'DECLINED'] as const)('is reported with its status %s', async (status) => {
    const { id, reference } = await createApprovedOrder(status)
    const result = await paypal.captureOrder(id, reference)
    expect(result).toMatchObject({ ok: true, order: { captures: [{ status }] } })
    if (status === 'DECLINED') return
    standin.settle(standin.order(id).captures[0]!.id, 'COMPLETED')
    expect(await paypal.readOrder(id)).toMatchObject({ captures: [{ status: 'COMPLETED' }] })
  })

  it.each([
    ['INSTRUMENT_DECLINED', 'declined'],
    ['TRANSACTION_REFUSED', 'declined'],
    ['PAYER_CANNOT_PAY', 'declined'],
    ['PAYER_ACTION_REQUIRED', 'not_approved'],
    ['ORDER_VOIDED', 'gone'],
  ])('is refused with %s: %s', async (issue, reason) => {
    const { id, reference } = await createApprovedOrder()
    standin.setNextBehaviour('captureOrder', { does: 'refuse', issue })
    expect(await paypal.captureOrder(id, reference)).toEqual({ ok: false, reason })
    expect(await paypal.captureOrder('5O190127TN364715T', reference)).toEqual({ ok: false, reason: 'gone' })
  })

  it("fails, neither taken nor refused, if PayPal's answer is unknown", async () => {
    const { id, reference } = await createApprovedOrder()
    standin.setNextBehaviour('captureOrder', { does: 'refuse', issue: 'PREVIOUS_REQUEST_IN_PROGRESS' })
    const failure = await failureOf(paypal.captureOrder(id, reference))
    expect(failure.message).toMatch(
      new RegExp(
        `^PayPal answered 422 \\(PREVIOUS_REQUEST_IN_PROGRESS, debug id \\w+\\) to POST /v2/checkout/orders/${id}/capture.$`,
      ),
    )
  })

  it('is read again if PayPal made it but answers with too little or nonsense', async () => {
    for (const body of ['{"id":"X","status":"COMPLETED"}', '', '[]']) {
      const { id, reference } = await createApprovedOrder()
      await paypal.captureOrder(id, reference)
      standin.setNextBehaviour('captureOrder', { does: 'answer', status: 201, body })
      expect(await paypal.captureOrder(id, reference)).toMatchObject({ ok: true, order: { id, reference } })
    }
  })

  it('has its refunds reported to the cent', async () => {
    const { id, reference } = await createApprovedOrder()
    await paypal.captureOrder(id, reference)
    const captureId = standin.order(id).captures[0]!.id
    standin.refund(captureId, 100)
    standin.refund(captureId, 50)
    expect(await paypal.readOrder(id)).toMatchObject({
      captures: [{ status: 'PARTIALLY_REFUNDED', amountCents: 499, refundedCents: 150 }],
    })
    standin.refund(captureId)
    expect(await paypal.readOrder(id)).toMatchObject({ captures: [{ status: 'REFUNDED', refundedCents: 499 }] })
  })
})

describe('a call', () => {
  it('has an unknown outcome if it gets no answer in time, which reading the order resolves', async () => {
    const impatientClient = backend.connect({ callMilliseconds: CALL_TIMEOUT_MILLISECONDS })
    const capturedOrder = await createApprovedOrder()
    const lostOrder = await createApprovedOrder()
    standin.setNextBehaviour('captureOrder', { does: 'lose' })
    const firstCapture = failureOf(impatientClient.captureOrder(capturedOrder.id, capturedOrder.reference))
    await expect.poll(() => standin.order(capturedOrder.id).status).toBe('COMPLETED')
    standin.setNextBehaviour('captureOrder', { does: 'ignore' })
    await Promise.all([firstCapture, failureOf(impatientClient.captureOrder(lostOrder.id, lostOrder.reference))])
    expect(await paypal.readOrder(capturedOrder.id)).toMatchObject({
      status: 'COMPLETED',
      captures: [{ status: 'COMPLETED' }],
    })
    expect(await paypal.readOrder(lostOrder.id)).toMatchObject({ status: 'APPROVED', captures: [] })
    // A repetition with the same request id captures the order, once.
    expect(await paypal.captureOrder(lostOrder.id, lostOrder.reference)).toMatchObject({ ok: true })
    expect(standin.order(lostOrder.id).captures).toHaveLength(1)
  })

  it.each([{ does: 'hangUp', carriedOut: false }, { does: 'hangUp', carriedOut: true }, { does: 'cut' }] as const)(
    'is repeated once if its connection breaks (%o), and takes effect once',
    async (behaviour) => {
      const { id, reference } = await createApprovedOrder()
      standin.setNextBehaviour('captureOrder', behaviour)
      expect(await paypal.captureOrder(id, reference)).toMatchObject({ ok: true, order: { status: 'COMPLETED' } })
      expect(standin.order(id).captures).toHaveLength(1)
      standin.setNextBehaviour('readOrder', behaviour, 2)
      await failureOf(paypal.readOrder(id))
    },
  )

  it.each([
    { does: 'fail', status: 500 },
    { does: 'fail', status: 503, carriedOut: true },
    { does: 'answer', status: 200, body: 'not JSON' },
    { does: 'answer', status: 200, body: '{}' },
    { does: 'answer', status: 302, body: '', headers: { location: 'http://127.0.0.1:9/' } },
    { does: 'answer', status: 200, body: `"${'x'.repeat(300_000)}"` },
  ] as const)('fails if it is answered by %o', async (behaviour) => {
    standin.setNextBehaviour('createOrder', behaviour, 2)
    await failureOf(paypal.createOrder(request(randomUUID())))
  })

  it.each([
    ['"value":"4.99"', '"value":"4.999"'],
    ['"value":"4.99"', '"value":4.99'],
    ['"currency_code":"USD"', '"currency_code":"usd"'],
    ['"status":"CREATED"', '"status":"DONE"'],
    ['"intent"', '"purchase_units":[],"intent"'],
  ])('fails if the order has an invalid field (%s is %s)', async (usualText, oddText) => {
    const { id } = await createOrder()
    const order = {
      id,
      status: 'CREATED',
      purchase_units: [{ amount: { currency_code: 'USD', value: '4.99' } }],
      intent: 'CAPTURE',
    }
    const body = JSON.stringify(order)
    standin.setNextBehaviour('readOrder', { does: 'answer', status: 200, body })
    expect(await paypal.readOrder(id)).toMatchObject({ reference: null, amountCents: 499 })
    const oddBody = oddText.includes('units')
      ? JSON.stringify({ ...order, purchase_units: [] })
      : body.replace(usualText, oddText)
    standin.setNextBehaviour('readOrder', { does: 'answer', status: 200, body: oddBody })
    await failureOf(paypal.readOrder(id))
    standin.setNextBehaviour('readOrder', { does: 'answer', status: 200, body: body.replace(id, '5O190127TN364715T') })
    await failureOf(paypal.readOrder(id))
  })
})

describe('the access token', () => {
  it('is fetched once for concurrent callers, and cached until shortly before it expires', async () => {
    const countBefore = standin.countCalls('token')
    await Promise.all(Array.from({ length: 20 }, () => createOrder()))
    backend.clock.pass(500)
    await createOrder()
    expect(standin.countCalls('token') - countBefore).toBe(1)
    backend.clock.pass(45)
    await createOrder()
    expect(standin.countCalls('token') - countBefore).toBe(2)
  })

  it('is fetched again without an error if it ends early', async () => {
    const { id, reference } = await createApprovedOrder()
    standin.endTokens()
    const countBefore = standin.countCalls('token')
    expect(await paypal.captureOrder(id, reference)).toMatchObject({ ok: true })
    expect(standin.countCalls('token') - countBefore).toBe(1)
  })

  it('causes a failure, not a loop, if it is refused repeatedly', async () => {
    standin.setNextBehaviour('readOrder', { does: 'answer', status: 401, body: '{"error":"invalid_token"}' }, 9)
    const countBefore = standin.countCalls('readOrder')
    await failureOf(paypal.readOrder('5O190127TN364715T'))
    expect(standin.countCalls('readOrder') - countBefore).toBe(2)
  })

  it('is denied for a wrong secret, and the error does not contain the secret', async () => {
    const strangerClient = backend.connect({ clientSecret: 'wrong-secret' })
    const failure = await failureOf(strangerClient.readOrder('5O190127TN364715T'))
    expect(failure.message).toBe('PayPal does not know the client id, or not with this secret.')
    expect(inspect(failure, { depth: 10 })).not.toContain('wrong-secret')
  })

  it('is requested again after a failure', async () => {
    standin.setNextBehaviour('token', { does: 'fail' })
    await failureOf(createOrder())
    expect((await createOrder()).id).toMatch(/^\w{17}$/)
  })
})

describe('the credentials', () => {
  it('are checked once, and not again while PayPal accepts them', async () => {
    const countBefore = standin.countCalls('token')
    expect([await paypal.checkCredentials(), await paypal.checkCredentials()]).toEqual([true, true])
    await createOrder()
    expect(standin.countCalls('token') - countBefore).toBe(1)
  })

  it('are checked again after a minute if PayPal rejects them or does not answer', async () => {
    const strangerClient = backend.connect({ clientSecret: 'wrong-secret' })
    const countBefore = standin.countCalls('token')
    expect([await strangerClient.checkCredentials(), await strangerClient.checkCredentials()]).toEqual([false, false])
    expect(standin.countCalls('token') - countBefore).toBe(1)
    backend.clock.pass(60)
    standin.setNextBehaviour('token', { does: 'fail' })
    await failureOf(strangerClient.checkCredentials())
    await failureOf(strangerClient.checkCredentials())
    backend.clock.pass(60)
    expect(await strangerClient.checkCredentials()).toBe(false)
    expect(standin.countCalls('token') - countBefore).toBe(3)
  })

  it('are known to be revoked after a refused call', async () => {
    expect(await paypal.checkCredentials()).toBe(true)
    standin.endTokens()
    standin.setNextBehaviour('token', { does: 'answer', status: 401, body: '{"error":"invalid_client"}' }, 2)
    await failureOf(createOrder())
    expect(await paypal.checkCredentials()).toBe(false)
  })
})

describe('a client token', () => {
  it("is fresh each time, and works for PayPal's script only", async () => {
    const [firstToken, secondToken] = [await paypal.createClientToken(), await paypal.createClientToken()]
    expect(firstToken).toMatch(/^client-/)
    expect(secondToken).not.toBe(firstToken)
    expect(Object.fromEntries(new URLSearchParams(requestsOf('clientToken').at(-1)!.body))).toEqual({
      grant_type: 'client_credentials',
      response_type: 'client_token',
    })
    const response = await fetch(`${standin.url}/v2/checkout/orders/X`, {
      headers: { authorization: `Bearer ${firstToken}` },
    })
    expect(response.status).toBe(401)
  })

  it('may be unavailable', async () => {
    standin.setNextBehaviour('clientToken', { does: 'fail', status: 503 })
    await failureOf(paypal.createClientToken())
  })
})
