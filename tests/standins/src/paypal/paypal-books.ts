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
  /** Result of a capture of this order. The payer's bank decides it, not the seller. */
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

  /** The payer approves the order, for a second time if their card was declined. */
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

  /** Ends a pending capture with this outcome. */
  settle(captureId: string, outcome: 'COMPLETED' | 'DECLINED'): BookedCapture {
    const capture = this.capture(captureId)
    if (capture.status !== 'PENDING') throw new Error(`${captureId} is ${capture.status}, nothing is pending`)
    capture.status = outcome
    return capture
  }

  /** Refunds this amount, or the rest of the capture. */
  refund(captureId: string, cents?: number): BookedRefund {
    const { order, capture } = this.#withCapture(captureId)
    const remainingCents = capture.cents - sum(order.refunds.filter((refund) => refund.captureId === captureId))
    if (remainingCents === 0) throw unprocessable('CAPTURE_FULLY_REFUNDED')
    const refundedCents = cents ?? remainingCents
    if (refundedCents > remainingCents || refundedCents <= 0) throw unprocessable('REFUND_AMOUNT_EXCEEDED')
    const refund: BookedRefund = {
      id: paypalId(),
      captureId,
      cents: refundedCents,
      currency: capture.currency,
      createdAt: this.#time(),
    }
    order.refunds.push(refund)
    capture.status = refundedCents === remainingCents ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
    return refund
  }

  #withCapture(id: string): { order: BookedOrder; capture: BookedCapture } {
    for (const order of this.orders.values()) {
      const capture = order.captures.find((candidate) => candidate.id === id)
      if (capture) return { order, capture }
    }
    throw notFound()
  }

  #time(): string {
    // PayPal writes times to the second.
    return this.#now()
      .toISOString()
      .replace(/\.\d+Z$/, 'Z')
  }
}

/** Cents of an amount: `4.99` is 499. PayPal takes two decimals and nothing else for dollars. */
function centsOf(value: unknown): number {
  if (typeof value !== 'string' || !/^\d{1,9}(\.\d+)?$/.test(value)) throw malformed('INVALID_PARAMETER_VALUE')
  const [dollars, decimals = '00'] = value.split('.')
  if (decimals.length > 2) throw unprocessable('DECIMAL_PRECISION')
  return Number(dollars) * 100 + Number(decimals.padEnd(2, '0'))
}

export function dollarsOf(cents: number): string {
  return `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
}

/** A random id in PayPal's format, such as `5O190127TN364715T`. */
export function paypalId(): string {
  const alphabet = '0123456789ABCDEFGHJKLMNPRSTUVWXY'
  return Array.from({ length: 17 }, () => alphabet[randomInt(alphabet.length)]).join('')
}

function sum(refunds: readonly BookedRefund[]): number {
  return refunds.reduce((total, { cents }) => total + cents, 0)
}
