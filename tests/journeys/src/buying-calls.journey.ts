import type { Batch } from '@kerf/contract/batch'
import type { Download } from '@kerf/contract/download'
import { PLANS, planPeriodEnd } from '@kerf/domain/plans/plans'
import { type PaypalStandin, startPaypal } from '@kerf/standins/paypal/start-paypal'
import { afterAll, beforeAll, describe, expect, it as itInBoth } from 'vitest'
import { it, itAtLength } from './harness/at-length.ts'
import { PATIENTLY } from './harness/browser.ts'
import { Buyer } from './harness/buyer.ts'
import { type RunningKerf, startKerf } from './harness/start-kerf.ts'

const FREE = { subscription: 'free', expiresAt: null }
const FOR_EVER = { subscription: 'lifetime', expiresAt: null }

let paypal: PaypalStandin
let kerf: RunningKerf
beforeAll(async () => {
  paypal = await startPaypal()
  kerf = await startKerf({ environment: paypal.environment })
})
afterAll(async () => {
  await kerf.dispose()
  await paypal.close()
})

const webhooksGoTo = (url = kerf.url) => `${url}/paypal/webhook`

async function newBuyer(): Promise<Buyer> {
  const buyer = new Buyer(kerf.url)
  await buyer.signUp()
  return buyer
}

/** A month or a year after a moment, or after the end that there was. */
function endAfter(plan: 'pro-monthly' | 'pro-yearly', start: string): string | undefined {
  return planPeriodEnd(plan, new Date(start))?.toISOString()
}

const captureIdOf = (orderId: string): string => paypal.order(orderId).captures[0]!.id

