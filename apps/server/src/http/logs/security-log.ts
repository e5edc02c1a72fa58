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

/** Advice to operators about how to end these refusals. */
const ADVICE_BY_CODE: Partial<Record<ErrorCode, string>> = {
  unknown_host: 'Name this address in PUBLIC_URL, if it is one of this server.',
}

/** Logs route and account id only. A line has no text of the caller, so it cannot be forged. */
export function logAction(request: FastifyRequest, accountId: string): void {
  request.log.info({ accountId, ...routeOf(request) }, 'done by an account')
}

export function logRefusal(request: FastifyRequest, code: ErrorCode): void {
  if (!LOGGED_CODES.has(code)) return
  const accountId = request.session?.account.id
  const advice = ADVICE_BY_CODE[code]
  request.log.warn(
    { code, ...routeOf(request), ...(accountId ? { accountId } : {}), ...(advice && { advice }) },
    'refused',
  )
}

const routeOf = ({ method, routeOptions }: FastifyRequest) => ({ method, route: routeOptions.url ?? 'none' })
