import { PAID_PLAN_IDS, PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'

/** Id of an order at the provider. Only calls to the provider use it. */
export const providerOrderId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/)

export const paidPlan = z.enum(PAID_PLAN_IDS)

export const paymentSetup = z.object({
  clientToken: z.string().describe('Lets the browser load the payment buttons. Short-lived and not secret.'),
  clientId: z.string().optional(),
  environment: z.enum(['sandbox', 'production']).optional().describe('production when left out.'),
  currency: z.literal('USD'),
})
export type PaymentSetup = z.output<typeof paymentSetup>

export const readPaymentSetup = endpoint('GET /paypal/setup', {
  summary: 'What the payment buttons need to load.',
  answer: paymentSetup,
  refusals: ['not_signed_in', 'payment_failed', 'not_set_up'],
})

export const createPaymentOrder = endpoint('POST /paypal/order', {
  summary: 'Create an order for a plan. The amount must be the price of a plan.',
  body: z.object({
    amount: z.union([z.string().max(16), z.number()]).describe('Dollars: `49.99`.'),
    currency: z.literal('USD'),
    intent: z.literal('CAPTURE'),
    planId: paidPlan.optional().describe('Follows from the amount when left out.'),
  }),
  answer: z.object({ id: providerOrderId }),
  refusals: ['not_signed_in', 'unknown_amount', 'plan_owned', 'payment_failed', 'too_many_requests', 'not_set_up'],
})

export const capturePaymentOrder = endpoint('POST /paypal/order/{id}/capture', {
  summary: 'Capture an order that its payer has approved. Repeating the call captures it only once.',
  params: z.object({ id: providerOrderId }),
  answer: z.object({
    status: z.string().describe('The status at the provider: `COMPLETED`, `PENDING`, `DECLINED` ...'),
  }),
  refusals: [
    'not_signed_in',
    'not_found',
    'plan_owned',
    'payment_pending',
    'payment_not_approved',
    'payment_failed',
    'not_set_up',
  ],
})

export const reportPayment = endpoint('POST /api/payment/success', {
  summary: 'Ask the server to check a completed order now. The plan follows from the order, not from this call.',
  body: z.object({
    orderId: providerOrderId,
    planId: paidPlan,
    userId: z.string().max(64),
    orderData: z.looseObject({}).optional().describe('What the provider told the browser. Not trusted.'),
  }),
  answer: z.object({ subscription: z.enum(PLAN_IDS), expiresAt: z.string().nullable() }),
  refusals: ['not_signed_in', 'not_found', 'payment_pending', 'payment_failed', 'not_set_up'],
})

export const receiveWebhookEvent = endpoint('POST /paypal/webhook', {
  alwaysOpen: true,
  summary:
    'Webhook of the payment provider for captures, refunds and disputes. Every event is verified with the provider and processed once.',
  body: z.looseObject({ id: z.string().max(128), event_type: z.string().max(128) }),
  answer: z.object({}),
  refusals: ['unverified_notice', 'payment_failed', 'not_set_up'],
})
