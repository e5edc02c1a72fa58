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
    /** Only if it belongs to this account. */
    find(id: string, accountId: string): Promise<WebhookRecord | null>
    /** The oldest first. */
    listFor(accountId: string): Promise<WebhookRecord[]>
    /** Those that are on and want this event, of any of these accounts. */
    listening(accountIds: readonly string[], event: WebhookEvent): Promise<WebhookRecord[]>
    update(id: string, change: Partial<Omit<WebhookRecord, 'id' | 'accountId'>>): Promise<WebhookRecord | null>
    /** One more failure after those that were seen; null where somebody has counted one since. */
    addFailure(seen: Pick<WebhookRecord, 'id' | 'failures'>, at: Date): Promise<WebhookRecord | null>
    delete(id: string, accountId: string): Promise<boolean>
  }
  webhookDeliveries: {
    insert(deliveries: readonly DeliveryRecord[]): Promise<void>
    find(id: string, webhookId: string): Promise<DeliveryRecord | null>
    /** The newest first. */
    list(webhookId: string, limit: number): Promise<DeliveryRecord[]>
    /**
     * Takes the delivery that is due first and counts a try; until `leasedUntil` nobody else takes it. Left out: webhooks that are
     * off, paused or `busy`, and those of suspended people and busy accounts.
     */
    take(
      now: Date,
      leasedUntil: Date,
      busy: { webhooks: readonly string[]; accounts: readonly string[] },
    ): Promise<{ delivery: DeliveryRecord; webhook: WebhookRecord } | null>
    /** When the account's earliest waiting delivery is due; null where none waits. */
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
  /** Whether a webhook may lead there at all; where its name leads is judged each time. */
  accepts(url: string): boolean
  /** The status of the answer; null: there was none in time, or the target is off limits. Never throws. */
  send(request: WebhookRequest, signal: AbortSignal): Promise<number | null>
}
