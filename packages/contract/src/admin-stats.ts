import { ADMIN_SERIES_DAYS } from '@kerf/domain/people/admin-rules'
import { z } from 'zod'
import { ADMIN_REFUSALS } from './admin-call.ts'
import { endpoint } from './protocol/endpoint.ts'
import { noParams, nothing } from './protocol/identifier.ts'

const dayStats = z.object({
  date: z.string().meta({ description: '`2026-11-21`, in UTC.' }),
  users: z.number().int().meta({ description: 'Accounts made on that day, of those that there are.' }),
  downloads: z.number().int().meta({ description: 'Clips finished on that day.' }),
  revenue: z.number().meta({ description: 'US dollars taken on that day, less what went back on it.' }),
  storage: z.number().int().meta({ description: 'Bytes of clips at the last look of that day; of today, now.' }),
})
export type DayStats = z.output<typeof dayStats>

export const adminStats = z.object({
  totalUsers: z.number().int(),
  newUsersToday: z.number().int(),
  activeJobs: z.number().int().meta({ description: 'Clips that are queued or being cut.' }),
  completedToday: z.number().int().meta({ description: 'Clips finished since 00:00 UTC.' }),
  storageUsed: z.number().int().meta({ description: 'Bytes of the clips whose files are there.' }),
  storageGrowth: z
    .number()
    .nullable()
    .meta({ description: 'Percent since the end of yesterday; null when nothing was there then.' }),
  monthlyRevenue: z
    .number()
    .meta({ description: 'US dollars taken since the 1st, in UTC, less what went back since.' }),
  revenueGrowth: z.number().nullable().meta({
    description:
      'Percent on the month before, from its 1st until the same day and time; null when nothing was taken then.',
  }),
  daily: z
    .array(dayStats)
    .max(ADMIN_SERIES_DAYS)
    .meta({ description: `The last ${ADMIN_SERIES_DAYS} days, oldest first, today last.` }),
  openNotices: z.number().int().meta({ description: "Rights owners' notices that nobody has decided yet." }),
  newMessages: z.number().int().meta({ description: 'Messages of the contact form that are not marked as answered.' }),
})
export type AdminStats = z.output<typeof adminStats>

export const readAdminStats = endpoint({
  method: 'GET',
  path: '/api/admin/stats',
  summary: 'How the installation is doing.',
  params: noParams,
  body: nothing,
  answer: adminStats,
  status: 200,
  refusals: ADMIN_REFUSALS,
})
