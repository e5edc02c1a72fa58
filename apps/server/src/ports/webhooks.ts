/** Webhooks of people: adapters/webhooks sends, adapters/database stores. */

import type { DeliveryEvent, WebhookEvent } from '@kerf/domain/webhooks/webhook'
import type { Language } from '@kerf/messages/languages'

export type DeliveryStatus = 'waiting' | 'delivered' | 'failed'

export interface WebhookRecord {
  id: string
  accountId: string
  url: string
  events: WebhookEvent[]
  sealedSecret: string
  formerSealedSecret: string | null
  formerUntil: Date | null
  isOn: boolean
  language: Language
  failures: number
  failingSince: Date | null
  pausedUntil: Date | null
  createdAt: Date
}

export interface DeliveryRecord {
  id: string
  webhookId: string
  event: DeliveryEvent
  body: string
  status: DeliveryStatus
  tries: number
  statusCode: number | null
  milliseconds: number | null
  createdAt: Date
  lastTryAt: Date | null
  nextTryAt: Date | null
}

export interface WebhookRecords {
  webhooks: {
    insert(webhook: WebhookRecord): Promise<void>
    /** null unless the webhook belongs to this account. */
    find(id: string, accountId: string): Promise<WebhookRecord | null>
    /** Oldest first. */
    listFor(accountId: string): Promise<WebhookRecord[]>
    /** Active webhooks of these accounts that subscribe to this event. */
    listening(accountIds: readonly string[], event: WebhookEvent): Promise<WebhookRecord[]>
    update(id: string, change: Partial<Omit<WebhookRecord, 'id' | 'accountId'>>): Promise<WebhookRecord | null>
    /** Raises `failures` by one. Returns null if another process has changed the count since `webhook` was read. */
    addFailure(webhook: Pick<WebhookRecord, 'id' | 'failures'>, at: Date): Promise<WebhookRecord | null>
    delete(id: string, accountId: string): Promise<boolean>
  }
  webhookDeliveries: {
    insert(deliveries: readonly DeliveryRecord[]): Promise<void>
    find(id: string, webhookId: string): Promise<DeliveryRecord | null>
    /** Newest first. */
    list(webhookId: string, limit: number): Promise<DeliveryRecord[]>
    /**
     * Takes the earliest due delivery and counts a try. No other process takes it until `leasedUntil`. Skips webhooks
     * that are off, paused or `busy`, and webhooks of suspended or busy accounts.
     */
    take(
      now: Date,
      leasedUntil: Date,
      busy: { webhooks: readonly string[]; accounts: readonly string[] },
    ): Promise<{ delivery: DeliveryRecord; webhook: WebhookRecord } | null>
    /** Due time of the account's earliest waiting delivery; null if none waits. */
    earliestDue(accountId: string): Promise<Date | null>
    update(
      id: string,
      change: Partial<Omit<DeliveryRecord, 'id' | 'webhookId' | 'body'>>,
    ): Promise<DeliveryRecord | null>
    sweep(createdBefore: Date): Promise<void>
  }
}

interface WebhookRequest {
  url: string
  headers: Record<string, string>
  body: string
}

export interface WebhookSender {
  /** Whether a webhook may have this URL. `send` checks the resolved IP address each time. */
  accepts(url: string): boolean
  /** HTTP status of the answer; null if none came in time or the target is forbidden. Never throws. */
  send(request: WebhookRequest, signal: AbortSignal): Promise<number | null>
}
