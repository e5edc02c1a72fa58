import { FREE_MAX_QUALITIES } from '@kerf/domain/access/quality-access'
import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { endpoint } from './protocol/endpoint.ts'

export const planTerms = z.object({
  plans: z.array(
    z.object({
      id: z.enum(PLAN_IDS),
      name: z.string(),
      priceCents: z.number().int(),
      currency: z.literal('USD'),
      period: z.enum(['none', 'month', 'year', 'forever']),
    }),
  ),
  freeMaxQuality: z.enum(FREE_MAX_QUALITIES).describe('The best quality for free accounts.'),
  freeDailyLimit: z.number().int().describe('Downloads per day for a free account.'),
  payments: z.boolean().describe('Whether plans can be bought on this server.'),
})
export type PlanTerms = z.output<typeof planTerms>

export const readPlans = endpoint('GET /api/plans', {
  alwaysOpen: true,
  summary: 'Prices and limits of the plans.',
  answer: planTerms,
})
