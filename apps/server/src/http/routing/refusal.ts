import { ERROR_STATUS, type ErrorBody } from '@kerf/contract/protocol/error'
import { ERROR_MEANINGS, REASON_MEANINGS } from '@kerf/messages/error-meanings'
import type { FastifyReply } from 'fastify'
import type { Refused } from '../../use-cases/shared/outcome.ts'
import { logRefusal } from '../logs/security-log.ts'

export function sendRefusal(reply: FastifyReply, refusal: Refused): FastifyReply {
  logRefusal(reply.request, refusal.code)
  reply.refusalCode = refusal.code
  const { status, body, retryAfterSeconds } = describeRefusal(refusal)
  if (retryAfterSeconds !== null) reply.header('retry-after', String(retryAfterSeconds))
  return reply.code(status).header('cache-control', 'no-store').send(body)
}

export function describeRefusal(refusal: Refused): {
  status: number
  body: ErrorBody
  retryAfterSeconds: number | null
} {
  const { reason, about = '' } = refusal.trouble ?? {}
  const meaning = refusal.meaning ?? (reason && REASON_MEANINGS[reason](about))
  const body: ErrorBody = {
    error: meaning ?? ERROR_MEANINGS[refusal.code],
    code: refusal.code,
    ...(meaning === undefined ? {} : { specific: true }),
    ...(reason && { reason }),
    ...(reason && about !== '' && { about }),
    ...(refusal.details ? { details: refusal.details } : {}),
  }
  const status = ERROR_STATUS[refusal.code]
  return {
    status,
    body,
    retryAfterSeconds: refusal.retryAfterSeconds ?? (status === 429 || status === 503 ? 30 : null),
  }
}
