import { randomInt } from 'node:crypto'
import { malformed, notFound, unprocessable } from './paypal-refusal.ts'

export type CaptureOutcome = 'COMPLETED' | 'PENDING' | 'DECLINED'

export interface BookedRefund {
  id: string
  captureId: string
  cents: number
  currency: string
  createdAt: string
}

export interface BookedCapture {
  id: string
  orderId: string
  reference: string | undefined
  status: CaptureOutcome | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  cents: number
  currency: string
  createdAt: string
}

export interface BookedOrder {
  id: string
  status: 'CREATED' | 'APPROVED' | 'COMPLETED' | 'VOIDED'
  reference: string | undefined
  description: string | undefined
  cents: number
  currency: string
  /** What becomes of the money when it is captured; the payer's bank decides, not the seller. */
  outcome: CaptureOutcome
  captures: BookedCapture[]
  refunds: BookedRefund[]
  createdAt: string
}

export interface OrderRequest {
  reference: string | undefined
  description: string | undefined
  value: string
  currency: string
}

/** PayPal's state, and how it changes. Nothing here depends on HTTP. */
export class PaypalBooks {
  readonly orders = new Map<string, BookedOrder>()
  readonly #now: () => Date

  constructor(now: () => Date) {
    this.#now = now
  }

  create({ reference, description, value, currency }: OrderRequest): BookedOrder {
    const order: BookedOrder = {
      id: paypalId(),
      status: 'CREATED',
      reference,
      description,
      cents: centsOf(value),
      currency,
      outcome: 'COMPLETED',
      captures: [],
      refunds: [],
      createdAt: this.#time(),
    }
    this.orders.set(order.id, order)
    return order
  }

  order(id: string): BookedOrder {
    const order = this.orders.get(id)
    if (!order) throw notFound()
    return order
  }

  capture(id: string): BookedCapture {
    return this.#withCapture(id).capture
  }

  /** The payer agrees; again after their card was declined. */
  approve(id: string, outcome: CaptureOutcome): BookedOrder {
    const order = this.order(id)
    if (order.status !== 'CREATED' && order.status !== 'APPROVED') throw unprocessable('ORDER_ALREADY_CAPTURED')
    order.status = 'APPROVED'
    order.outcome = outcome
    return order
  }

  captureOrder(id: string): BookedOrder {
    const order = this.order(id)
    if (order.status === 'COMPLETED') throw unprocessable('ORDER_ALREADY_CAPTURED')
    if (order.status === 'VOIDED') throw unprocessable('ORDER_VOIDED')
    if (order.status !== 'APPROVED') throw unprocessable('ORDER_NOT_APPROVED')
    order.status = 'COMPLETED'
    const { cents, currency, reference, outcome: status } = order
    order.captures.push({ id: paypalId(), orderId: id, reference, status, cents, currency, createdAt: this.#time() })
    return order
  }

  /** A capture that was held back comes out. */
  settle(captureId: string, outcome: 'COMPLETED' | 'DECLINED'): BookedCapture {
    const capture = this.capture(captureId)
    if (capture.status !== 'PENDING') throw new Error(`${captureId} is ${capture.status}, nothing is pending`)
    capture.status = outcome
    return capture
  }

  /** Gives back this much, or what is left of it. */
  refund(captureId: string, cents?: number): BookedRefund {
    const { order, capture } = this.#withCapture(captureId)
    const left = capture.cents - sum(order.refunds.filter((refund) => refund.captureId === captureId))
    if (left === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
    const given = cents ?? left
    if (given > left || given <= 0) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
    const refund: BookedRefund = {
      id: paypalId(),
      captureId,
      cents: given,
      currency: capture.currency,
      createdAt: this.#time(),
    }
    order.refunds.push(refund)
    capture.status = given === left ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return refund
  }

  #withCapture(id: string): { order: BookedOrder; capture: BookedCapture } {
    for (const order of this.orders.values()) {
      const capture = order.captures.find((one) => one.id === id)
      if (capture) return { order, capture }
    }
    throw notFound()
  }

  #time(): string {
    // To the second, as PayPal writes it.
    return this.#now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
  }
}

/** `4.99` is 499. PayPal takes two decimals and nothing else for dollars. */
function centsOf(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{1,9}(\.\d+)?$/.test(value)) throw malformed('INVALID_PARAMETER_VALUE')
  const [whole, decimals = '00'] = value.split('.')
  if (decimals.length > 2) throw unprocessable('DECIMAL_PRECISION')
  return Number(whole) * 100 + Number(decimals.padEnd(2, '0'))
}

export function dollarsOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** Like `5O190127TN364715T`. */
export function paypalId(): string {
  const emails = '0123456789ABCDEFGHJKLMNPRSTUVWXY'
  return Array.from({ length: 17 }, () => emails[randomInt(emails.length)]).join('')
}

function sum(refunds: readonly BookedRefund[]): number {
  return refunds.reduce((total, { cents }) => total + cents, 0)
}
