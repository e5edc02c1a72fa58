import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { FastifyRequest } from 'fastify'
import type { Refused } from '../../use-cases/shared/outcome.ts'

/** Failures of this server or of its connection to a source. All other codes are about the link or its video. */
const FAILURE_CODES: readonly ErrorCode[] = [
  'source_failed',
  'source_timeout',
  'source_bot_check',
  'source_rate_limited',
  'resolver_missing',
]

/**
 * Logs why a link was refused, a failed lookup as a warning. The refusal for an admin names what OUTBOUND_ALLOW lacks.
 */
export function logRefusedLink({ log, session }: FastifyRequest, refusal: Refused): Refused {
  const { code, step = null, trouble } = refusal
  const cause = failureCause(refusal.cause) || null
  const { reason = null, host = null, systemCode = null } = trouble ?? {}
  if (FAILURE_CODES.includes(code)) log.warn({ code, step, host, reason, systemCode, cause }, 'lookup failed')
  else log.info({ code, cause }, 'link refused')
  const forbidden = session?.account.role === 'admin' ? trouble?.forbidden : undefined
  return forbidden ? { ...refusal, trouble: { ...trouble, reason: 'not_allowed', about: forbidden } } : refusal
}