describe('an order', () => {
  itInBoth.each([
    ['pro-monthly', '4.99'],
    ['pro-yearly', '49.99'],
    ['lifetime', '199.00'],
  ] as const)('for %s is told by %s dollars alone, and costs that at PayPal', async (plan, amount) => {
    const buyer = await newBuyer()
    const { status, body } = await buyer.call<{ id: string }>('POST', '/paypal/order', {
      amount,
      currency: 'USD',
      intent: 'CAPTURE',
    })
    expect(status).toBe(200)
    expect(paypal.order(body.id)).toMatchObject({ cents: PLANS[plan].priceCents, currency: 'USD', status: 'CREATED' })
    paypal.approve(body.id)
    expect(await buyer.capture(body.id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(await buyer.plan()).toMatchObject({ subscription: plan })
    const [payment] = await buyer.payments()
    expect(payment).toMatchObject({ id: body.id, plan, status: 'paid', amountCents: PLANS[plan].priceCents })
    expect(await buyer.report(body.id)).toMatchObject({ status: 200, body: { subscription: plan } })
    expect((await buyer.whoAmI()).body.subscription).toBe(plan)
  })

  it('over any other amount, currency or intent is refused with 400, and PayPal hears nothing of it', async () => {
    const buyer = await newBuyer()
    const asked = paypal.times('createOrder')
    for (const changes of [
      { amount: '4.98', planId: undefined },
      { amount: '0.01', planId: 'lifetime' },
      { amount: '4.99', planId: 'lifetime' },
      { amount: '', planId: undefined },
      { amount: '-4.99', planId: undefined },
      { amount: '0', planId: 'free' },
      { currency: 'EUR' },
      { intent: 'AUTHORIZE' },
    ]) {
      const { status } = await buyer.order('pro-monthly', changes)
      expect({ ...changes, status }).toEqual({ ...changes, status: 400 })
    }
    expect(paypal.times('createOrder')).toBe(asked)
    expect(await buyer.payments()).toEqual([])
  })

  it('is for those who are signed in', async () => {
    const stranger = new Buyer(kerf.url)
    expect((await stranger.order('pro-monthly')).status).toBe(401)
    expect((await stranger.call('GET', '/paypal/setup')).status).toBe(401)
    expect((await stranger.capture('5O190127TN364715T')).status).toBe(401)
    expect((await stranger.report('5O190127TN364715T')).status).toBe(401)
  })

  it('of somebody else is one that does not exist, byte for byte', async () => {
    const [anna, ben] = [await newBuyer(), await newBuyer()]
    const id = await anna.approved('lifetime', paypal)
    for (const call of ['capture', 'report'] as const) {
      const [others, unknown] = [await ben[call](id), await ben[call]('5O190127TN364715T')]
      expect([others.status, unknown.status]).toEqual([404, 404])
      expect(JSON.stringify(others.body)).toBe(JSON.stringify(unknown.body))
    }
    expect([await anna.plan(), await ben.plan()]).toEqual([FREE, FREE])
    expect(await anna.capture(id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect((await ben.report(id)).status).toBe(404)
    expect([await anna.plan(), await ben.plan()]).toEqual([FOR_EVER, FREE])
  })

  it('that nobody has approved takes nothing, and can be approved then', async () => {
    const buyer = await newBuyer()
    const { id } = (await buyer.order('pro-monthly')).body
    expect((await buyer.capture(id)).status).not.toBe(200)
    expect(await buyer.plan()).toEqual(FREE)
    paypal.approve(id)
    expect(await buyer.capture(id)).toMatchObject({ body: { status: 'COMPLETED' } })
  })
})

describe('what the page says of a payment', () => {
  it('grants nothing, before it is approved, after, or when it was declined', async () => {
    const buyer = await newBuyer()
    const { id } = (await buyer.order('pro-monthly')).body
    for (const _twice of [1, 2]) expect((await buyer.report(id)).status).not.toBe(200)
    paypal.approve(id, 'DECLINED')
    expect((await buyer.report(id)).status).not.toBe(200)
    expect((await buyer.capture(id)).body).toMatchObject({ status: 'DECLINED' })
    expect((await buyer.report(id)).status).not.toBe(200)
    expect(await buyer.plan()).toEqual(FREE)
  })

  it('grants no more when it is said again: a month is a month, and what was bought is not what is named', async () => {
    const buyer = await newBuyer()
    const id = await buyer.buy('pro-monthly', paypal)
    const { expiresAt } = await buyer.plan()
    const again = await Promise.all(Array.from({ length: 10 }, () => buyer.report(id, 'lifetime')))
    for (const { body } of again) expect(body).toEqual({ subscription: 'pro-monthly', expiresAt })
    expect(await buyer.plan()).toEqual({ subscription: 'pro-monthly', expiresAt })
  })
})

describe('a payment', () => {
  it('that is captured by twenty calls, while its notices come three times each, is one', async () => {
    const buyer = await newBuyer()
    const id = (await buyer.order('pro-yearly')).body.id
    paypal.subscribe(webhooksGoTo(), 3)
    paypal.approve(id)
    const answers = await Promise.all(Array.from({ length: 20 }, () => buyer.capture(id)))
    expect(new Set(await paypal.delivered())).toEqual(new Set([200]))
    paypal.unsubscribe()
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200))
    expect(await buyer.capture(id)).toMatchObject({ body: { status: 'COMPLETED' } })
    expect(paypal.order(id).captures).toHaveLength(1)
    const payments = await buyer.payments()
    expect(payments).toHaveLength(1)
    expect(await buyer.plan()).toEqual({
      subscription: 'pro-yearly',
      expiresAt: endAfter('pro-yearly', payments[0]!.paidAt!),
    })
  })

  it('of Pro by two orders at once adds both, one behind the other, with a receipt each', async () => {
    const buyer = await newBuyer()
    const ids = [await buyer.approved('pro-monthly', paypal), await buyer.approved('pro-monthly', paypal)]
    await Promise.all(ids.map((id) => buyer.capture(id)))
    const payments = await buyer.payments()
    const first = payments.map(({ paidAt }) => paidAt!).sort()[0]!
    const month = endAfter('pro-monthly', first)!
    expect((await buyer.plan()).expiresAt).toBe(endAfter('pro-monthly', month))
    expect(new Set(payments.map(({ receiptNumber }) => receiptNumber)).size).toBe(2)
  })

  it('is not taken for an order that was approved before Lifetime came', async () => {
    const buyer = await newBuyer()
    const month = await buyer.approved('pro-monthly', paypal)
    await buyer.buy('lifetime', paypal)
    expect(await buyer.capture(month)).toMatchObject({ status: 409, body: { code: 'plan_owned' } })
    expect(paypal.order(month).captures).toEqual([])
    expect(await buyer.order('pro-yearly')).toMatchObject({ status: 409, body: { code: 'plan_owned' } })
    expect(await buyer.plan()).toEqual(FOR_EVER)
  })

  itInBoth.each([
    ['the connection ended', { does: 'hangUp', carriedOut: true }],
    ['the answer broke off', { does: 'cut' }],
    ['PayPal broke over it', { does: 'fail', carriedOut: true }],
  ] as const)('whose answer was lost because %s, has been made once', async (_why, behaviour) => {
    const buyer = await newBuyer()
    const id = await buyer.approved('pro-monthly', paypal)
    paypal.next('captureOrder', behaviour)
    expect(await buyer.capture(id)).toMatchObject({ status: 200, body: { status: 'COMPLETED' } })
    expect(paypal.order(id).captures).toHaveLength(1)
    expect(await buyer.payments()).toMatchObject([{ status: 'paid' }])
    expect((await buyer.plan()).subscription).toBe('pro-monthly')
  })

  it('that PayPal says nothing of is pending, and its plan comes when PayPal can be asked', async () => {
    const buyer = await newBuyer()
    const id = await buyer.approved('lifetime', paypal)
    paypal.next('captureOrder', { does: 'hangUp', carriedOut: true }, 9)
    paypal.next('readOrder', { does: 'fail' }, 9)
    expect(await buyer.capture(id)).toMatchObject({ body: { status: 'PENDING' } })
    expect(await buyer.plan()).toEqual(FREE)
    expect(await buyer.report(id)).toMatchObject({ body: { code: 'payment_pending' } })
    paypal.behave()
    expect(await buyer.report(id)).toMatchObject({ status: 200, body: FOR_EVER })
    expect(paypal.order(id).captures).toHaveLength(1)
  })
})

describe('a notice', () => {
  it('that PayPal has not sent is refused and changes nothing', async () => {
    const buyer = await newBuyer()
    const id = await buyer.approved('lifetime', paypal, 'PENDING')
    expect(await buyer.capture(id)).toMatchObject({ body: { status: 'PENDING' } })
    const genuine = paypal.webhookEvent('PAYMENT.CAPTURE.PENDING')
    const forged = genuine.rawBody.replaceAll('PENDING', 'COMPLETED')
    expect(await paypal.deliver(genuine, webhooksGoTo(), forged)).toBe(400)
    const { headers: _, ...bare } = genuine
    expect(await paypal.deliver({ ...bare, headers: { 'content-type': 'application/json' } }, webhooksGoTo())).toBe(400)
    expect(await paypal.deliver(genuine, webhooksGoTo(), '{')).toBe(400)
    expect(await buyer.plan()).toEqual(FREE)
    // Its own is believed in so far as PayPal says the same when it is asked.
    const early = paypal.sign('PAYMENT.CAPTURE.COMPLETED', forged)
    expect(await paypal.deliver(early, webhooksGoTo())).toBe(200)
    expect(await buyer.plan()).toEqual(FREE)

    paypal.settle(captureIdOf(id), 'COMPLETED')
    const settled = paypal.webhookEvent('PAYMENT.CAPTURE.COMPLETED')
    for (const _thrice of [1, 2, 3]) expect(await paypal.deliver(settled, webhooksGoTo())).toBe(200)
    expect(await buyer.plan()).toEqual(FOR_EVER)
    expect(await buyer.payments()).toHaveLength(1)
  })

  it('that a payment which was held back was denied leaves everything as it was', async () => {
    const buyer = await newBuyer()
    const id = await buyer.approved('pro-yearly', paypal, 'PENDING')
    await buyer.capture(id)
    paypal.settle(captureIdOf(id), 'DECLINED')
    expect(await paypal.deliver(paypal.webhookEvent('PAYMENT.CAPTURE.DENIED'), webhooksGoTo())).toBe(200)
    expect(await buyer.plan()).toEqual(FREE)
    expect(await buyer.payments()).toMatchObject([{ status: 'failed', receiptNumber: null }])
    expect(await buyer.report(id)).toMatchObject({ body: { code: 'payment_failed' } })
  })

  it('of a refund ends what was bought with it, once, and leaves the rest', async () => {
    const buyer = await newBuyer()
    const month = await buyer.buy('pro-monthly', paypal)
    const held = await buyer.plan()
    const lifetime = await buyer.buy('lifetime', paypal)
    expect(await buyer.plan()).toEqual(FOR_EVER)
    paypal.refund(captureIdOf(lifetime), 5000)
    await paypal.deliver(paypal.webhookEvent('PAYMENT.CAPTURE.REFUNDED'), webhooksGoTo())
    expect(await buyer.plan()).toEqual(FOR_EVER)
    paypal.refund(captureIdOf(lifetime))
    for (const _twice of [1, 2]) await paypal.deliver(paypal.webhookEvent('PAYMENT.CAPTURE.REFUNDED'), webhooksGoTo())
    expect(await buyer.plan()).toEqual(held)
    paypal.reverse(captureIdOf(month))
    await paypal.deliver(paypal.webhookEvent('PAYMENT.CAPTURE.REVERSED'), webhooksGoTo())
    expect(await buyer.plan()).toEqual(FREE)
    expect(await buyer.payments()).toMatchObject([
      { id: lifetime, status: 'refunded', refundedCents: 19_900 },
      { id: month, status: 'refunded', refundedCents: 499 },
    ])
    for (const id of [month, lifetime]) {
      expect((await buyer.report(id)).status).not.toBe(200)
      expect(await buyer.capture(id)).toMatchObject({ body: { status: 'REFUNDED' } })
    }
    expect(await buyer.plan()).toEqual(FREE)
  })
})

itAtLength(
  'whoever has just bought Pro gets a clip of several ranges in 1080p, and a batch; with the money back no more of it, but what was taken',
  async () => {
    const buyer = await newBuyer()
    const { id } = await buyer.process('kerf:sample')
    const ranges = [
      { startTime: 1, endTime: 2 },
      { startTime: 10, endTime: 11 },
    ]
    const joined = { quality: '1080p', ranges }
    const items = ranges.map((range) => ({ videoId: id, quality: '480p', ...range }))
    expect((await buyer.call('POST', `/api/video/${id}/download`, joined)).status).toBe(403)
    expect((await buyer.call('POST', '/api/batch', { items })).status).toBe(403)
    const order = await buyer.buy('pro-monthly', paypal)

    const [asked, batch] = [
      await buyer.call<Download>('POST', `/api/video/${id}/download`, joined),
      await buyer.call<Batch>('POST', '/api/batch', { items }),
    ]
    expect([asked.status, batch.status]).toEqual([202, 202])
    paypal.refund(captureIdOf(order))
    await paypal.deliver(paypal.webhookEvent('PAYMENT.CAPTURE.REFUNDED'), webhooksGoTo())
    // In the same session, while what was taken waits or is cut.
    expect(await buyer.call('POST', `/api/video/${id}/download`, joined)).toMatchObject({ status: 403 })
    expect(await buyer.call('POST', '/api/batch', { items })).toMatchObject({
      status: 403,
      body: { code: 'pro_feature' },
    })
    expect(await buyer.plan()).toEqual(FREE)
    expect(await buyer.finished(asked.body)).toMatchObject({
      status: 'completed',
      quality: '1080p',
      ranges,
      receipt: { frames: 60 },
    })
    const state = async () => (await buyer.call<Batch>('GET', `/api/batch/${batch.body.id}`)).body
    await expect.poll(async () => (await state()).status, PATIENTLY).toBe('completed')
    expect(await state()).toMatchObject({ completed: 2, failed: 0, total: 2 })
    const zip = await buyer.fetch(`/api/batch/${batch.body.id}/file`)
    expect(new TextDecoder('latin1').decode(await zip.arrayBuffer()).startsWith('PK')).toBe(true)
  },
)

itAtLength(
  'a power cut after PayPal has taken the money, and before we heard of it, costs nobody their plan',
  async () => {
    const buyer = await newBuyer()
    const id = await buyer.approved('pro-yearly', paypal)
    paypal.next('captureOrder', { does: 'lose' })
    const asked = paypal.times('captureOrder')
    const unheard = buyer.capture(id).catch(() => null)
    await expect.poll(() => paypal.times('captureOrder')).toBe(asked + 1)
    await kerf.kill()
    expect(await unheard).toBeNull()
    expect(paypal.order(id).captures).toHaveLength(1)

    const { dataDirectory } = kerf
    kerf = await startKerf({ environment: paypal.environment, dataDirectory })
    const same = new Buyer(kerf.url, buyer)
    await same.signIn()
    await expect.poll(async () => (await same.plan()).subscription, PATIENTLY).toBe('pro-yearly')
    const { expiresAt } = await same.plan()
    expect(await same.capture(id)).toMatchObject({ body: { status: 'COMPLETED' } })
    expect(await same.report(id)).toMatchObject({ body: { expiresAt } })
    expect(paypal.order(id).captures).toHaveLength(1)
    expect(await same.payments()).toHaveLength(1)
  },
)
