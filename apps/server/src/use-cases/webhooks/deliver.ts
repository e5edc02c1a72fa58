import { retryAfterSeconds, TEST_EVENT } from '@kerf/domain/webhooks/webhook'
import type { Records } from '../../ports/database.ts'
import type { DeliveryRecord, WebhookRecord } from '../../ports/webhooks.ts'
import type { Deps } from '../shared/deps.ts'
import { ownerOf } from './manage-webhooks.ts'
import { signedHeaders } from './sign.ts'

type DeliverDeps = Deps<'database' | 'clock' | 'log' | 'secretSeal' | 'webhookSender'>

/** Lease of a taken delivery, longer than a try may take. After a crash, another process sends the delivery then. */
const LEASE_MILLISECONDS = 60_000
const SENT_AT_ONCE = 16
/** Most concurrent tries of one account, so that its silent receivers leave slots to others. */
const SENT_AT_ONCE_FOR_ACCOUNT = 4
/** Most concurrent tries of one webhook. */
const SENT_AT_ONCE_TO_ONE = 2

/** HTTP status by which a receiver unsubscribes permanently. */
const GONE = 410
const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Sends due deliveries, several at a time. `random` returns a number in [0, 1). */
export function createDeliverer(deps: DeliverDeps, random: () => number = Math.random) {
  /** Running tries by webhook. */
  const underWay = new Map<string, number>()
  /** Running tries by account. */
  const underWayFor = new Map<string, number>()
  /** Accounts served in this round. Each account gets one turn before any gets a second one. */
  const served = new Set<string>()
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  let taking: Promise<void> | null = null
  let isLookDue = false

  async function takeAll(): Promise<void> {
    while (sending.size < SENT_AT_ONCE && !stopping.signal.aborted) {
      const next = await takeNext()
      if (!next) return
      const { id, accountId } = next.webhook
      served.add(accountId)
      underWayFor.set(accountId, (underWayFor.get(accountId) ?? 0) + 1)
      // A failing webhook gets one try at a time, so its count is set to the limit.
      underWay.set(id, next.webhook.failures > 0 ? SENT_AT_ONCE_TO_ONE : (underWay.get(id) ?? 0) + 1)
      const attempt = send(next.webhook, next.delivery)
        .catch((error: unknown) => deps.log.error({ err: error }, 'trouble with a webhook'))
        .finally(() => {
          sending.delete(attempt)
          const webhookTries = next.webhook.failures > 0 ? 0 : (underWay.get(id) ?? 1) - 1
          if (webhookTries > 0) underWay.set(id, webhookTries)
          else underWay.delete(id)
          const accountTries = underWayFor.get(accountId)! - 1
          if (accountTries > 0) underWayFor.set(accountId, accountTries)
          else underWayFor.delete(accountId)
          look()
        })
      sending.add(attempt)
    }
  }

  async function takeNext() {
    const now = deps.clock.now()
    const leasedUntil = new Date(now.getTime() + LEASE_MILLISECONDS)
    const webhooks = atLeast(SENT_AT_ONCE_TO_ONE, underWay)
    const accounts = atLeast(SENT_AT_ONCE_FOR_ACCOUNT, underWayFor)
    const { webhookDeliveries } = deps.database.records
    if (served.size > 0) {
      const busy = { webhooks, accounts: [...accounts, ...served] }
      const next = await webhookDeliveries.take(now, leasedUntil, busy)
      if (next) return next
      served.clear()
    }
    return await webhookDeliveries.take(now, leasedUntil, { webhooks, accounts })
  }

  async function send(webhook: WebhookRecord, delivery: DeliveryRecord): Promise<void> {
    const begunAt = performance.now()
    const at = deps.clock.now()
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Kerf-Webhooks',
      ...signedHeaders({ id: delivery.id, at, body: delivery.body }, secretsOf(deps, webhook, at)),
    }
    const request = { url: webhook.url, headers, body: delivery.body }
    const statusCode = await deps.webhookSender.send(request, stopping.signal)
    const milliseconds = Math.round(performance.now() - begunAt)
    // A stop interrupted the try, so its outcome is unknown. The next process repeats it without counting this one.
    if (statusCode === null && stopping.signal.aborted) {
      const change = { tries: delivery.tries - 1, nextTryAt: at }
      await deps.database.records.webhookDeliveries.update(delivery.id, change)
      return
    }
    const outcome = { webhook, delivery, statusCode, milliseconds }
    await deps.database.transaction((records) => noteTry(records, outcome, deps.clock.now(), random))
    deps.log.info({ webhookId: webhook.id, event: delivery.event, status: statusCode, milliseconds }, 'webhook sent')
  }

  function look(): void {
    if (stopping.signal.aborted) return
    isLookDue = true
    taking ??= (async () => {
      while (isLookDue) {
        isLookDue = false
        await takeAll().catch((error: unknown) => deps.log.error({ err: error }, 'trouble with webhooks'))
      }
      taking = null
    })()
  }

  return {
    /** Begins to send due deliveries. May be called at any time. */
    look,
    /** Waits until all due deliveries are sent. */
    async settled(): Promise<void> {
      while (taking !== null || sending.size > 0) await Promise.all([taking, ...sending])
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all([taking, ...sending])
    },
  }
}

