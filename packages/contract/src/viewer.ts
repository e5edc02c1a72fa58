import { VIEWER_KINDS } from '@kerf/domain/viewer'
import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { noParams, nothing } from './identifier.ts'

export const quota = z.object({
  viewer: z.enum(VIEWER_KINDS),
  quota: z.object({ dailyDownloads: z.number().int(), monthlyDownloads: z.number().int() }),
  limits: z.object({
    dailyLimit: z.number().int().nullable().meta({ description: 'null: unlimited' }),
    monthlyLimit: z.number().int().nullable(),
  }),
  resetsAt: z.object({ daily: z.string(), monthly: z.string() }),
})
export type Quota = z.output<typeof quota>

export const readQuota = endpoint({
  method: 'GET',
  path: '/api/user/quota',
  summary: 'How many downloads this viewer has used of how many, and when the count starts again.',
  params: noParams,
  body: nothing,
  answer: quota,
  status: 200,
  refusals: [],
})
