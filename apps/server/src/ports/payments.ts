/** The payment provider, orders and the ledger: adapters/paypal and adapters/database. */

import type { PaidPlanId } from '@kerf/domain/plans/plans'
import type { PaypalEnvironment } from '@kerf/domain/site/site-settings'
import type { Language } from '@kerf/messages/languages'

export interface ProviderCapture {
  id: string
  status: 'COMPLETED' | 'PENDING' | 'DECLINED' | 'FAILED' | 'REFUNDED' | 'PARTIALLY_REFUNDED'
  amountCents: number
  /** ISO 4217 */
  currency: string
  refundedCents: number
}

/** An order as the provider returns it, which is authoritative over our own records. */
export interface ProviderOrder {
  id: string
  status: 'CREATED' | 'SAVED' | 'APPROVED' | 'VOIDED' | 'COMPLETED' | 'PAYER_ACTION_REQUIRED'
  /** Our order's id, which we sent at creation; null if this server did not create the order. */
  reference: string | null
  amountCents: number
  currency: string
  captures: ProviderCapture[]
}

/** The provider was unreachable, or its answer was unusable. A write may have happened or not. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
}

export type CaptureResult =
  | { ok: true; order: ProviderOrder }
  /**
   * `not_approved`: the payer has not approved. `declined`: the bank or card declined. `gone`: the order no longer
   * exists.
   */
  | { ok: false; reason: 'not_approved' | 'declined' | 'gone' }

/** A webhook event in its original bytes, which its signature covers. */
export interface ProviderWebhookEvent {
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawBody: string
}

export interface ProviderCredentials {
  clientId: string
  clientSecret: string
  environment: PaypalEnvironment
  /** null: every webhook event is refused. */
  webhookId: string | null
}

export interface PaymentProvider {
  readonly clientId: string
  readonly environment: PaypalEnvironment
  /** Whether the credentials are valid. Asks the provider at most once a minute, and no more after the first yes. */
  checkCredentials(): Promise<boolean>
  /** Token for the browser's payment buttons. Throws PaymentProviderError, as do all calls below. */
  createClientToken(): Promise<string>
  /** Idempotent: two calls with the same request id create one order. */
  createOrder(order: {
    requestId: string
    reference: string
    description: string
    amountCents: number
    currency: 'USD'
  }): Promise<{ id: string }>
  /** Idempotent: two calls with the same request id take the money once. */
  captureOrder(id: string, requestId: string): Promise<CaptureResult>
  /** null if the order does not exist at the provider. */
  readOrder(id: string): Promise<ProviderOrder | null>
  verifyWebhookEvent(webhookEvent: ProviderWebhookEvent): Promise<boolean>
}

const ORDER_STATUSES = [
  /** No capture was requested yet. */
  'created',
  /** A capture was requested; its outcome is unknown. */
  'capturing',
  /** Captured, but the provider holds the money back. */
  'pending',
  'completed',
  'declined',
  /** The full amount was refunded. */
  'refunded',
  /** Never paid, and too old to be paid. */
  'abandoned',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export interface PaymentOrderRecord {
  /** Our id. The provider's reference and the idempotency keys derive from it. */
  id: string
  /** null until the provider has created its order. */
  providerOrderId: string | null
  /** Account of the buyer, which may be deleted: orders outlive accounts. */
  accountId: string
  plan: PaidPlanId
  amountCents: number
  currency: 'USD'
  /** Language of the buyer's page, and of the emails about the order. */
  language: Language
  status: OrderStatus
  captureId: string | null
  refundedCents: number
  /** Sequence number without gaps, given on payment; null before. */
  receiptNumber: number | null
  createdAt: Date
  paidAt: Date | null
  /** Time of the next automatic check at the provider; null if no change is expected. */
  nextCheckAt: Date | null
}
