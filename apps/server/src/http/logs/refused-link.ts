import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import { failureCause } from '@kerf/domain/errors/failure-cause'
import type { FastifyRequest } from 'fastify'
import type { Refused } from '../../use-cases/shared/outcome.ts'

/** Failures of this server or of its way to a source. All else is what the link or its video is. */
const FAILURES: readonly ErrorCode[] = [
  'source_failed',
  'source_timeout',
  'source_bot_check',
  'source_rate_limited',
  'resolver_missing',
]

/** Logs why a link was refused, a failed look-up as one warning. Admins are told what OUTBOUND_ALLOW would have to name. */
export function noteRefusedLink({ log, session }: FastifyRequest, refusal: Refused): Refused {
  const { code, step = null, trouble } = refusal
  const cause = failureCause(refusal.cause) || null
  const { reason = null, host = null, systemCode = null } = trouble ?? {}
  if (FAILURES.includes(code)) log.warn({ code, step, host, reason, systemCode, cause }, 'look-up failed')
  else log.info({ code, cause }, 'link refused')
  const forbidden = session?.account.role === 'admin' ? trouble?.forbidden : undefined
  return forbidden ? { ...refusal, trouble: { ...trouble, reason: 'not_allowed', about: forbidden } } : refusal
}
