import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { ADMIN_REFUSALS, pageQuery } from './admin-call.ts'
import { endpoint } from './protocol/endpoint.ts'
import { noParams, nothing } from './protocol/identifier.ts'

export const subscriptionRecord = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string().nullable().meta({ description: 'null once the account is deleted: its records stay.' }),
  userEmail: z.string().nullable(),
  status: z
    .string()
    .meta({ description: '`active`, `lifetime`; any other counts as inactive: `ended`, `replaced`, `refunded`.' }),
  plan: z.enum(PLAN_IDS),
  amount: z.number().meta({ description: 'In units of the currency; 0 when it was given.' }),
  refundedAmount: z.number().meta({ description: 'What has gone back of it, in units of the currency.' }),
  given: z.boolean().meta({ description: 'By an admin, and not bought.' }),
  currency: z.string(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string().nullable().meta({ description: 'null when it never ends.' }),
  createdAt: z.string(),
})
export type SubscriptionRecord = z.output<typeof subscriptionRecord>

export const listSubscriptions = endpoint({
  method: 'GET',
  path: '/api/admin/subscriptions',
  summary: 'Paid and given plans, newest first, one page of them.',
  params: noParams,
  query: pageQuery,
  body: nothing,
  answer: z.array(subscriptionRecord),
  status: 200,
  refusals: ADMIN_REFUSALS,
})
