import type { RefusalReason } from '@kerf/domain/errors/refusal-reasons'
import { errors } from 'undici'
import { SourceReadError, type Trouble } from '../../ports/sources.ts'
import { OutboundRefusedError } from './outbound-policy.ts'

/** Destination of a connection, and whether it leads through a proxy. */
export interface Destination {
  host: string
  isProxied: boolean
}

/** Meanings of error codes of Node, OpenSSL and undici. */
const REASONS_BY_PATTERN: readonly (readonly [RegExp, RefusalReason])[] = [
  [/^(ENOTFOUND|EAI_|ENODATA|ESERVFAIL|EREFUSED)/, 'dns'],
  [/^(ENETUNREACH|EHOSTUNREACH|ENETDOWN|EHOSTDOWN|EADDRNOTAVAIL|EACCES|EPERM)$/, 'network'],
  [/^ECONNREFUSED$/, 'refused'],
  [/^(CERT_|ERR_TLS_|ERR_SSL_|UNABLE_TO_|SELF_SIGNED_|DEPTH_ZERO_|HOSTNAME_MISMATCH|EPROTO)/, 'tls'],
  [/^(ECONNRESET|EPIPE|ECONNABORTED|UND_ERR_SOCKET)/, 'broken'],
]
/** System calls to a name server. Any of their errors means `dns`: an absent name server gives ECONNREFUSED. */
const LOOKUP_SYSCALL_PATTERN = /^(getaddrinfo|query)/
const TIMEOUT_CODE_PATTERN = /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/

/**
 * Turns the failure of a connection into an error with its nearest cause. A refused target, an unknown name and a name
 * without an IP address give the same error. Otherwise callers could find out the names of an inner network.
 */
export function connectionFailure(error: unknown, { host, isProxied }: Destination): SourceReadError {
  const causes = causesOf(error)
  const refusal = causes.find((link) => link instanceof OutboundRefusedError)
  const systemErrors = causes as { code?: unknown; syscall?: unknown }[]
  const codes = systemErrors.map(({ code }) => code).filter((code) => typeof code === 'string')
  const systemCode = codes.find((code) => TIMEOUT_CODE_PATTERN.test(code) || meaningOf(code)) ?? codes[0]
  const isLookup =
    refusal !== undefined || systemErrors.some(({ syscall }) => LOOKUP_SYSCALL_PATTERN.test(String(syscall ?? '')))
  const isInvalidHttp = causes.some((link) => link instanceof errors.HTTPParserError)
  const meaning = isLookup ? 'dns' : isInvalidHttp ? 'broken' : meaningOf(systemCode ?? '')
  const trouble: Trouble = {
    host,
    ...(systemCode && { systemCode }),
    ...(refusal?.target && { forbidden: refusal.target }),
  }
  // A failure through a proxy counts as the proxy's, except for certificates, which this process checks.
  const reason = isProxied && !refusal && meaning !== 'tls' ? 'proxy' : meaning
  if (!isProxied && !isLookup && TIMEOUT_CODE_PATTERN.test(systemCode ?? '')) return timeoutError(trouble, error)
  return new SourceReadError('source_failed', 'The source could not be read.', {
    cause: error,
    trouble: reason ? { ...trouble, reason, about: host } : trouble,
  })
}

/** Describes a failure, for example as `dns, www.youtube.com, EAI_AGAIN`. */
export function describeTrouble({ trouble, code }: { trouble?: Trouble | undefined; code: string }): string {
  return [trouble?.reason ?? code, trouble?.host, trouble?.systemCode].filter(Boolean).join(', ')
}

export const timeoutError = (trouble: Trouble, cause: unknown): SourceReadError =>
  new SourceReadError('source_timeout', 'The source did not answer in time.', { cause, trouble })

const meaningOf = (code: string): RefusalReason | null =>
  REASONS_BY_PATTERN.find(([pattern]) => pattern.test(code))?.[1] ?? null

/**
 * The error, its causes and the errors that it aggregates: a connection to several IP addresses throws an aggregate.
 */
function causesOf(error: unknown, depth = 0): object[] {
  if (typeof error !== 'object' || error === null || depth > 4) return []
  const { cause, errors } = error as { cause?: unknown; errors?: unknown }
  const nestedErrors = [...(Array.isArray(errors) ? errors : []), cause]
  return [error, ...nestedErrors.flatMap((part) => causesOf(part, depth + 1))]
}
