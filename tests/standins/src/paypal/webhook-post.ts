import { request } from 'node:http'
import { type BookedCapture, type BookedOrder, type BookedRefund, dollarsOf } from './paypal-books.ts'
import { captureResource, orderResource, refundResource } from './paypal-resources.ts'
import type { EventContent, PaypalWebhookEvent, WebhookSigner } from './paypal-webhook-events.ts'

/** Posts webhook events to a subscriber, and stores each of them. */
export class WebhookPost {
  readonly webhookEvents: PaypalWebhookEvent[] = []
  readonly #signer: WebhookSigner
  readonly #now: () => Date
  readonly #inFlight = new Set<Promise<number>>()
  #subscriber: { url: string; copies: number } | null = null
  #answered: number[] = []

  constructor(signer: WebhookSigner, now: () => Date) {
    this.#signer = signer
    this.#now = now
  }

  subscribe(url: string, copies: number): void {
    this.#subscriber = { url, copies }
  }

  unsubscribe(): void {
    this.#subscriber = null
  }

  publish(content: EventContent): void {
    const webhookEvent = this.#signer.sign(content, this.#now())
    this.webhookEvents.push(webhookEvent)
    const { url, copies } = this.#subscriber ?? { url: '', copies: 0 }
    for (let copy = 0; copy < copies; copy += 1) this.#send(webhookEvent, url)
  }

  async waitForDeliveries(): Promise<number[]> {
    while (this.#inFlight.size > 0) await Promise.all(this.#inFlight)
    const statuses = this.#answered
    this.#answered = []
    return statuses
  }

  deliver({ headers, rawBody }: PaypalWebhookEvent, url: string, body = rawBody): Promise<number> {
    const target = new URL(url)
    if (!['127.0.0.1', 'localhost', '[::1]'].includes(target.hostname)) throw new Error(`${url} is not on this machine`)
    return new Promise((resolve, reject) => {
      const bytes = Buffer.from(body)
      const outgoing = request(target, { method: 'POST', headers: { ...headers, 'content-length': bytes.length } })
      outgoing.on('response', (response) => {
        response.resume()
        response.on('end', () => resolve(response.statusCode ?? 0))
        response.on('error', reject)
      })
      outgoing.on('error', reject)
      outgoing.end(bytes)
    })
  }

  /** Posts a webhook event. If nobody answers, the status is 0 and the stand-in goes on, like PayPal. */
  #send(webhookEvent: PaypalWebhookEvent, url: string): void {
    const sending = this.deliver(webhookEvent, url).catch(() => 0)
    this.#inFlight.add(sending)
    void sending.then((status) => {
      this.#inFlight.delete(sending)
      this.#answered.push(status)
    })
  }
}

export function orderEvent(order: BookedOrder): EventContent {
  return {
    type: 'CHECKOUT.ORDER.APPROVED',
    resourceType: 'checkout-order',
    summary: 'An order has been approved by buyer',
    resource: orderResource(order),
  }
}

export function captureEvent(capture: BookedCapture, outcome: string = capture.status): EventContent {
  return {
    type: `PAYMENT.CAPTURE.${outcome}`,
    resourceType: 'capture',
    summary: `Payment ${outcome.toLowerCase()} for $ ${dollarsOf(capture.cents)} ${capture.currency}`,
    resource: captureResource(capture),
  }
}

export function refundEvent(capture: BookedCapture, refund: BookedRefund): EventContent {
  return {
    type: 'PAYMENT.CAPTURE.REFUNDED',
    resourceType: 'refund',
    summary: `A $ ${dollarsOf(refund.cents)} ${capture.currency} capture payment was refunded`,
    resource: refundResource(refund),
  }
}
