/** What a webhook can be told, by the names that its receiver reads in `type`. */
export const WEBHOOK_EVENTS = ['download.completed', 'download.failed', 'batch.completed'] as const
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number]
/** What is sent to try a webhook out. */
export const TEST_EVENT = 'webhook.test'
export type DeliveryEvent = WebhookEvent | typeof TEST_EVENT

export const MAX_WEBHOOKS = 10
export const SHOWN_DELIVERIES = 50
export const MAX_WEBHOOK_URL = 2048
export const DELIVERY_DAYS = 30
/** The former secret still signs for so long after a rotation. */
export const FORMER_SECRET_HOURS = 24

/** Seconds after each try that failed; together about a day. */
const RETRY_SECONDS = [5, 60, 300, 1800, 7200, 6 * 3600, 12 * 3600]
/** A thousand receivers that failed together are not all tried again together. */
const JITTER_SHARE = 0.1

/**
 * When to try again after so many tries in a row have failed, in seconds; null: no more. `random` is in [0, 1). It holds for a
 * delivery, and for a receiver as a whole.
 */
export function retryAfterSeconds(failedTries: number, random: number): number | null {
  const seconds = RETRY_SECONDS[failedTries - 1]
  return seconds === undefined ? null : seconds * (1 + JITTER_SHARE * random)
}
