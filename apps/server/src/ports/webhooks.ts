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
