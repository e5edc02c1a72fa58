import { retryAfterSeconds, TEST_EVENT } from '@kerf/domain/webhooks/webhook'
import type { Records } from '../../ports/database.ts'
import type { DeliveryRecord, WebhookRecord } from '../../ports/webhooks.ts'
import type { Deps } from '../shared/deps.ts'
import { ownerOf } from './manage-webhooks.ts'
import { signedHeaders } from './sign.ts'

type DeliverDeps = Deps<'database' | 'clock' | 'log' | 'secretSeal' | 'webhookSender'>

/** Longer than a try may take: what a process that died was sending is sent by another one then. */
const LEASE_MILLISECONDS = 60_000
const SENT_AT_ONCE = 16
/** Bounds of one account and of one receiver: those who never answer leave room for others. */
const SENT_AT_ONCE_FOR_ACCOUNT = 4
const SENT_AT_ONCE_TO_ONE = 2

/** The receiver is gone for good, as it says itself. */
const GONE = 410
const isAccepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300

/** Sends what is due, several at a time. `random` is in [0, 1). */
export function createDeliverer(deps: DeliverDeps, random: () => number = Math.random) {
  const underWay = new Map<string, number>()
  const underWayFor = new Map<string, number>()
  /** Accounts served in this round: each has one turn before any has a second one. */
  const served = new Set<string>()
  const sending = new Set<Promise<void>>()
  const stopping = new AbortController()
  let taking: Promise<void> | null = null
  let isWanted = false

  async function takeAll(): Promise<void> {
    while (sending.size < SENT_AT_ONCE && !stopping.signal.aborted) {
      const taken = await takeNext()
      if (!taken) return
      const { id, accountId } = taken.webhook
      served.add(accountId)
      underWayFor.set(accountId, (underWayFor.get(accountId) ?? 0) + 1)
      // One that fails is tried with one delivery, not with all that wait.
      underWay.set(id, taken.webhook.failures > 0 ? SENT_AT_ONCE_TO_ONE : (underWay.get(id) ?? 0) + 1)
      const sent = send(taken.webhook, taken.delivery)
        .catch((error: unknown) => deps.log.error({ err: error }, 'trouble with a webhook'))
        .finally(() => {
          sending.delete(sent)
          const left = taken.webhook.failures > 0 ? 0 : (underWay.get(id) ?? 1) - 1
          if (left > 0) underWay.set(id, left)
          else underWay.delete(id)
          const leftFor = underWayFor.get(accountId)! - 1
          if (leftFor > 0) underWayFor.set(accountId, leftFor)
          else underWayFor.delete(accountId)
          look()
        })
      sending.add(sent)
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
      const taken = await webhookDeliveries.take(now, leasedUntil, busy)
      if (taken) return taken
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
    // Interrupted by a stop: nobody knows whether it arrived. The next process tries it once more.
    if (statusCode === null && stopping.signal.aborted) {
      const again = { tries: delivery.tries - 1, nextTryAt: at }
      await deps.database.records.webhookDeliveries.update(delivery.id, again)
      return
    }
    const outcome = { webhook, delivery, statusCode, milliseconds }
    await deps.database.transaction((records) => noteTry(records, outcome, deps.clock.now(), random))
    deps.log.info({ webhookId: webhook.id, event: delivery.event, status: statusCode, milliseconds }, 'webhook sent')
  }

  function look(): void {
    if (stopping.signal.aborted) return
    isWanted = true
    taking ??= (async () => {
      while (isWanted) {
        isWanted = false
        await takeAll().catch((error: unknown) => deps.log.error({ err: error }, 'trouble with webhooks'))
      }
      taking = null
    })()
  }

  return {
    /** Begins to send what is due. Called as often as somebody likes. */
    look,
    /** Until nothing that was due is left. */
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

/** Of a server with another secret there are none, and its receivers refuse what is not signed. */
function secretsOf({ secretSeal }: DeliverDeps, webhook: WebhookRecord, now: Date): string[] {
  const isFormerValid = webhook.formerUntil !== null && webhook.formerUntil > now
  const sealed = [webhook.sealedSecret, ...(isFormerValid ? [webhook.formerSealedSecret] : [])]
  return sealed.flatMap((one) => (one === null ? [] : (secretSeal.open(one, ownerOf(webhook.id)) ?? [])))
}

interface Tried {
  webhook: WebhookRecord
  delivery: DeliveryRecord
  statusCode: number | null
  milliseconds: number
}

async function noteTry(records: Records, tried: Tried, now: Date, random: () => number): Promise<void> {
  const { webhook, delivery, statusCode, milliseconds } = tried
  const answered = { statusCode, milliseconds: statusCode === null ? null : milliseconds }
  if (isAccepted(statusCode)) {
    await records.webhookDeliveries.update(delivery.id, { ...answered, status: 'delivered', nextTryAt: null })
    if (webhook.failures > 0)
      await records.webhooks.update(webhook.id, { failures: 0, failingSince: null, pausedUntil: null })
    return
  }
  const isTest = delivery.event === TEST_EVENT
  const later = (seconds: number | null): Date | null =>
    seconds === null ? null : new Date(now.getTime() + seconds * 1000)
  // Of several that were under way when it began to fail, one counts.
  const failing = isTest && statusCode !== GONE ? null : await records.webhooks.addFailure(webhook, now)
  const pausedUntil = failing && later(retryAfterSeconds(failing.failures, random()))
  const isOff = failing !== null && (statusCode === GONE || pausedUntil === null)
  // Somebody who tries it out waits for the answer, and tries again themselves.
  const nextTryAt = isTest ? null : later(retryAfterSeconds(delivery.tries, random()))
  const next =
    isTest || (nextTryAt === null && !isOff)
      ? ({ status: 'failed', nextTryAt: null } as const)
      : // What was not taken when it went off is sent once it is on again.
        { nextTryAt: nextTryAt ?? now }
  await records.webhookDeliveries.update(delivery.id, { ...answered, ...next })
  // A failed test does not count towards switching off, but its receiver rests as after any other failure.
  if (isTest && !failing)
    await records.webhooks.update(webhook.id, { pausedUntil: later(retryAfterSeconds(webhook.failures + 1, random())) })
  if (!failing) return
  await records.webhooks.update(webhook.id, isOff ? { isOn: false } : { pausedUntil })
  if (!isOff || !failing.isOn) return
  const { accountId, language, url } = webhook
  await records.mailQueue.enqueue({ kind: 'webhook_off', accountId, webhookHost: new URL(url).host, language })
}
