import { INVITATION_STATES } from '@kerf/domain/access/access-mode'
import { PLAN_IDS } from '@kerf/domain/plans/plans'
import { z } from 'zod'
import { email, mailedToken, newPassword, personName, signInAnswer } from './auth.ts'
import { endpoint } from './protocol/endpoint.ts'

/** Also answers for expired and unknown invitations, so that the page can show their state. */
export const readInvitation = endpoint('POST /api/auth/invitation', {
  alwaysOpen: true,
  summary: 'What an invitation gives, and whether it can still be used.',
  body: z.object({ token: mailedToken }),
  answer: z.object({
    state: z.enum(INVITATION_STATES),
    email: z.string().nullable().describe('The only email that it can be used with; null for any.'),
    plan: z.enum(PLAN_IDS).nullable(),
  }),
  refusals: ['too_many_requests'],
})

export const setUp = endpoint('POST /api/auth/setup', {
  alwaysOpen: true,
  summary:
    'Make the first admin, with the token of the link that the server printed when it started, and sign them in.',
  body: z.object({ token: mailedToken, name: personName, email, password: newPassword }),
  answer: signInAnswer,
  refusals: ['invalid_confirmation', 'password_too_short', 'too_many_requests'],
})
