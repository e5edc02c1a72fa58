/** Events of webhooks, by the names in `type`. */
export const WEBHOOK_EVENTS = ['download.completed', 'download.failed', 'batch.completed'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** Event that tests a webhook. */
export const TEST_EVENT = 'webhook.test'
export type DeliveryEvent = WebhookEvent | typeof TEST_EVENT

export const MAX_WEBHOOKS = 10
export const MAX_SHOWN_DELIVERIES = 50
export const MAX_WEBHOOK_URL = 2048
export const DELIVERY_DAYS = 30
/** Hours for which the old secret still signs after a rotation. */
export const FORMER_SECRET_HOURS = 24

/** Seconds to wait after each failed attempt; about a day in total. */
const RETRY_SECONDS = [5, 60, 300, 1800, 7200, 6 * 3600, 12 * 3600]
/** Random share that is added to each wait, so that many failed deliveries do not retry at the same time. */
const JITTER_SHARE = 0.1

/**
 * Seconds until the next attempt of a delivery, or of a receiver as a whole; null: no more attempts.
 * @param failedTries consecutive failures
 * @param random in [0, 1)
 */
export function retryAfterSeconds(failedTries: number, random: number): number | null {
  const seconds = RETRY_SECONDS[failedTries - 1]
  return seconds === undefined ? null : seconds * (1 + JITTER_SHARE * random)
}
