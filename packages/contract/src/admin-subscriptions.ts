import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'

export const subscriptionRecord = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string().nullable().describe('null once the account is deleted: its records stay.'),
  userEmail: z.string().nullable(),
  status: z.string().describe('`active`, `lifetime`; any other counts as inactive: `ended`, `replaced`, `refunded`.'),
  plan: z.enum(PLAN_IDS),
  amount: z.number().describe('In units of the currency; 0 when it was granted.'),
  refundedAmount: z.number().describe('The refunded amount, in units of the currency.'),
  given: z.boolean().describe('Granted by an admin, not bought.'),
  currency: z.string(),
  currentPeriodStart: z.string(),
  currentPeriodEnd: z.string().nullable().describe('null when it never ends.'),
  createdAt: z.string(),
})
export type SubscriptionRecord = z.output<typeof subscriptionRecord>

export const listSubscriptions = adminEndpoint('GET /api/admin/subscriptions', {
  summary: 'Paid and granted plans, newest first, one page at a time.',
  query: pageQuery,
  answer: z.array(subscriptionRecord),
})
