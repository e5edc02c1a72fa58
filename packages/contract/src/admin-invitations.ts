import { PAID_PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { adminEndpoint, pageQuery } from './admin-call.ts'
import { email } from './auth.ts'
import { idParams } from './protocol/identifier.ts'

export const invitation = z.object({
  id: z.string(),
  email: z.string().nullable().describe('The only email that it can be used with; null for any.'),
  plan: z.enum(PAID_PLAN_IDS).nullable().describe('What the new account gets, from the day on which it is made.'),
  createdAt: z.string(),
  expiresAt: z.string(),
  createdByName: z.string().nullable().describe('null once the account is deleted.'),
})
export type Invitation = z.output<typeof invitation>

export const listInvitations = adminEndpoint('GET /api/admin/invitations', {
  summary: 'Invitations that can still be used, newest first, one page at a time.',
  query: pageQuery,
  answer: z.array(invitation),
})

export const createInvitation = adminEndpoint('POST /api/admin/invitations', {
  summary: 'Invite somebody. The token is answered once and works for one account.',
  body: z.object({ email: email.nullable(), plan: z.enum(PAID_PLAN_IDS).nullable() }).partial(),
  answer: invitation.extend({ token: z.string().describe('The link is `/signup#token=TOKEN`.') }),
  refusals: ['invalid_request', 'email_taken'],
})

export const revokeInvitation = adminEndpoint('DELETE /api/admin/invitations/{id}', {
  summary: 'Revoke an invitation that has not been used.',
  params: idParams,
  refusals: ['not_found'],
})
