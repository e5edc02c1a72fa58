import { ADMIN_SERIES_DAYS, collapseBlanks, USER_FILTERS, USER_SORTS } from '@kerf/domain/admin-rules'
import { parsePlan } from '@kerf/domain/plan-spelling'
import { PLAN_IDS } from '@kerf/domain/plans'
import { ROLES } from '@kerf/domain/role'
import { z } from 'zod'
import { user } from './account.ts'
import { endpoint } from './endpoint.ts'
import { noParams, nothing, withId } from './identifier.ts'

/** Who calls has to be an admin; anybody else is told so before anything else. */
export const ADMIN_REFUSALS = ['not_signed_in', 'needs_admin', 'needs_second_factor', 'not_set_up'] as const

/** Lists answer one page as a plain array; how many there are in all is in the header `x-total-count`. */
export const pageQuery = z.object({ page: z.coerce.number().int().min(1).optional().meta({ description: 'From 1.' }) })

const dayFigures = z.object({
  date: z.string().meta({ description: '`2026-11-21`, in UTC.' }),
  users: z.number().int().meta({ description: 'Accounts made on that day, of those that there are.' }),
  downloads: z.number().int().meta({ description: 'Clips finished on that day.' }),
  revenue: z.number().meta({ description: 'US dollars taken on that day, less what went back on it.' }),
  storage: z.number().int().meta({ description: 'Bytes of clips at the last look of that day; of today, now.' }),
})
export type DayFigures = z.output<typeof dayFigures>

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
    .array(dayFigures)
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

const usersQuery = z.object({
  search: z
    .string()
    .max(254)
    .overwrite(collapseBlanks)
    .optional()
    .meta({ description: 'A part of name, username or email.' }),
  filter: z.enum(USER_FILTERS).optional(),
  sort: z.enum(USER_SORTS).optional(),
})

export const listUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users',
  summary: 'Accounts, one page of them.',
  params: noParams,
  query: usersQuery.extend(pageQuery.shape),
  body: nothing,
  answer: z.array(user),
  status: 200,
  refusals: ADMIN_REFUSALS,
})

export const exportUsers = endpoint({
  method: 'GET',
  path: '/api/admin/users/export',
  summary: 'All accounts that fit, as CSV.',
  params: noParams,
  query: usersQuery,
  body: nothing,
  answer: z.unknown(),
  status: 200,
  file: 'text/csv',
  refusals: ADMIN_REFUSALS,
})

/** Both casings of a role and every recorded spelling of a plan are understood; what is no role and no plan is refused. */
const givenRole = z.string().trim().toLowerCase().pipe(z.enum(ROLES))
const givenPlan = z
  .string()
  .max(32)
  .transform((spelling) => parsePlan(spelling))
  .pipe(z.enum(PLAN_IDS))

export const updateUser = endpoint({
  method: 'PUT',
  path: '/api/admin/users/{id}',
  summary: 'Change the plan or the role of an account, suspend or reactivate it.',
  params: withId,
  body: z
    .object({ subscription: givenPlan, role: givenRole, isActive: z.boolean() })
    .partial()
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change.'),
  answer: user,
  status: 200,
  refusals: [...ADMIN_REFUSALS, 'invalid_request', 'not_found', 'last_admin'],
})

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  summary: 'Delete an account with everything that is its own. Admins cannot be deleted.',
  params: withId,
  body: nothing,
  answer: nothing,
  status: 204,
  refusals: [...ADMIN_REFUSALS, 'not_found', 'admin_protected'],
})

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
