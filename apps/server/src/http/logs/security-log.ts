import type { ErrorCode } from '@kerf/domain/errors/error-codes'
import type { FastifyRequest } from 'fastify'

const LOGGED_CODES: ReadonlySet<ErrorCode> = new Set([
  'wrong_credentials',
  'wrong_code',
  'wrong_password',
  'account_suspended',
  'oidc_denied',
  'oidc_invalid',
  'oidc_email_unverified',
  'oidc_sign_up_off',
  'local_sign_in_off',
  'needs_admin',
  'needs_second_factor',
  'wrong_origin',
  'unknown_host',
  'invalid_token',
  'invalid_confirmation',
  'too_many_requests',
  'unverified_notice',
])

/** Logs route and account id only: nothing that a caller wrote, so no line can be forged or reveal much. */
export function logAction(request: FastifyRequest, accountId: string): void {
  request.log.info({ accountId, ...routeOf(request) }, 'done by an account')
}

export function logRefusal(request: FastifyRequest, code: ErrorCode): void {
  if (!LOGGED_CODES.has(code)) return
  const accountId = request.session?.account.id
  request.log.warn({ code, ...routeOf(request), ...(accountId ? { accountId } : {}) }, 'refused')
}

const routeOf = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url ?? 'none' })