const atLeast = (most: number, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].filter(([, count]) => count >= most).map(([id]) => id)

/** Valid secrets of a webhook. Empty if the server's secret has changed; receivers then refuse the unsigned request. */
function secretsOf({ secretSeal }: DeliverDeps, webhook: WebhookRecord, now: Date): string[] {
  const isFormerValid = webhook.formerUntil !== null && webhook.formerUntil > now
  const sealed = [webhook.sealedSecret, ...(isFormerValid ? [webhook.formerSealedSecret] : [])]
  return sealed.flatMap((secret) => (secret === null ? [] : (secretSeal.open(secret, ownerOf(webhook.id)) ?? [])))
}

interface TryOutcome {
  webhook: WebhookRecord
  delivery: DeliveryRecord
  statusCode: number | null
  milliseconds: number
}

async function noteTry(records: Records, outcome: TryOutcome, now: Date, random: () => number): Promise<void> {
  const { webhook, delivery, statusCode, milliseconds } = outcome
  const answer = { statusCode, milliseconds: statusCode === null ? null : milliseconds }
  if (isAccepted(statusCode)) {
    await records.webhookDeliveries.update(delivery.id, { ...answer, status: 'delivered', nextTryAt: null })
    if (webhook.failures > 0)
      await records.webhooks.update(webhook.id, { failures: 0, failingSince: null, pausedUntil: null })
    return
  }
  const isTest = delivery.event === TEST_EVENT
  const timeAfter = (seconds: number | null): Date | null =>
    seconds === null ? null : new Date(now.getTime() + seconds * 1000)
  // Only one of several concurrent failures counts: addFailure returns null for the others.
  const failingWebhook = isTest && statusCode !== GONE ? null : await records.webhooks.addFailure(webhook, now)
  const pausedUntil = failingWebhook && timeAfter(retryAfterSeconds(failingWebhook.failures, random()))
  const isOff = failingWebhook !== null && (statusCode === GONE || pausedUntil === null)
  // A test is not retried, because its sender watches the result.
  const nextTryAt = isTest ? null : timeAfter(retryAfterSeconds(delivery.tries, random()))
  const change =
    isTest || (nextTryAt === null && !isOff)
      ? ({ status: 'failed', nextTryAt: null } as const)
      : // A delivery that failed when the webhook was switched off is sent when it is on again.
        { nextTryAt: nextTryAt ?? now }
  await records.webhookDeliveries.update(delivery.id, { ...answer, ...change })
  // A failed test does not count towards switching off, but it pauses the webhook like any failure.
  if (isTest && !failingWebhook)
    await records.webhooks.update(webhook.id, {
      pausedUntil: timeAfter(retryAfterSeconds(webhook.failures + 1, random())),
    })
  if (!failingWebhook) return
  await records.webhooks.update(webhook.id, isOff ? { isOn: false } : { pausedUntil })
  if (!isOff || !failingWebhook.isOn) return
  const { accountId, language, url } = webhook
  await records.mailQueue.enqueue({ kind: 'webhook_off', accountId, webhookHost: new URL(url).host, language })
}
