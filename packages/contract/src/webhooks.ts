import { MAX_WEBHOOK_URL, TEST_EVENT, WEBHOOK_EVENTS } from '@kerf/domain/webhooks/webhook'
import { z } from 'zod'
import { confirmingPassword } from './auth.ts'
import { endpoint } from './protocol/endpoint.ts'
import { idParams } from './protocol/identifier.ts'

const secret = z.string().describe('`whsec_...`, for checking signatures. It is not shown again.')

export const webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  isOn: z.boolean(),
  failingSince: z.string().nullable().describe('ISO 8601, while its receiver does not accept what is sent.'),
  createdAt: z.string(),
})
export type Webhook = z.output<typeof webhook>

export const newWebhook = z.object({
  url: z.string().trim().min(1).max(MAX_WEBHOOK_URL).describe('Of a public host, over https.'),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1).max(WEBHOOK_EVENTS.length),
})

export const delivery = z.object({
  id: z.string().describe('`webhook-id` of its requests: the same each time it is sent.'),
  event: z.enum([...WEBHOOK_EVENTS, TEST_EVENT]),
  status: z.enum(['waiting', 'delivered', 'failed']),
  tries: z.number().int(),
  statusCode: z.number().int().nullable().describe('Of the last answer; null if there was none.'),
  milliseconds: z.number().int().nullable().describe('How long the last answer took.'),
  createdAt: z.string(),
  lastTryAt: z.string().nullable(),
  nextTryAt: z.string().nullable(),
})
export type WebhookDelivery = z.output<typeof delivery>

export const listWebhooks = endpoint('GET /api/user/webhooks', {
  summary: 'The webhooks of the signed-in person.',
  answer: z.object({ webhooks: z.array(webhook) }),
  refusals: ['not_signed_in'],
})

export const createWebhook = endpoint('POST /api/user/webhooks', {
  summary: 'Create a webhook. Up to ten. Needs the password, or a sign-in within the last ten minutes.',
  body: newWebhook.extend({ password: confirmingPassword }),
  answer: z.object({ id: z.string(), secret }),
  refusals: ['not_signed_in', 'wrong_password', 'recent_sign_in_needed', 'invalid_request', 'too_many_requests'],
})

export const switchWebhook = endpoint('PUT /api/user/webhooks/{id}', {
  summary: 'Turn a webhook on or off. What waited when it went off is sent once it is on again.',
  params: idParams,
  body: z.object({ isOn: z.boolean() }),
  answer: webhook,
  refusals: ['not_signed_in', 'not_found'],
})

export const deleteWebhook = endpoint('DELETE /api/user/webhooks/{id}', {
  summary: 'Delete a webhook and its deliveries.',
  params: idParams,
  refusals: ['not_signed_in', 'not_found'],
})

export const rotateWebhookSecret = endpoint('POST /api/user/webhooks/{id}/rotate', {
  summary:
    'A new secret. For 24 hours requests are signed with the former one, too. A second rotation ends the first secret at once.',
  params: idParams,
  answer: z.object({ secret }),
  refusals: ['not_signed_in', 'not_found'],
})

export const testWebhook = endpoint('POST /api/user/webhooks/{id}/test', {
  summary: 'Send a test event.',
  params: idParams,
  answer: delivery,
  refusals: ['not_signed_in', 'not_found', 'too_many_requests'],
})

export const listWebhookDeliveries = endpoint('GET /api/user/webhooks/{id}/deliveries', {
  summary: 'The last 50 deliveries, newest first.',
  params: idParams,
  answer: z.object({ deliveries: z.array(delivery) }),
  refusals: ['not_signed_in', 'not_found'],
})

export const sendDeliveryAgain = endpoint('POST /api/user/webhooks/{id}/deliveries/{deliveryId}/send', {
  summary: 'Send a delivery again, with the same id.',
  params: idParams.extend({ deliveryId: idParams.shape.id }),
  answer: delivery,
  refusals: ['not_signed_in', 'not_found', 'too_many_requests'],
})
