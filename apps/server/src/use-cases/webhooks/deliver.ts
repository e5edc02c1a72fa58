import { retryAfterSeconds, TEST_EVENT } from '@kerf/domain/webhooks/webhook'
import type { Records } from '../../ports/database.ts'
import type { DeliveryRecord, WebhookRecord } from '../../ports/webhooks.ts'
import type { Deps } from '../shared/deps.ts'
import { ownerOf } from './manage-webhooks.ts'
import { signedHeaders } from './sign.ts'

type DeliverDeps = Deps<'database' | 'clock' | 'log' | 'secretSeal' | 'webhookSender'>

/**
 * Lease of a taken delivery, longer than an attempt may take. After a crash, another process sends the delivery then.
 */
const LEASE_TTL_MILLISECONDS = 60_000
const MAX_CONCURRENT_TRIES = 16
/** Maximum number of concurrent attempts of one account, so that its silent receivers leave room for other accounts. */
const MAX_TRIES_OF_ACCOUNT = 4
/** Maximum number of concurrent attempts of one webhook. */
const MAX_TRIES_OF_WEBHOOK = 2

/** HTTP status by which a receiver unsubscribes permanently. */
const GONE_STATUS = 410
const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Sends due deliveries, several at a time. `random` returns a number in [0, 1). */
export function createDeliverer(deps: DeliverDeps, random: () => number = Math.random) {
  /** Running attempts by webhook. */
  const triesOfWebhook = new Map<string, number>()
  /** Running attempts by account. */
  const triesOfAccount = new Map<string, number>()
  /** Accounts served in this round. Each account gets one turn before any gets a second one. */
  const servedAccounts = new Set<string>()
  const runningTries = new Set<Promise<void>>()
  const stopping = new AbortController()
  let runningRound: Promise<void> | null = null
  let isRoundDue = false

  async function takeAll(): Promise<void> {
    while (runningTries.size < MAX_CONCURRENT_TRIES && !stopping.signal.aborted) {
      const nextDelivery = await takeNext()
      if (!nextDelivery) return
      const { id, accountId } = nextDelivery.webhook
      servedAccounts.add(accountId)
      triesOfAccount.set(accountId, (triesOfAccount.get(accountId) ?? 0) + 1)
      // A failing webhook gets one attempt at a time, so its count is set to the limit.
      triesOfWebhook.set(
        id,
        nextDelivery.webhook.failures > 0 ? MAX_TRIES_OF_WEBHOOK : (triesOfWebhook.get(id) ?? 0) + 1,
      )
      const attempt = send(nextDelivery.webhook, nextDelivery.delivery)
        .catch((error: unknown) => deps.log.error({ err: error }, 'trouble with a webhook'))
        .finally(() => {
          runningTries.delete(attempt)
          const webhookTries = nextDelivery.webhook.failures > 0 ? 0 : (triesOfWebhook.get(id) ?? 1) - 1
          if (webhookTries > 0) triesOfWebhook.set(id, webhookTries)
          else triesOfWebhook.delete(id)
          const accountTries = triesOfAccount.get(accountId)! - 1
          if (accountTries > 0) triesOfAccount.set(accountId, accountTries)
          else triesOfAccount.delete(accountId)
          sendDue()
        })
      runningTries.add(attempt)
    }
  }

  async function takeNext() {
    const now = deps.clock.now()
    const leasedUntil = new Date(now.getTime() + LEASE_TTL_MILLISECONDS)
    const webhooks = idsAtLimit(MAX_TRIES_OF_WEBHOOK, triesOfWebhook)
    const accounts = idsAtLimit(MAX_TRIES_OF_ACCOUNT, triesOfAccount)
    const { webhookDeliveries } = deps.database.records
    if (servedAccounts.size > 0) {
      const excludedOwners = { webhooks, accounts: [...accounts, ...servedAccounts] }
      const nextDelivery = await webhookDeliveries.take(now, leasedUntil, excludedOwners)
      if (nextDelivery) return nextDelivery
      servedAccounts.clear()
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
    // A stop interrupted the attempt, so its outcome is unknown. The next process repeats it without counting this one.
    if (statusCode === null && stopping.signal.aborted) {
      const change = { tries: delivery.tries - 1, nextTryAt: at }
      await deps.database.records.webhookDeliveries.update(delivery.id, change)
      return
    }
    const outcome = { webhook, delivery, statusCode, milliseconds }
    await deps.database.transaction((records) => noteTry(records, outcome, deps.clock.now(), random))
    deps.log.info({ webhookId: webhook.id, event: delivery.event, status: statusCode, milliseconds }, 'webhook sent')
  }

  function sendDue(): void {
    if (stopping.signal.aborted) return
    isRoundDue = true
    runningRound ??= (async () => {
      while (isRoundDue) {
        isRoundDue = false
        await takeAll().catch((error: unknown) => deps.log.error({ err: error }, 'trouble with webhooks'))
      }
      runningRound = null
    })()
  }

  return {
    /** Begins to send due deliveries. May be called at any time. */
    sendDue,
    /** Waits until all due deliveries are sent. */
    async waitUntilSent(): Promise<void> {
      while (runningRound !== null || runningTries.size > 0) await Promise.all([runningRound, ...runningTries])
    },
    async stop(): Promise<void> {
      stopping.abort()
      await Promise.all([runningRound, ...runningTries])
    },
  }
}

const idsAtLimit = (max: number, counts: ReadonlyMap<string, number>): string[] =>
  [...counts].filter(([, count]) => count >= max).map(([id]) => id)

/** Valid secrets of a webhook. Empty if the server's secret has changed; receivers then refuse the unsigned request. */
function secretsOf({ secretSeal }: DeliverDeps, webhook: WebhookRecord, now: Date): string[] {
  const isFormerValid = webhook.formerUntil !== null && webhook.formerUntil > now
  const sealedSecrets = [webhook.sealedSecret, ...(isFormerValid ? [webhook.formerSealedSecret] : [])]
  return sealedSecrets.flatMap((secret) =>
    secret === null ? [] : (secretSeal.open(secret, ownerOf(webhook.id)) ?? []),
  )
}

interface TryOutcome {
  webhook: WebhookRecord
  delivery: DeliveryRecord
  statusCode: number | null
  milliseconds: number
}

async function noteTry(records: Records, outcome: TryOutcome, now: Date, random: () => number): Promise<void> {
  const { webhook, delivery, statusCode, milliseconds } = outcome
  const statusChange = { statusCode, milliseconds: statusCode === null ? null : milliseconds }
  if (isAccepted(statusCode)) {
    await records.webhookDeliveries.update(delivery.id, { ...statusChange, status: 'delivered', nextTryAt: null })
    if (webhook.failures > 0)
      await records.webhooks.update(webhook.id, { failures: 0, failingSince: null, pausedUntil: null })
    return
  }
  const isTest = delivery.event === TEST_EVENT
  const timeAfter = (seconds: number | null): Date | null =>
    seconds === null ? null : new Date(now.getTime() + seconds * 1000)
  // Only one of several concurrent failures counts: addFailure returns null for the others.
  const failingWebhook = isTest && statusCode !== GONE_STATUS ? null : await records.webhooks.addFailure(webhook, now)
  const pausedUntil = failingWebhook && timeAfter(retryAfterSeconds(failingWebhook.failures, random()))
  const isOff = failingWebhook !== null && (statusCode === GONE_STATUS || pausedUntil === null)
  // A test is not retried, because its sender watches the result.
  const nextTryAt = isTest ? null : timeAfter(retryAfterSeconds(delivery.tries, random()))
  const change =
    isTest || (nextTryAt === null && !isOff)
      ? ({ status: 'failed', nextTryAt: null } as const)
      : // A delivery that failed when the webhook was switched off is sent when it is on again.
        { nextTryAt: nextTryAt ?? now }
  await records.webhookDeliveries.update(delivery.id, { ...statusChange, ...change })
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
