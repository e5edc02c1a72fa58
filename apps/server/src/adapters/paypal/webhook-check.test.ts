import { beforeEach, describe, expect, it } from 'vitest'
import { PaymentProviderError, type ProviderWebhookEvent } from '../../ports/payments.ts'
import { composeWebhookCheck } from './create-paypal.ts'
import { startTestPaypal } from './test-paypal.fixture.ts'

const backend = await startTestPaypal()
const { paypal, standin } = backend
const { id } = await paypal.createOrder({
  requestId: 'one',
  reference: 'one',
  description: 'Kerf Pro',
  amountCents: 499,
  currency: 'USD',
})
standin.approve(id)
await paypal.captureOrder(id, 'one')
const genuineEvent = standin.webhookEvent('PAYMENT.CAPTURE.COMPLETED')
beforeEach(() => backend.standin.clearBehaviours())

const isVerified = (webhookEvent: ProviderWebhookEvent) => backend.paypal.verifyWebhookEvent(webhookEvent)

describe('a webhook event', () => {
  it('is accepted if PayPal sent exactly these bytes', async () => {
    expect(await isVerified(genuineEvent)).toBe(true)
    const call = backend.standin.requests.at(-1)!
    expect(call).toMatchObject({ call: 'verifyWebhookEvent' })
    expect(call.body.endsWith(`,"webhook_event":${genuineEvent.rawBody}}`)).toBe(true)
    // Parsed and serialized again, the event has the same content but other bytes than the signed ones.
    expect(await isVerified({ ...genuineEvent, rawBody: JSON.stringify(JSON.parse(genuineEvent.rawBody)) })).toBe(false)
  })

  it('is accepted with any characters', async () => {
    const oddBody = '{ "id":"x", "event_type": "Ü\\u00fc\\"}],{[ ",\n"n": 1.50, "deep": {"webhook_event": {"id": 1}} }'
    expect(await isVerified(backend.standin.sign('ANY', oddBody))).toBe(true)
  })

  it.each([
    ['its amount', (text: string) => text.replace('4.99', '0.01')],
    ['one space', (text: string) => `${text} `.replace(/^\{/, '{ ')],
    ['its type', (text: string) => text.replace('COMPLETED', 'REFUNDED')],
  ])('is rejected after a change of %s', async (_description, change) => {
    expect(await isVerified({ ...genuineEvent, rawBody: change(genuineEvent.rawBody) })).toBe(false)
  })

  it.each([
    'paypal-transmission-id',
    'paypal-transmission-time',
    'paypal-transmission-sig',
    'paypal-cert-url',
    'paypal-auth-algo',
  ])('is rejected with another %s, without it, or with two', async (name) => {
    const { [name]: value, ...otherHeaders } = genuineEvent.headers
    expect(
      await isVerified({ ...genuineEvent, headers: { ...otherHeaders, [name]: 'https://example.org/another' } }),
    ).toBe(false)
    const callsBefore = backend.standin.requests.length
    expect(await isVerified({ ...genuineEvent, headers: otherHeaders })).toBe(false)
    expect(await isVerified({ ...genuineEvent, headers: { ...otherHeaders, [name]: [value as string, 'x'] } })).toBe(
      false,
    )
    expect(await isVerified({ ...genuineEvent, headers: { ...otherHeaders, [name]: 'x'.repeat(501) } })).toBe(false)
    expect(backend.standin.requests.length).toBe(callsBefore)
  })

  it('cannot inject fields into the check, even around a genuine event', async () => {
    const forgedEvent = '{"id":"forged","event_type":"PAYMENT.CAPTURE.COMPLETED"}'
    const callsBefore = backend.standin.requests.length
    for (const rawBody of [
      `${forgedEvent},"webhook_event":${genuineEvent.rawBody}`,
      `${forgedEvent}}`,
      `${forgedEvent} ${genuineEvent.rawBody}`,
      '',
      '[]',
      'null',
      '"text"',
      `{"a":"${'x'.repeat(300_000)}"}`,
    ]) {
      expect(composeWebhookCheck({ ...genuineEvent, rawBody }, 'id')).toBeNull()
      expect(await isVerified({ ...genuineEvent, rawBody })).toBe(false)
    }
    expect(backend.standin.requests.length).toBe(callsBefore)
    // An object around the signed event is sent to PayPal, which refuses it.
    const forgedBody = `{"id":"forged","webhook_event":${genuineEvent.rawBody}}`
    expect(await isVerified({ ...genuineEvent, rawBody: forgedBody })).toBe(false)
  })

  it('is rejected without a webhook id, or with another one', async () => {
    const callsBefore = backend.standin.requests.length
    expect(await backend.connect({ webhookId: null }).verifyWebhookEvent(genuineEvent)).toBe(false)
    expect(backend.standin.requests.length).toBe(callsBefore)
    expect(await backend.connect({ webhookId: 'ANOTHER' }).verifyWebhookEvent(genuineEvent)).toBe(false)
  })

  it('is neither accepted nor rejected while PayPal does not answer', async () => {
    for (const behaviour of [
      { does: 'fail' },
      { does: 'answer', status: 200, body: '{"verification_status":"PERHAPS"}' },
      { does: 'answer', status: 404, body: '' },
    ] as const) {
      backend.standin.setNextBehaviour('verifyWebhookEvent', behaviour)
      await expect(isVerified(genuineEvent)).rejects.toThrow(PaymentProviderError)
    }
    backend.standin.setNextBehaviour('verifyWebhookEvent', {
      does: 'answer',
      status: 400,
      body: '{"name":"VALIDATION_ERROR"}',
    })
    expect(await isVerified(genuineEvent)).toBe(false)
  })
})
