import type { DeliveryEvent, WebhookEvent } from '@kerf/domain/webhooks/webhook'
import type { Language } from '@kerf/messages/languages'
import { sql } from 'drizzle-orm'
import { boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core'
import type { DeliveryStatus } from '../../../ports/webhooks.ts'
import { users } from './account-schema.ts'
import { time } from './columns.ts'

export const webhooks = pgTable(
  'webhooks',
  {
    id: text('id').primaryKey(),
    accountId: text('account_id')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    url: text('url').notNull(),
    events: jsonb('events').$type<WebhookEvent[]>().notNull(),
    sealedSecret: text('sealed_secret').notNull(),
    /** Previous secret, which also signs deliveries until `formerUntil`. */
    formerSealedSecret: text('former_sealed_secret'),
    formerUntil: time('former_until'),
    isOn: boolean('is_on').notNull().default(true),
    /** Language of emails about the webhook. */
    language: text('language').$type<Language>().notNull(),
    /** Failed attempts since the last success. */
    failures: integer('failures').notNull().default(0),
    failingSince: time('failing_since'),
    /** No delivery is sent before this time, because the receiver fails. */
    pausedUntil: time('paused_until'),
    createdAt: time('created_at').notNull(),
  },
  (webhook) => [index('webhooks_account').on(webhook.accountId, webhook.createdAt)],
)

export const webhookDeliveries = pgTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    webhookId: text('webhook_id')
      .notNull()
      .references(() => webhooks.id, { onDelete: 'cascade' }),
    event: text('event').$type<DeliveryEvent>().notNull(),
    /** Body as signed and sent, the same in each attempt. */
    body: text('body').notNull(),
    status: text('status').$type<DeliveryStatus>().notNull().default('waiting'),
    tries: integer('tries').notNull().default(0),
    statusCode: integer('status_code'),
    milliseconds: integer('milliseconds'),
    createdAt: time('created_at').notNull(),
    lastTryAt: time('last_try_at'),
    /** Null if no further attempt follows. */
    nextTryAt: time('next_try_at'),
  },
  (delivery) => [
    index('webhook_deliveries_list').on(delivery.webhookId, delivery.createdAt, delivery.id),
    index('webhook_deliveries_due').on(delivery.nextTryAt, delivery.id).where(sql`next_try_at is not null`),
    index('webhook_deliveries_created_at').on(delivery.createdAt),
  ],
)
