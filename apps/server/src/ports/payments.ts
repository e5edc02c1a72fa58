/** The provider that money comes by, the orders, and the ledger: adapters/paypal and adapters/database. */

import type { LedgerEntry } from '@kerf/domain/payments/ledger'
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
  /** What we gave it when it was created: our order's id. null when it was not created by this server. */
  reference: string | null
  amountCents: number
  currency: string
  captures: ProviderCapture[]
}

/** The provider could not be asked, or did not answer sensibly. Whether a write has happened is unknown. */
export class PaymentProviderError extends Error {
  override name = 'PaymentProviderError'
}

export type CaptureResult =
  | { ok: true; order: ProviderOrder }
  /** `not_approved`: the payer has not agreed. `declined`: their bank or card has not. `gone`: there is no such order any more. */
  | { ok: false; reason: 'not_approved' | 'declined' | 'gone' }

/** A webhook event as it came in: the signature is over these very bytes. */
export interface ProviderWebhookEvent {
  headers: Readonly<Record<string, string | string[] | undefined>>
  rawBody: string
}

export interface ProviderCredentials {
  clientId: string
  clientSecret: string
  environment: PaypalEnvironment
  /** Without it no webhook event is accepted. */
  webhookId: string | null
}

export interface PaymentProvider {
  readonly clientId: string
  readonly environment: PaypalEnvironment
  /** Whether the credentials are valid. Asks the provider only until it says yes, at most once a minute. */
  checkCredentials(): Promise<boolean>
  /** Lets the browser load the payment buttons. Every call here throws PaymentProviderError. */
  createClientToken(): Promise<string>
  /** Twice with the same request id is one order. */
  createOrder(order: {
    requestId: string
    reference: string
    description: string
    amountCents: number
    currency: 'USD'
  }): Promise<{ id: string }>
  /** Twice with the same request id takes the money once. */
  captureOrder(id: string, requestId: string): Promise<CaptureResult>
  /** null when the provider knows no such order (any more). */
  readOrder(id: string): Promise<ProviderOrder | null>
  verifyWebhookEvent(webhookEvent: ProviderWebhookEvent): Promise<boolean>
}

const ORDER_STATUSES = [
  /** Nothing was taken yet, as far as we know. */
  'created',
  /** The money is being taken: the outcome is not known to us. */
  'capturing',
  /** Taken, but the provider holds it back for now. */
  'pending',
  'completed',
  'declined',
  /** All of it has gone back. */
  'refunded',
  /** Never paid, and too old to be. */
  'abandoned',
] as const
export type OrderStatus = (typeof ORDER_STATUSES)[number]

export interface PaymentOrderRecord {
  /** Ours: the provider's reference and idempotency keys are made from it. */
  id: string
  /** null until the provider has answered. */
  providerOrderId: string | null
  /** The buyer. Orders outlive accounts. */
  accountId: string
  plan: PaidPlanId
  amountCents: number
  currency: 'USD'
  /** What the buyer read the page in: emails about it are written in it. */
  language: Language
  status: OrderStatus
  captureId: string | null
  refundedCents: number
  /** Counted up without gaps from the first that was paid; null before. */
  receiptNumber: number | null
  createdAt: Date
  paidAt: Date | null
  /** When the provider is asked again by itself; null when nothing can change any more. */
  nextCheckAt: Date | null
}

export interface PaymentRecords {
  orders: {
    insert(order: PaymentOrderRecord): Promise<void>
    findByProviderId(providerOrderId: string): Promise<PaymentOrderRecord | null>
    findByCapture(captureId: string): Promise<PaymentOrderRecord | null>
    /** Locks its row until the transaction ends. */
    lock(id: string): Promise<PaymentOrderRecord | null>
    update(id: string, change: Partial<Omit<PaymentOrderRecord, 'id' | 'createdAt'>>): Promise<void>
    /** The next receipt's number; no number is given twice and none is left out when the transaction holds. */
    takeReceiptNumber(): Promise<number>
    /** The buyer's, newest first. */
    listFor(accountId: string): Promise<PaymentOrderRecord[]>
    listDue(now: Date, limit: number): Promise<PaymentOrderRecord[]>
    /** Orders of unknown outcome (capturing, or no longer checked) begun in between, oldest first. */
    listUnclear(from: Date, until: Date, limit: number): Promise<PaymentOrderRecord[]>
  }
  /** Sealed before they come here: see use-cases/payments/payment-settings. */
  sealedSecrets: {
    find(name: string): Promise<string | null>
    save(name: string, sealed: string): Promise<void>
  }
  ledger: {
    /** Adds; returns false, and adds nothing, when the ledger has this very entry of this capture already. */
    add(entry: LedgerEntry): Promise<boolean>
    /** In the order in which they happened. */
    listFor(accountId: string): Promise<LedgerEntry[]>
  }
  webhookEvents: {
    /** Whether it is new; it counts as seen from then on, if the transaction holds. */
    remember(eventId: string, eventType: string, now: Date): Promise<boolean>
    sweep(olderThan: Date): Promise<void>
  }
  endingPlans: {
    /** Accounts whose plan ends between these times and who got no such reminder. */
    listUnsent(from: Date, until: Date, reminder: 'week' | 'day'): Promise<{ accountId: string; endsAt: Date }[]>
    /** Returns false when it was noted before. */
    noteSent(accountId: string, endsAt: Date, reminder: 'week' | 'day', now: Date): Promise<boolean>
  }
}
