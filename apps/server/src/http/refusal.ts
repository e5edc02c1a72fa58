import { ERROR_STATUS, type ErrorBody } from '@kerf/contract/error'
import { ERROR_MEANINGS } from '@kerf/domain/error-codes'
import type { FastifyReply } from 'fastify'
import type { Refused } from '../use-cases/outcome.ts'

/** Answers a refusal in the one form that all of them have. */
export function sendRefusal(reply: FastifyReply, refusal: Refused): FastifyReply {
  const body: ErrorBody = {
    error: ERROR_MEANINGS[refusal.code],
    code: refusal.code,
    ...(refusal.details ? { details: refusal.details } : {}),
  }
  const status = ERROR_STATUS[refusal.code]
  const retryAfter = refusal.retryAfterSeconds ?? (status === 429 || status === 503 ? 30 : null)
  if (retryAfter !== null) reply.header('retry-after', String(retryAfter))
  return reply.code(status).header('cache-control', 'no-store').send(body)
}
