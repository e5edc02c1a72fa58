import type { newWebhook, Webhook, WebhookDelivery } from '@kerf/contract/webhooks'
import {
  FORMER_SECRET_HOURS,
  MAX_SHOWN_DELIVERIES,
  MAX_WEBHOOKS,
  type WebhookEvent,
} from '@kerf/domain/webhooks/webhook'
import type { Language } from '@kerf/messages/languages'
import type { z } from 'zod'
import type { AccountSession } from '../../ports/accounts.ts'
import type { Records } from '../../ports/database.ts'
import type { DeliveryRecord, WebhookRecord } from '../../ports/webhooks.ts'
import type { Deps } from '../shared/deps.ts'
import { newId } from '../shared/new-id.ts'
import { done, type Outcome, refused } from '../shared/outcome.ts'
import { newTest } from './note-events.ts'
import { newSecret } from './sign.ts'

const HOUR_MILLISECONDS = 3_600_000
/** Maximum number of waiting tests of one webhook. */
const MAX_WAITING_TESTS = 5
/** Time after the last attempt within which a waiting delivery counts as being sent. An attempt takes less. */
const DELIVERY_TIMEOUT_MILLISECONDS = 15_000

interface OwnWebhook {
  id: string
  accountId: string
}

export async function listWebhooks({ database }: Deps<'database'>, accountId: string): Promise<Webhook[]> {
  return (await database.records.webhooks.listFor(accountId)).map(describeWebhook)
}

/** Creates a webhook. Only this answer contains the secret; the database stores it encrypted. */
export async function createWebhook(
  deps: Deps<'database' | 'clock' | 'secretSeal' | 'webhookSender'>,
  { session, body, language }: { session: AccountSession; body: z.output<typeof newWebhook>; language: Language },
): Promise<Outcome<{ id: string; secret: string }>> {
  const accountId = session.account.id
  if (!deps.webhookSender.accepts(body.url))
    return refused('invalid_request', {
      meaning: 'The address of a webhook must begin with https:// and be of a public host.',
    })
  const id = newId()
  const secret = newSecret()
  const webhook: WebhookRecord = {
    id,
    accountId,
    language,
    url: new URL(body.url).href,
    events: [...new Set<WebhookEvent>(body.events)],
    sealedSecret: deps.secretSeal.seal(secret, ownerOf(id)),
    formerSealedSecret: null,
    formerUntil: null,
    isOn: true,
    failures: 0,
    failingSince: null,
    pausedUntil: null,
    createdAt: deps.clock.now(),
  }
  return deps.database.transaction(async (records) => {
    await records.quota.lock(accountId)
    if (!(await records.sessions.lockAccount(session))) return refused('not_signed_in')
    if ((await records.webhooks.listFor(accountId)).length >= MAX_WEBHOOKS)
      return refused('too_many_requests', { meaning: `There can be ${MAX_WEBHOOKS} webhooks. Delete one first.` })
    await records.webhooks.insert(webhook)
    return done({ id, secret })
  })
}

export async function switchWebhook(
  { database }: Deps<'database'>,
  { id, accountId, isOn }: OwnWebhook & { isOn: boolean },
): Promise<Outcome<Webhook>> {
  const { webhooks } = database.records
  const webhook = await webhooks.find(id, accountId)
  // Switching on clears earlier failures, because the receiver may work again.
  const reset = isOn ? { failures: 0, failingSince: null, pausedUntil: null } : {}
  const changedWebhook = webhook && (await webhooks.update(id, { isOn, ...reset }))
  return changedWebhook ? done(describeWebhook(changedWebhook)) : refused('not_found')
}

export async function deleteWebhook(
  { database }: Deps<'database'>,
  { id, accountId }: OwnWebhook,
): Promise<Outcome<undefined>> {
  return (await database.records.webhooks.delete(id, accountId)) ? done(undefined) : refused('not_found')
}

export async function rotateSecret(
  { database, clock, secretSeal }: Deps<'database' | 'clock' | 'secretSeal'>,
  { id, accountId }: OwnWebhook,
): Promise<Outcome<{ secret: string }>> {
  const { webhooks } = database.records
  const webhook = await webhooks.find(id, accountId)
  if (!webhook) return refused('not_found')
  const secret = newSecret()
  await webhooks.update(id, {
    sealedSecret: secretSeal.seal(secret, ownerOf(id)),
    formerSealedSecret: webhook.sealedSecret,
    formerUntil: new Date(clock.now().getTime() + FORMER_SECRET_HOURS * HOUR_MILLISECONDS),
  })
  return done({ secret })
}

