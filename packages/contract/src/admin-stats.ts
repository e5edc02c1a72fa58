import { ADMIN_SERIES_DAYS } from '@kerf/domain/people/admin-rules'
import { z } from 'zod'
import { adminEndpoint } from './admin-call.ts'

const dayStats = z.object({
  date: z.string().describe('`2026-11-21`, in UTC.'),
  users: z.number().int().describe('Existing accounts that were created on that day.'),
  downloads: z.number().int().describe('Clips finished on that day.'),
  revenue: z.number().describe('Revenue of that day in US dollars, minus refunds.'),
  storage: z.number().int().describe('Bytes of clips at the end of that day; for today, now.'),
})
export type DayStats = z.output<typeof dayStats>

export const adminStats = z.object({
  totalUsers: z.number().int(),
  newUsersToday: z.number().int(),
  activeJobs: z.number().int().describe('Clips that are queued or being cut.'),
  completedToday: z.number().int().describe('Clips finished since 00:00 UTC.'),
  storageUsed: z.number().int().describe('Bytes of all stored clips.'),
  storageGrowth: z
    .number()
    .nullable()
    .describe('Percent since the end of yesterday; null when nothing was there then.'),
  monthlyRevenue: z.number().describe('Revenue in US dollars since the 1st of the month (UTC), minus refunds.'),
  revenueGrowth: z
    .number()
    .nullable()
    .describe('Change in percent against the same days of the month before; null when there was no revenue then.'),
  daily: z
    .array(dayStats)
    .max(ADMIN_SERIES_DAYS)
    .describe(`The last ${ADMIN_SERIES_DAYS} days, oldest first, today last.`),
  openNotices: z.number().int().describe('DMCA notices without a decision.'),
  newMessages: z.number().int().describe('Messages from the contact form that are not marked as answered.'),
})
export type AdminStats = z.output<typeof adminStats>

export const readAdminStats = adminEndpoint('GET /api/admin/stats', {
  summary: 'Statistics of the installation.',
  answer: adminStats,
})
