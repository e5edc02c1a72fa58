import { MAX_KEY_NAME } from '@kerf/domain/access/api-key'
import { z } from 'zod'
import { confirmingPassword } from './auth.ts'
import { endpoint } from './protocol/endpoint.ts'
import { idParams } from './protocol/identifier.ts'

export const apiKey = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string().describe('How the key begins.'),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable().describe('To the minute; null if it was never used.'),
})
export type ApiKey = z.output<typeof apiKey>

export const newApiKey = z.object({ name: z.string().trim().min(1).max(MAX_KEY_NAME) })

export const listApiKeys = endpoint('GET /api/user/keys', {
  summary: 'The API keys of the signed-in person.',
  answer: z.object({ keys: z.array(apiKey) }),
  refusals: ['not_signed_in'],
})

export const createApiKey = endpoint('POST /api/user/keys', {
  summary: 'Create an API key. Up to ten. Needs the password, or a sign-in within the last ten minutes.',
  body: newApiKey.extend({ password: confirmingPassword }),
  answer: z.object({
    id: z.string(),
    name: z.string(),
    key: z.string().describe('`kerf_...`, for `Authorization: Bearer`. It is not shown again.'),
  }),
  refusals: ['not_signed_in', 'wrong_password', 'recent_sign_in_needed', 'invalid_request', 'too_many_requests'],
})

export const revokeApiKey = endpoint('DELETE /api/user/keys/{id}', {
  summary: 'Revoke an API key. It opens nothing from then on.',
  params: idParams,
  refusals: ['not_signed_in', 'not_found'],
})