export async function testWebhook(
  { database, clock }: Deps<'database' | 'clock'>,
  { id, accountId }: OwnWebhook,
): Promise<Outcome<WebhookDelivery>> {
  return database.transaction(async ({ quota, webhooks, webhookDeliveries }) => {
    // The lock makes concurrent requests see each other's tests.
    await quota.lock(accountId)
    const webhook = await webhooks.find(id, accountId)
    if (!webhook) return refused('not_found')
    if (!webhook.isOn) return WEBHOOK_OFF
    const test = {
      ...newTest(webhook, clock.now()),
      nextTryAt: await dueBeforeOthers(accountId, webhookDeliveries, clock.now()),
    }
    const latestDeliveries = await webhookDeliveries.list(id, MAX_SHOWN_DELIVERIES)
    const waitingTests = latestDeliveries.filter(({ event, status }) => event === test.event && status === 'waiting')
    if (waitingTests.length >= MAX_WAITING_TESTS) return refused('too_many_requests', { retryAfterSeconds: 5 })
    await webhookDeliveries.insert([test])
    await webhooks.update(id, { pausedUntil: null })
    return done(describeDelivery(test))
  })
}

export async function listDeliveries(
  { database }: Deps<'database'>,
  { id, accountId }: OwnWebhook,
): Promise<Outcome<{ deliveries: WebhookDelivery[] }>> {
  const { webhooks, webhookDeliveries } = database.records
  if (!(await webhooks.find(id, accountId))) return refused('not_found')
  return done({ deliveries: (await webhookDeliveries.list(id, MAX_SHOWN_DELIVERIES)).map(describeDelivery) })
}

/** Sends a delivery again, with a new count of attempts. A second click while it is being sent changes nothing. */
export async function sendAgain(
  { database, clock }: Deps<'database' | 'clock'>,
  { id, accountId, deliveryId }: OwnWebhook & { deliveryId: string },
): Promise<Outcome<WebhookDelivery>> {
  const { webhooks, webhookDeliveries } = database.records
  const webhook = await webhooks.find(id, accountId)
  const delivery = webhook && (await webhookDeliveries.find(deliveryId, id))
  if (!webhook || !delivery) return refused('not_found')
  if (!webhook.isOn) return WEBHOOK_OFF
  const millisecondsSinceTry = clock.now().getTime() - (delivery.lastTryAt?.getTime() ?? 0)
  if (delivery.status === 'waiting' && millisecondsSinceTry < DELIVERY_TIMEOUT_MILLISECONDS)
    return done(describeDelivery(delivery))
  await webhooks.update(id, { pausedUntil: null })
  const change = {
    status: 'waiting',
    tries: 0,
    nextTryAt: await dueBeforeOthers(accountId, webhookDeliveries, clock.now()),
  } as const
  const changedDelivery = await webhookDeliveries.update(deliveryId, change)
  return changedDelivery ? done(describeDelivery(changedDelivery)) : refused('not_found')
}

const WEBHOOK_OFF = refused('invalid_request', { meaning: 'This webhook is off. Turn it on first.' })

/** Due time that places a delivery before all others of its account, but not before due ones of other accounts. */
async function dueBeforeOthers(accountId: string, deliveries: Records['webhookDeliveries'], now: Date): Promise<Date> {
  const earliestDue = await deliveries.earliestDue(accountId)
  return earliestDue && earliestDue <= now ? new Date(earliestDue.getTime() - 1) : now
}

/** Owner label of a webhook's encrypted secrets. */
export const ownerOf = (webhookId: string): string => `webhook ${webhookId}`

function describeWebhook({ id, url, events, isOn, failingSince, createdAt }: WebhookRecord): Webhook {
  return {
    id,
    url,
    events,
    isOn,
    failingSince: failingSince?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
  }
}

function describeDelivery(delivery: DeliveryRecord): WebhookDelivery {
  const { id, event, status, tries, statusCode, milliseconds, createdAt, lastTryAt, nextTryAt } = delivery
  return {
    id,
    event,
    status,
    tries,
    statusCode,
    milliseconds,
    createdAt: createdAt.toISOString(),
    lastTryAt: lastTryAt?.toISOString() ?? null,
    nextTryAt: nextTryAt?.toISOString() ?? null,
  }
}
