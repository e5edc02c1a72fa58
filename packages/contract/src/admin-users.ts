import { ROLES } from '@kerf/domain/access/viewer'
import { collapseBlanks, USER_FILTERS, USER_SORTS } from '@kerf/domain/people/admin-rules'
import { parsePlan } from '@kerf/domain/plans/parse-plan'
import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'
import { user } from './auth.ts'
import { idParams } from './protocol/identifier.ts'

const usersQuery = z.object({
  search: z.string().max(254).overwrite(collapseBlanks).optional().describe('Part of the name, username or email.'),
  filter: z.enum(USER_FILTERS).optional(),
  sort: z.enum(USER_SORTS).optional(),
})

export const listUsers = adminEndpoint('GET /api/admin/users', {
  summary: 'Accounts, one page at a time.',
  query: usersQuery.extend(pageQuery.shape),
  answer: z.array(user),
})

export const exportUsers = adminEndpoint('GET /api/admin/users/export', {
  summary: 'All matching accounts, as CSV.',
  query: usersQuery,
  answer: z.unknown(),
  file: 'text/csv',
})

/** Role and plan in a change. Roles may have any case, and plans any known spelling. */
const roleField = z.string().trim().toLowerCase().pipe(z.enum(ROLES))
const planField = z
  .string()
  .max(32)
  .transform((spelling) => parsePlan(spelling))
  .pipe(z.enum(PLAN_IDS))

export const updateUser = adminEndpoint('PUT /api/admin/users/{id}', {
  summary: 'Change the plan or the role of an account, suspend or reactivate it.',
  params: idParams,
  body: z
    .object({ subscription: planField, role: roleField, isActive: z.boolean() })
    .partial()
    .refine((change) => Object.values(change).some((value) => value !== undefined), 'Nothing to change.'),
  answer: user,
  refusals: ['invalid_request', 'not_found', 'last_admin'],
})

export const deleteUser = adminEndpoint('DELETE /api/admin/users/{id}', {
  summary: 'Delete an account with all its data. Admins cannot be deleted.',
  params: idParams,
  refusals: ['not_found', 'admin_protected'],
})
